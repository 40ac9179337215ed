import { Checkbox, Fieldset, NativeSelect, SimpleGrid, Text } from '@mantine/core';
import { useState } from 'react';
import { type ArchiveField, headingOf, MAX_COLUMNS, readHead } from '../../../model/programme/table-columns.ts';
import type { TablePlan } from '../../../model/programme/table-rows.ts';
import { parseTable, withoutBlankEnd } from '../../../model/text/table.ts';
import { offerUndo } from './form/undo.tsx';
import { useSession } from './sign-in/session.tsx';
import { ImportDialog, useImport } from './table-import.tsx';

interface Props {
  title: string;
  lead: string;
  placeholder: string;
  fields: readonly ArchiveField[];
  path: string; // The plan comes from there
  done: string;
  published?: string | undefined;
  isWhole?: boolean; // A wrong line keeps the others from being stored
  onClose: () => void;
}

/** Import of pasted rows or a file, with a dry run first. */
export function TableDialog({ title, lead, placeholder, fields, isWhole = false, onClose, ...to }: Props) {
  const { call } = useSession();
  const [text, setText] = useState('');
  const [table, setTable] = useState<Table>({ rows: [], columns: [], hasHead: false });
  const { head, headings } = readHead(table.rows, fields);
  const put = (all: string[][], { columns, hasHead }: Omit<Table, 'rows'> = readHead(all, fields)): Table => {
    const next = { rows: all, columns, hasHead };
    setTable(next);
    return next;
  };
  const state = useImport<TablePlan>(
    to.path,
    ['/programme', '/admin/editions'],
    (all) => put(withoutBlankEnd(all)),
    ({ undo: body }) => {
      onClose();
      const undo = () => call('POST', '/admin/shows/table/undo', { body: body as object });
      offerUndo({ text: to.done, published: to.published, undo });
    },
    (all) => readHead(all, fields).columns.some((field) => field === 'name'),
  );
  const { plan } = state;
  const left = headings.filter((heading, at) => heading && table.hasHead && !table.columns[at]);
  const take = (typed: string) => {
    setText(typed);
    put(withoutBlankEnd(parseTable(typed, ['\t', ';']).map(({ cells }) => cells)));
  };
  return (
    <ImportDialog
      {...{ title, placeholder, state, body: table, isWhole, onClose }}
      lead={`Скопируйте строки вместе с заголовками из Excel, LibreOffice или Google Таблиц и вставьте сюда, или выберите файл. ${lead}`}
      label="Строки таблицы"
      value={text}
      onType={take}
      lines={plan?.lines.map((line) => toLine(line, table)) ?? []}
      otherwise={[
        left.length > 0 && `Столбцы, которых не возьмём: ${left.join(', ')}. Их можно назначить выше.`,
        plan?.isReordered && 'Изменится порядок выступлений. Те, кого в таблице нет, окажутся в конце.',
      ]
        .filter(Boolean)
        .join(' ')}
    >
      {table.rows.length > 0 && headings.length <= MAX_COLUMNS && (
        <Columns
          {...{ ...table, head, headings, fields }}
          onAssign={(columns, hasHead) => state.check(put(table.rows, { columns, hasHead }))}
        />
      )}
    </ImportDialog>
  );
}

type Column = ArchiveField | null;

interface Table {
  rows: string[][];
  columns: Column[];
  hasHead: boolean;
}

interface ColumnsProps extends Table, Pick<Props, 'fields'> {
  head: number;
  headings: string[];
  onAssign: (columns: Column[], hasHead: boolean) => void;
}

function Columns({ rows, head, headings, columns, hasHead, fields, onAssign }: ColumnsProps) {
  const below = rows.slice(hasHead ? head + 1 : 0);
  const named = headings.map((heading, at) => {
    const sample = below.find((row) => row[at])?.[at];
    return { at, label: ((hasHead && heading) || `Столбец ${at + 1}`) + (sample ? `: «${brief(sample, 12)}»` : '') };
  });
  const choices = [{ value: '', label: 'Не брать' }, ...fields.map((value) => ({ value, label: headingOf(value) }))];
  return (
    <Fieldset variant="unstyled" m={0} legend={<Text fw={600}>Что в столбцах</Text>}>
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm" style={{ alignItems: 'end' }}>
        {named.map(({ at, label }) => (
          <NativeSelect
            size="sm"
            key={at}
            label={label}
            value={columns[at] ?? ''}
            onChange={({ currentTarget: { value } }) => onAssign(columns.with(at, (value || null) as Column), hasHead)}
            data={choices}
          />
        ))}
      </SimpleGrid>
      <Checkbox
        mt="sm"
        label={`В ${head === 0 ? 'первой строке' : `строке ${head + 1}`} заголовки`}
        checked={hasHead}
        onChange={({ currentTarget }) => onAssign(columns, currentTarget.checked)}
      />
    </Fieldset>
  );
}

function toLine({ line, name, outcome, changes, problems }: TablePlan['lines'][number], { rows, columns }: Table) {
  const notes = changes.map(({ field, before, after }) => {
    const heading = headingOf(field as ArchiveField);
    return `${heading}: ${before ? `«${brief(before)}» → ` : ''}«${brief(after)}»`;
  });
  // Few messages quote the cell.
  const problemText = ({ field, message }: (typeof problems)[number]) => {
    const cell = rows[line - 1]?.[columns.indexOf(field as ArchiveField)] ?? '';
    return cell === '' || field === 'name' || message.includes(`«${cell}»`) || message.split(/[\s,.:]+/).includes(cell)
      ? message
      : `В ячейке «${brief(cell)}». ${message}`;
  };
  const text = [name || 'без имени', ...(outcome === 'new' ? [notes.join('; ')] : [])].filter(Boolean).join(' — ');
  return { line, outcome, text, notes: outcome === 'changed' ? notes : [], problems: problems.map(problemText) };
}

function brief(text: string, most = 60): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
