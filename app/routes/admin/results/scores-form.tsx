import { Alert, Button, Group, Menu, Text, TextInput } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import type { Contestant } from '../../../../model/programme/contestant-schema.ts';
import type { ResultsDocument } from '../../../../model/results/schema.ts';
import { type GiversSection, SCALE, type Section, totalOf } from '../../../../model/results/scores.ts';
import { Moment } from '../../../ui/admin/fields/moment.tsx';
import { NumberField, wholeNumber } from '../../../ui/admin/fields/whole-number.tsx';
import { LeaveWarning } from '../../../ui/admin/form/leave-warning.tsx';
import { SaveBar } from '../../../ui/admin/form/stored-form.tsx';
import { Icon } from '../../../ui/admin/icon.tsx';
import { Empty, Problem } from '../../../ui/admin/loading/states.tsx';
import { Card } from '../../../ui/admin/screen.tsx';
import type { Desk } from '../live/use-desk.ts';
import { GiversTable } from './givers-table.tsx';
import { Checks, Lock, Preview, ScoresConflict } from './lock.tsx';
import { PlacesTable } from './places-table.tsx';
import { Faults, focusWrong } from './points-table.tsx';
import styles from './results.module.css';
import { faultsOf, newSection, ofPerformers, POINTS, withSum } from './scores.ts';
import { useScores } from './use-scores.ts';

interface Props {
  document: ResultsDocument;
  performers: Contestant[];
  canEdit: boolean;
  current: number | undefined; // Undefined for a past edition
  desk: Desk;
  children: ReactNode;
}

const KINDS = { jury: 'Жюри', audience: 'Зрители' } as const;
const NO_SCALE = 'Нужны разные целые числа от 1 до 100 000 через запятую, от высшей оценки к низшей.';
const NOT_YET = 'Появится в истории, когда таблица заполнена и сохранена.';
const MODES = { givers: 'по голосующим', places: 'по местам' } as const;

/** Points until they are locked for the reveal. */
export function ScoresForm({ document, performers, canEdit, current, desk, children }: Props) {
  const form = useScores(document, performers, { current, desk });
  const { scores, isDirty, isPast, change, conflict } = form;
  const add = (section: Section) => change({ sections: [...scores.sections, section] });
  const numbered = scores.sections.map((section, at) => ({ at, section }));
  const total = totalOf(ofPerformers(scores.sections, performers));
  const isSumOff = (scores.control_total ?? total) !== total;
  const faults = scores.sections.reduce((sum, each) => sum + faultsOf(each, performers).size, Number(isSumOff));
  const element = useRef<HTMLFormElement>(null);
  const send = (save: () => unknown) => {
    if (focusWrong(element.current)) form.refuse('Сначала исправьте то, что отмечено красным: это не число.');
    else void save();
  };
  const sections = canEdit ? <AddSection onAdd={add}>{children}</AddSection> : children;
  return (
    <form
      ref={element}
      noValidate
      style={{ display: 'contents' }}
      onSubmit={(event) => {
        event.preventDefault();
        send(() => form.save());
      }}
    >
      {form.restored && (
        <Text size="sm">
          Возвращены баллы, которые не успели сохранить: <Moment at={form.restored} />.
        </Text>
      )}
      {numbered.map(({ at, section }) => (
        <SectionCard
          key={`${form.round}-${at}`}
          section={section}
          performers={performers}
          readOnly={!canEdit}
          onChange={(changed) => change({ sections: scores.sections.with(at, changed) })}
          onRemove={() => change({ sections: scores.sections.toSpliced(at, 1) })}
        />
      ))}
      {numbered.length === 0 ? <Empty title="Баллов ещё нет">{sections}</Empty> : sections}
      {numbered.length > 0 && (
        <>
          <Card title="Проверка">
            <NumberField
              key={form.round}
              label="Контрольная сумма"
              description="Сколько баллов должно быть всего. Её вводит тот, кто считал на бумаге: так видна опечатка."
              maw={320}
              readOnly={!canEdit}
              most={2 ** 31 - 1}
              value={scores.control_total}
              {...(isSumOff && { error: 'Не сходится с таблицей.', 'data-fault': true })}
              onChange={(control_total) => change({ control_total })}
            />
            <Checks scores={isPast ? withSum(scores) : scores} performers={performers} />
            {canEdit && !isPast && <Lock document={document} isDirty={isDirty} put={desk.put} />}
            {isPast && <Text>{document.is_final ? 'Стоит в истории.' : NOT_YET}</Text>}
          </Card>
          <Preview sections={scores.sections} performers={performers} />
        </>
      )}
      {canEdit && (isDirty || numbered.length > 0) && (
        <SaveBar {...form} onDiscard={form.discard} beside={<Faults count={faults} />}>
          {form.problem && <Problem text={`Ошибка: ${form.problem}`} />}
          {form.isBack && <Alert color="green">Связь вернулась: нажмите «Сохранить».</Alert>}
          {conflict && (
            <ScoresConflict conflict={conflict} onMine={() => send(form.saveMerged)} onTheirs={form.discard} />
          )}
        </SaveBar>
      )}
      <LeaveWarning when={isDirty}>
        Баллы не сохранены. Пока открыта эта вкладка, они вернутся, если снова открыть «Итоги».
      </LeaveWarning>
    </form>
  );
}

