import { Anchor, Button, Checkbox, Group, Text, Textarea, VisuallyHidden } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import type { Contestant } from '../../../../model/programme/contestant-schema.ts';
import type { Show } from '../../../../model/programme/show-row.ts';
import { breachesWith, findPoints, type GivenPoints, withWithdrawn } from '../../../../model/results/corrected.ts';
import type { ResultsDocument } from '../../../../model/results/schema.ts';
import type { GiversSection, Section } from '../../../../model/results/scores.ts';
import { quoted } from '../../../../model/text/quoted.ts';
import { Ask, RowButton } from '../../../ui/admin/ask.tsx';
import { tooLong } from '../../../ui/admin/form/field-props.ts';
import { FormDialog } from '../../../ui/admin/form/form-call.tsx';
import { Icon } from '../../../ui/admin/icon.tsx';
import { notifyError } from '../../../ui/admin/notices.ts';
import { Card } from '../../../ui/admin/screen.tsx';
import { extractError } from '../../../ui/errors/api-error.ts';
import type { Desk } from '../live/use-desk.ts';
import { GiversTable } from './givers-table.tsx';
import { Sentences } from './lock.tsx';
import { focusWrong } from './points-table.tsx';
import styles from './results.module.css';
import { RevealPart, type RevealState } from './reveal.tsx';
import { ofPerformers } from './scores.ts';

interface Props {
  show: Show;
  performers: Contestant[];
  reveal: RevealState;
  canEdit: boolean;
  isPast: boolean;
}

/** The reveal, from its preparation to its end. */
export function Locked({ show, performers, reveal, canEdit, isPast }: Props) {
  const { document, desk } = reveal;
  const [correcting, setCorrecting] = useState<GivenPoints>();
  if (!document) return null;
  const { steps, revealed } = document;
  const numbered = steps.map(({ title }, at) => ({ title, at, given: findPoints(document.sections, at) }));
  return (
    <>
      {!isPast && <RevealPart reveal={reveal} />}
      <Card title="Шаги">
        <Group gap="md">
          <Anchor href={`/results?screen=${show.id}`} target="_blank">
            Экран для зала
          </Anchor>
          {revealed > 0 && (
            <Anchor href={`/results#show-${show.id}`} target="_blank">
              Открыть на сайте
            </Anchor>
          )}
        </Group>
        <ol className={styles.steps}>
          {numbered.map(({ title, at, given }) => (
            <li key={at} aria-current={at === revealed ? 'step' : undefined}>
              {title}
              {/* Beside the last step that shows these points. */}
              {canEdit && given?.last === at && at < revealed && (
                <RowButton word="Исправить" of={given.title} size="compact-sm" onClick={() => setCorrecting(given)} />
              )}
              {at < revealed && (
                <>
                  <VisuallyHidden>открыто</VisuallyHidden>
                  <Icon name="check" size={16} />
                </>
              )}
            </li>
          ))}
        </ol>
        {!show.is_public && <Text c="red">Концерт не показывается на сайте: включите его в программе.</Text>}
        {canEdit && revealed === 0 && (
          <div>
            <Button variant="default" onClick={() => desk.ask('DELETE', `/results/${show.id}/arm`).catch(notifyError)}>
              Снять подготовку
            </Button>
          </div>
        )}
        {canEdit && revealed > 0 && !isPast && (
          <div>
            <Ask
              button={(ask) => (
                <Button variant="default" c="red" onClick={ask}>
                  Начать показ заново
                </Button>
              )}
              question="Начать показ заново?"
              yes="Скрыть все баллы"
              onYes={() => desk.ask('DELETE', `/results/${show.id}/reveal`)}
            >
              <p>
                Все открытые баллы сразу пропадут с сайта и с экрана в зале. Их можно будет исправить и открыть снова.
              </p>
            </Ask>
          </div>
        )}
      </Card>
      {correcting && (
        <CorrectionDialog
          document={document}
          desk={desk}
          given={correcting}
          performers={performers}
          onClose={() => setCorrecting(undefined)}
        />
      )}
    </>
  );
}

interface CorrectionProps {
  document: ResultsDocument;
  desk: Desk;
  given: GivenPoints;
  performers: Contestant[];
  onClose: () => void;
}

/** Other points for what is public already, with the reason that the public reads. */
function CorrectionDialog({ document, desk, given, performers, onClose }: CorrectionProps) {
  const [before] = useState(() => columnOf(given, document.sections));
  const [column, setColumn] = useState(before);
  const [reason, setReason] = useState('');
  const [isRight, setRight] = useState(false);
  const [isBlank, setBlank] = useState(false);
  const [mine] = ofPerformers([column], performers);
  const points = mine?.mode === 'givers' ? (mine.givers[0]?.points ?? []) : [];
  const merged = withWithdrawn(given, points, performers);
  const breaches = breachesWith(document.sections, given, merged, performers);

  const reasonField = useRef<HTMLTextAreaElement>(null);
  const sending = useMutation({
    mutationFn: () => {
      const sent = { step: given.last, points, reason, confirms: isRight ? breaches : [] };
      const path = `/results/${document.show_id}/corrections`;
      return desk.ask('POST', path, { body: sent, ifMatch: `"${document.version}"` });
    },
    onSuccess: onClose,
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setBlank(reason.trim() === '');
    if (focusWrong(event.currentTarget)) return;
    if (reason.trim() === '') reasonField.current?.focus();
    else sending.mutate();
  };
  return (
    <FormDialog
      title={`Исправить ${quoted(given.title)}`}
      yes="Исправить на сайте"
      form={{
        form: { noValidate: true, onSubmit: send },
        isChanged: column !== before || reason !== '',
        busy: sending.isPending,
        problem: sending.error ? extractError(sending.error) : '',
      }}
      onClose={onClose}
    >
      <Text>Остальное останется открытым. Табло изменится сразу, и рядом будет сказано, что исправлено и почему.</Text>
      <GiversTable section={column} performers={performers} readOnly={false} isOneGiver onChange={setColumn} />
      {breaches.length > 0 && (
        <>
          <Sentences title="Не по шкале" sentences={breaches} />
          <Checkbox
            label="Так и есть, это не опечатка"
            checked={isRight}
            onChange={({ currentTarget }) => setRight(currentTarget.checked)}
          />
        </>
      )}
      <Textarea
        label="Причина"
        description="Её увидят все на странице итогов."
        withAsterisk
        error={isBlank && reason.trim() === '' ? 'Заполните это поле.' : tooLong(reason, 300)}
        ref={reasonField}
        autosize
        minRows={2}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </FormDialog>
  );
}

/** One giver as the only column of a table. Points of places have no scale. */
function columnOf({ title, points, section: at }: GivenPoints, sections: Section[]): GiversSection {
  const section = sections[at];
  const scale = section?.mode === 'givers' ? section.scale : [];
  return { kind: 'jury', title, mode: 'givers', scale, givers: [{ name: title, points }] };
}
