import { z } from 'zod';
import { invalid } from '../../errors.ts';
import { type Contestant, type ContestantChange, contestantChangeSchema } from './contestant-schema.ts';
import { type ArchiveField, columnsOf, type TableField, tableFields } from './table-columns.ts';

/** Shared by the tables of a show and of past festivals. */

const MOST_COLUMNS = 50;
const MOST_CHARACTERS = 10_000; // the longest text of a contestant
const MOST_NUMBER = 200;

const NO_ROWS = 'Таблица: нужны строки с ячейками.';

type Fields<Field extends ArchiveField> = readonly [Field, ...Field[]];

export function tableSchemaOf<Field extends ArchiveField>(fields: Fields<Field>, mostRows: number) {
  const tooLarge = `Таблица: не больше ${mostRows} строк и ${MOST_COLUMNS} столбцов.`;
  const cell = z
    .string('Таблица: в ячейках нужен текст.')
    .max(MOST_CHARACTERS, 'Таблица: в ячейке слишком длинный текст.');
  const row = z.array(cell, NO_ROWS).max(MOST_COLUMNS, tooLarge);
  return z.object({
    rows: z.array(row, NO_ROWS).max(mostRows, tooLarge),
    columns: z
      .array(z.enum(fields, 'Столбцы: такого поля у участника нет.').nullable(), 'Столбцы: нужен список.')
      .max(MOST_COLUMNS, tooLarge)
      .optional()
      .describe('What each column holds, null for nothing; without it as the headings in the first row say'),
    hasHead: z
      .boolean('Заголовки: нужно да или нет.')
      .optional()
      .describe('The first row is no contestant; without it as the headings say'),
    dryRun: z.boolean('Только показать: нужно да или нет.').default(false).describe('Stores nothing'),
  });
}

export function planSchemaOf<Field extends ArchiveField>(fields: Fields<Field>) {
  return z.object({
    columns: z.array(z.enum(fields).nullable()),
    isReordered: z.boolean().describe('The running order of a show changes'),
    lines: z.array(
      z.object({
        line: z.number().int().describe('Number of the row, from 1'),
        name: z.string(),
        outcome: z.enum(['new', 'changed', 'same', 'wrong']),
        problems: z.array(z.object({ field: z.enum(fields), message: z.string() })),
        changes: z.array(z.object({ field: z.enum(fields), before: z.string(), after: z.string() })),
      }),
    ),
    undo: z.unknown().describe('Of what was stored: send it to `…/table/undo`. Absent when nothing was'),
  });
}

/** Of either table. */
export type TablePlan = z.output<ReturnType<typeof planSchemaOf<ArchiveField>>>;

export interface Problem<Field> {
  field: Field;
  message: string;
}

/** Filled cells of each row that is neither blank nor the heading. 400 without a column of names. */
export function readRows<Field extends ArchiveField>(
  {
    rows,
    columns,
    hasHead,
  }: { rows: string[][]; columns?: (Field | null)[] | undefined; hasHead?: boolean | undefined },
  fields: Fields<Field>,
) {
  const known = columnsOf(rows[0] ?? [], fields);
  const found = columns ?? known.columns;
  if (!found.some((field) => field === 'name'))
    throw invalid('columns', 'Столбцы: не видно, в каком из них имена. Выберите для него «Имя».');
  const lines = rows.map((row, at) => ({
    line: at + 1,
    cells: new Map(found.flatMap((field, index) => (field && row[index]?.trim() ? [[field, row[index].trim()]] : []))),
  }));
  const filled = lines.filter(({ line, cells }) => cells.size > 0 && !(line === 1 && (hasHead ?? known.hasHead)));
  return { columns: found, lines: filled };
}

/** `known` with what the cells say; `input` is undefined when one is wrong. */
export function readContestant(cells: ReadonlyMap<ArchiveField, string>, known: ContestantChange | undefined) {
  const own = tableFields.filter((field) => field !== 'number' && cells.has(field));
  const given = Object.fromEntries(own.map((field) => [field, cells.get(field) ?? '']));
  if (given.song) given.song = given.song.replace(QUOTED, '$1');
  const read = contestantChangeSchema.safeParse({ ...known, name: '', ...given });
  const problems = (read.error?.issues ?? []).flatMap(({ path, message }) => {
    const field = tableFields.find((each) => each === path[0]);
    return field ? [{ field, message }] : [];
  });
  return { problems, input: read.data && { ...read.data, name: known?.name ?? read.data.name } };
}

/** Pages put a song into quotes by themselves. */
const QUOTED = /^[«"„“]([^«»"„“”]*)[»"“”]$/;

/** Sort key of lines without a number. */
export const LAST = MOST_NUMBER + 1;

/** Place in the running order, and what is wrong with it. `earlier`: lines of the same show. */
export function readNumber<Line extends { line: number; number: number }>(cell: string | undefined, earlier: Line[]) {
  const number = cell === undefined ? LAST : wholeIn(cell, 1, MOST_NUMBER);
  if (number === undefined)
    return { number: LAST, problems: [numberProblem(`Номер: нужно целое число от 1 до ${MOST_NUMBER}.`)] };
  const rival = number < LAST && earlier.find((each) => each.number === number);
  return { number, problems: rival ? [numberProblem(`Номер ${number} уже в строке ${rival.line}.`)] : [] };
}

function numberProblem(message: string) {
  return { field: 'number' as const, message };
}

/** Spreadsheets write whole numbers as 1.0 or «1.», too, and group thousands. */
export function wholeIn(cell: string, least: number, most: number): number | undefined {
  const [, digits = ''] = /^(\d+)(?:[.,]0*)?$/.exec(cell.replace(/(?<=\d)[\u00a0\u202f ](?=\d{3})/g, '')) ?? [];
  const number = Number(digits);
  return digits !== '' && number >= least && number <= most ? number : undefined;
}

export function changesOf(
  known: Contestant,
  input: ContestantChange,
): { field: TableField; before: string; after: string }[] {
  return tableFields.flatMap((field) => {
    if (field === 'number') return [];
    const [before, after] = [known[field] ?? '', input[field] ?? ''];
    return before === after ? [] : [{ field, before, after }];
  });
}

export function outcomeOf(
  problems: readonly unknown[],
  isKnown: boolean,
  changes: readonly unknown[],
): TablePlan['lines'][number]['outcome'] {
  if (problems.length > 0) return 'wrong';
  if (!isKnown) return 'new';
  return changes.length > 0 ? 'changed' : 'same';
}

export function isIdle({ outcome }: Pick<TablePlan['lines'][number], 'outcome'>): boolean {
  return outcome === 'same' || outcome === 'wrong';
}

/** Those of the table in its order, then the others. */
export function orderOf(ids: number[], before: number[]): number[] {
  return [...ids, ...before.filter((id) => !ids.includes(id))];
}