function AddSection({ onAdd, children }: { onAdd: (section: Section) => void; children: ReactNode }) {
  return (
    <Group gap="sm">
      <Menu position="bottom-start" shadow="md">
        <Menu.Target>
          <Button variant="default" leftSection={<Icon name="plus" />}>
            Добавить раздел
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {(['jury', 'audience'] as const).flatMap((kind) =>
            (['givers', 'places'] as const).map((mode) => (
              <Menu.Item key={kind + mode} onClick={() => onAdd(newSection(kind, mode))}>
                {KINDS[kind]}: {MODES[mode]}
              </Menu.Item>
            )),
          )}
        </Menu.Dropdown>
      </Menu>
      {children}
    </Group>
  );
}

interface SectionProps {
  section: Section;
  performers: Contestant[];
  readOnly: boolean;
  onChange: (section: Section) => void;
  onRemove: () => void;
}

function SectionCard({ section, performers, readOnly, onChange, onRemove }: SectionProps) {
  const { kind, mode, title } = section;
  return (
    <Card>
      <Group align="end" gap="1rem 0.5rem">
        <TextInput
          flex="1 1 10rem"
          label="Раздел"
          description={`${KINDS[kind]}, ${MODES[mode]}`}
          maxLength={60}
          value={title}
          readOnly={readOnly}
          onChange={({ currentTarget }) => onChange({ ...section, title: currentTarget.value })}
        />
        {section.mode === 'givers' && <ScaleField section={section} readOnly={readOnly} onChange={onChange} />}
        {!readOnly && (
          <Button variant="subtle" color="red" flex="none" aria-label={`Убрать раздел: ${title}`} onClick={onRemove}>
            Убрать
          </Button>
        )}
      </Group>
      {section.mode === 'givers' ? (
        <GiversTable section={section} performers={performers} readOnly={readOnly} onChange={onChange} />
      ) : (
        <PlacesTable section={section} performers={performers} readOnly={readOnly} onChange={onChange} />
      )}
    </Card>
  );
}

type ScaleProps = Pick<SectionProps, 'readOnly' | 'onChange'> & { section: GiversSection };

/** Marks of a section; what is no scale stays in the field with its reason. */
function ScaleField({ section, readOnly, onChange }: ScaleProps) {
  const { scale = SCALE } = section;
  const [typed, setTyped] = useState<string>();
  const type = (text: string) => {
    const marks = marksOf(text);
    setTyped(text);
    if (marks) onChange({ ...section, scale: marks });
  };
  return (
    <TextInput
      className={styles.scale ?? ''}
      flex="1 1 16rem"
      label="Шкала"
      description="От высшей, каждая по разу. Пусто — любые"
      autoComplete="off"
      readOnly={readOnly}
      value={typed ?? scale.join(', ')}
      error={typed !== undefined && !marksOf(typed) ? NO_SCALE : undefined}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onBlur={() => setTyped((text) => (text !== undefined && marksOf(text) ? undefined : text))}
    />
  );
}

function marksOf(text: string): number[] | undefined {
  if (text.trim() === '') return [];
  const marks = text.split(',').map((word) => wholeNumber(word, { least: 1, ...POINTS }).value ?? 0);
  const isScale = marks.every((mark, at) => mark > 0 && mark < (marks[at - 1] ?? Number.POSITIVE_INFINITY));
  return isScale && marks.length <= 60 ? marks : undefined;
}
