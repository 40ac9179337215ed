import { Button, Checkbox, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Show } from '../../../../model/programme/show-row.ts';
import type { TablePlan } from '../../../../model/programme/table.ts';
import { columnsOf, headingOf, type TableField, tableFields } from '../../../../model/programme/table-columns.ts';
import { plural } from '../../../../model/text/plural.ts';
import { parseTable } from '../../../../model/text/table.ts';
import { Dialog, DialogButtons } from '../../../ui/admin/dialog.tsx';
import { Problem } from '../../../ui/admin/loading/states.tsx';
import { tellDone } from '../../../ui/admin/notices.ts';
import { useChange } from '../../../ui/admin/queries.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { readTable } from '../../../ui/admin/table-file.ts';
import { ImportLines, TableSource } from '../../../ui/admin/table-import.tsx';
import { extractError } from '../../../ui/errors/api-error.ts';

const OUTCOMES = { wrong: 'Ошибка', new: 'Добавится', changed: 'Изменится', same: 'Уже есть' } as const;

interface Props {
  show: Show;
  onClose: () => void;
}

/** Import of contestants into a show from pasted rows or a file, with a dry run first. */
export function TableDialog({ show, onClose }: Props) {
  const { text, rows, columns, hasHead, plan, take, choose, assign, check, save, busy, problem } = useTable(
    show,
    onClose,
  );
  const count = plan?.lines.filter(({ outcome }) => outcome === 'new' || outcome === 'changed').length ?? 0;
  const isUseful = count > 0 || plan?.isReordered;
  return (
    <Dialog title="Участники из таблицы" role="alertdialog" wide onClose={() => busy || onClose()}>
      <Stack>
        <p>
          Скопируйте строки вместе с заголовками из Excel, LibreOffice или Google Таблиц и вставьте сюда, или выберите
          файл. Участников найдём по именам; пустая ячейка ничего не меняет. Сначала покажем, что изменится.
        </p>
        <TableSource
          label="Строки таблицы"
          placeholder={'№\tИмя\tПесня\n1\tАнна Лебедева\tСвет'}
          value={text}
          onType={take}
          onFile={choose}
        />
        {rows.length > 0 && <Columns first={rows[0] ?? []} columns={columns} hasHead={hasHead} onAssign={assign} />}
        {problem && <Problem text={`Ошибка: ${problem}`} />}
        {plan && <ImportLines words={OUTCOMES} lines={plan.lines.map(toLine)} />}
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

type Column = TableField | null;

interface ColumnsProps {
  first: string[];
  columns: Column[];
  hasHead: boolean;
  onAssign: (columns: Column[], hasHead: boolean) => void;
}

function Columns({ first, columns, hasHead, onAssign }: ColumnsProps) {
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
              ...tableFields.map((field) => ({ value: field, label: headingOf(field) })),
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
  const notes = changes.map(
    ({ field, before, after }) => `${headingOf(field)}: ${before ? `«${brief(before)}» → ` : ''}«${brief(after)}»`,
  );
  return { line, outcome, text: name || 'без имени', notes, problems: problems.map(({ message }) => message) };
}

function brief(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

interface Table {
  rows: string[][];
  columns: Column[];
  hasHead: boolean;
}

function useTable(show: Show, onClose: () => void) {
  const { call } = useSession();
  const change = useChange('/programme');
  const path = `/admin/shows/${show.id}/table`;
  const [text, setText] = useState('');
  const [table, setTable] = useState<Table>({ rows: [], columns: [], hasHead: false });
  const checking = useMutation({
    mutationFn: async (body: Table) => (await call<TablePlan>('POST', path, { body: { ...body, dryRun: true } })).data,
  });
  const saving = useMutation({
    mutationFn: () => change('POST', path, { body: { ...table, dryRun: false } }),
    onSuccess: () => {
      onClose();
      tellDone(`Таблица загружена: «${show.title}».`);
    },
  });
  const put = (rows: string[][], { columns, hasHead } = columnsOf(rows[0] ?? [])): Table => {
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
