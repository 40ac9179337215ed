import { Button, Checkbox, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type ArchiveField, columnsOf, headingOf } from '../../../model/programme/table-columns.ts';
import type { TablePlan } from '../../../model/programme/table-rows.ts';
import { plural } from '../../../model/text/plural.ts';
import { parseTable } from '../../../model/text/table.ts';
import { extractError } from '../errors/api-error.ts';
import { Dialog, DialogButtons } from './dialog.tsx';
import { offerUndo } from './form/undo.tsx';
import { Problem } from './loading/states.tsx';
import { useChange } from './queries.ts';
import { useSession } from './sign-in/session.tsx';
import { readTable } from './table-file.ts';
import { ImportLines, TableSource } from './table-import.tsx';

const OUTCOMES = { wrong: 'Ошибка', new: 'Добавится', changed: 'Изменится', same: 'Уже есть' } as const;

interface Props {
  title: string;
  lead: string;
  placeholder: string;
  fields: readonly ArchiveField[];
  /** The plan comes from there. */
  path: string;
  /** Where what is stored can be undone. */
  undoPath: string;
  /** Of the undo. */
  done: string;
  published?: string | undefined;
  /** A wrong line keeps the others from being stored. */
  isWhole?: boolean;
  onClose: () => void;
}

/** Import of pasted rows or a file, with a dry run first. */
export function TableDialog(props: Props) {
  const { title, lead, placeholder, fields, isWhole = false, onClose } = props;
  const { text, rows, columns, hasHead, plan, take, choose, assign, check, save, busy, problem } = useTable(props);
  const count = plan?.lines.filter(({ outcome }) => outcome === 'new' || outcome === 'changed').length ?? 0;
  const isStopped = isWhole && plan?.lines.some(({ outcome }) => outcome === 'wrong');
  const isUseful = !isStopped && (count > 0 || plan?.isReordered);
  return (
    <Dialog title={title} role="alertdialog" wide onClose={() => busy || onClose()}>
      <Stack>
        <p>
          Скопируйте строки вместе с заголовками из Excel, LibreOffice или Google Таблиц и вставьте сюда, или выберите
          файл. {lead}
        </p>
        <TableSource label="Строки таблицы" placeholder={placeholder} value={text} onType={take} onFile={choose} />
        {rows.length > 0 && (
          <Columns first={rows[0] ?? []} columns={columns} hasHead={hasHead} fields={fields} onAssign={assign} />
        )}
        {problem && <Problem text={`Ошибка: ${problem}`} />}
        {plan && <ImportLines words={OUTCOMES} lines={plan.lines.map(toLine)} isWhole={isWhole} />}
        {plan?.isReordered && count === 0 && <Text>Изменится порядок выступлений.</Text>}
        <DialogButtons>
          <Button variant="default" disabled={busy} onClick={onClose}>
            {plan && !isUseful ? 'Закрыть' : 'Отмена'}
          </Button>
          {plan && isUseful && (
            <Button loading={busy} onClick={save}>
              {count > 0 ? `Сохранить ${plural(count, 'строку', 'строки', 'строк')}` : 'Сохранить порядок'}
            </Button>
          )}
          {!plan && (
            <Button loading={busy} disabled={rows.length === 0} onClick={check}>
              Проверить
            </Button>
          )}
        </DialogButtons>
      </Stack>
    </Dialog>
  );
}

type Column = ArchiveField | null;

interface Table {
  rows: string[][];
  columns: Column[];
  hasHead: boolean;
}

interface ColumnsProps extends Omit<Table, 'rows'>, Pick<Props, 'fields'> {
  first: string[];
  onAssign: (columns: Column[], hasHead: boolean) => void;
}

function Columns({ first, columns, hasHead, fields, onAssign }: ColumnsProps) {
  const named = first.map((cell, at) => ({ at, cell }));
  return (
    <fieldset style={{ border: 0, padding: 0, margin: 0 }}>
      <Text component="legend" fw={600}>
        Что в столбцах
      </Text>
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
        {named.map(({ at, cell }) => (
          <NativeSelect
            key={at}
            label={cell || `Столбец ${at + 1}`}
            value={columns[at] ?? ''}
            onChange={({ currentTarget }) =>
              onAssign(columns.with(at, (currentTarget.value || null) as Column), hasHead)
            }
            data={[
              { value: '', label: 'Не брать' },
              ...fields.map((field) => ({ value: field, label: headingOf(field) })),
            ]}
          />
        ))}
      </SimpleGrid>
      <Checkbox
        mt="sm"
        label="В первой строке заголовки"
        checked={hasHead}
        onChange={({ currentTarget }) => onAssign(columns, currentTarget.checked)}
      />
    </fieldset>
  );
}

function toLine({ line, name, outcome, changes, problems }: TablePlan['lines'][number]) {
  const notes = changes.map(({ field, before, after }) => {
    const heading = headingOf(field as ArchiveField);
    return `${heading}: ${before ? `«${brief(before)}» → ` : ''}«${brief(after)}»`;
  });
  return { line, outcome, text: name || 'без имени', notes, problems: problems.map(({ message }) => message) };
}

function brief(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function useTable({ path, undoPath, fields, done, published, onClose }: Props) {
  const { call } = useSession();
  const change = useChange('/programme', '/admin/editions');
  const [text, setText] = useState('');
  const [table, setTable] = useState<Table>({ rows: [], columns: [], hasHead: false });
  const checking = useMutation({
    mutationFn: async (body: Table) => (await call<TablePlan>('POST', path, { body: { ...body, dryRun: true } })).data,
  });
  const saving = useMutation({
    mutationFn: () => change<TablePlan>('POST', path, { body: { ...table, dryRun: false } }),
    onSuccess: ({ data: { undo } }) => {
      onClose();
      offerUndo({ text: done, published, undo: () => call('POST', undoPath, { body: undo as object }) });
    },
  });
  const put = (
    rows: string[][],
    { columns, hasHead }: Omit<Table, 'rows'> = columnsOf(rows[0] ?? [], fields),
  ): Table => {
    checking.reset();
    saving.reset();
    setTable({ rows, columns, hasHead });
    return { rows, columns, hasHead };
  };
  const reading = useMutation({ mutationFn: readTable, onSuccess: (rows) => checking.mutate(put(filled(rows))) });
  const error = reading.error ?? checking.error ?? saving.error;
  return {
    ...table,
    text,
    take: (typed: string) => {
      setText(typed);
      reading.reset();
      put(filled(parseTable(typed, ['\t', ';']).map(({ cells }) => cells)));
    },
    choose: (file: File) => {
      setText('');
      reading.mutate(file);
    },
    assign: (columns: Column[], hasHead: boolean) => checking.mutate(put(table.rows, { columns, hasHead })),
    plan: checking.data,
    check: () => checking.mutate(table),
    save: () => saving.mutate(),
    busy: reading.isPending || checking.isPending || saving.isPending,
    problem: error ? extractError(error) : '',
  };
}

/** Without blank rows. */
function filled(rows: string[][]): string[][] {
  return rows.filter((row) => row.some(Boolean));
}
