import { Alert, Button, Group, List, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Contestant } from '../../../../model/programme/contestant-schema.ts';
import { TIE_RULE } from '../../../../model/results/board.ts';
import { breachesOf, gapsOf } from '../../../../model/results/gaps.ts';
import type { ResultsDocument } from '../../../../model/results/schema.ts';
import type { Scores, Section } from '../../../../model/results/scores.ts';
import { Confirm } from '../../../ui/admin/ask.tsx';
import { tooLong } from '../../../ui/admin/form/field-props.ts';
import { notifyError } from '../../../ui/admin/notices.ts';
import { Card } from '../../../ui/admin/screen.tsx';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import type { MergedScores } from './merge.ts';
import styles from './results.module.css';
import { boardAtEnd, ofPerformers } from './scores.ts';

/** What keeps scores from their reveal, and what has to be confirmed before. */
export function Checks({ scores, performers }: { scores: Scores; performers: Contestant[] }) {
  const sections = ofPerformers(scores.sections, performers);
  const gaps = gapsOf({ ...scores, sections }, performers);
  const breaches = breachesOf(sections, performers);
  return (
    <>
      {gaps.length > 0 && <Sentences title="Чего не хватает" sentences={gaps} />}
      {breaches.length > 0 && <Sentences title="Не по шкале" sentences={breaches} />}
      {gaps.length + breaches.length === 0 && <Text c="green">Всё сходится.</Text>}
    </>
  );
}

export function Sentences({ title, sentences }: { title: string; sentences: string[] }) {
  const numbered = sentences.map((sentence, at) => ({ sentence, at }));
  return (
    <div>
      <Text fw={600}>{title}</Text>
      <ul className={styles.gaps}>
        {numbered.map(({ sentence, at }) => (
          <li key={at} style={{ breakInside: 'avoid' }}>
            {sentence}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface LockProps {
  document: ResultsDocument;
  isDirty: boolean;
  put: (document: ResultsDocument) => void;
}

/** Points that are not on the scale have to be confirmed, all at once, with a reason. */
export function Lock({ document, isDirty, put }: LockProps) {
  const { call } = useSession();
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const { breaches, gaps, show_id, version } = document;
  const lock = async (body?: object) => {
    const sent = { ifMatch: `"${version}"`, ...(body && { body }) };
    put((await call<ResultsDocument>('POST', `/results/${show_id}/arm`, sent)).data);
  };
  const locking = useMutation({ mutationFn: () => lock(), onError: notifyError });
  const press = () => (breaches.length > 0 ? setAsking(true) : locking.mutate());
  return (
    <div>
      <Button onClick={press} loading={locking.isPending} disabled={isDirty || gaps.length > 0}>
        Подготовить к показу
      </Button>
      <Text size="sm" c="dimmed" mt="xs">
        {isDirty
          ? 'Сначала сохраните таблицу.'
          : gaps.length > 0
            ? 'Сначала исправьте то, что названо выше.'
            : 'Потом баллы нельзя менять, пока подготовка не снята. На сайте ещё ничего не видно.'}
      </Text>
      {isAsking && (
        <Confirm
          question="Баллы не по шкале. Всё верно?"
          yes="Всё верно, подготовить"
          onYes={() => lock({ confirms: breaches, reason })}
          onNo={() => setAsking(false)}
        >
          <Sentences title="Не по шкале" sentences={breaches} />
          <Textarea
            label="Почему это верно"
            description="Ваши слова останутся в журнале."
            error={tooLong(reason, 300)}
            autosize
            minRows={2}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        </Confirm>
      )}
    </div>
  );
}

/** The board after the last step. */
export function Preview({ sections, performers }: { sections: Section[]; performers: Contestant[] }) {
  const rows = boardAtEnd(sections, performers);
  const hasPoints = rows.some(({ total }) => total > 0);
  return (
    <Card>
      <details>
        <summary style={{ marginBottom: '0.5rem' }}>Что получится в конце</summary>
        <ol className={styles.board}>
          {rows.map(({ contestant, name, place, total, jury, audience }) => (
            <li key={contestant} value={place} style={{ breakInside: 'avoid' }}>
              {name}
              {hasPoints && (
                <>
                  {' — '}
                  <b>{total}</b>{' '}
                  <small>
                    жюри {jury}, зрители {audience}
                  </small>
                </>
              )}
            </li>
          ))}
        </ol>
        <p>{TIE_RULE}</p>
      </details>
    </Card>
  );
}

interface ConflictProps {
  conflict: MergedScores;
  onMine: () => void;
  onTheirs: () => void;
}

/** Write conflict: the stored version is newer than the edited one. */
export function ScoresConflict({ conflict: { clashes, isApart }, onMine, onTheirs }: ConflictProps) {
  const isClear = clashes.length === 0 && !isApart;
  return (
    <Alert color="red" p="md">
      <p>
        Таблицу тем временем изменил кто-то ещё. Ваш вариант пока не сохранён.{' '}
        {isClear && 'Вы меняли разное: можно сохранить и то и другое. '}
        {isApart && 'Разделы, голосующих или их порядок изменили оба: останется одна из двух таблиц. '}
        {clashes.length > 0 && 'Одно и то же изменили оба:'}
      </p>
      {clashes.length > 0 && (
        <List size="sm" mah="30vh" style={{ overflow: 'auto' }}>
          {clashes.map((clash) => (
            <List.Item key={clash}>{clash}</List.Item>
          ))}
        </List>
      )}
      {!isApart && (
        <p>«Взять сохранённое» отбросит всё, что ввели вы. Вторая кнопка оставит и остальные чужие изменения.</p>
      )}
      <Group gap="sm" mt="sm">
        <Button variant="default" onClick={onTheirs}>
          Взять сохранённое
        </Button>
        <Button onClick={onMine}>{isClear ? 'Сохранить оба изменения' : 'Сохранить мой вариант'}</Button>
      </Group>
    </Alert>
  );
}
