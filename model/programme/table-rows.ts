import { z } from 'zod';
import { invalid } from '../../errors.ts';
import { type ArchiveField, MAX_COLUMNS, readHead } from './table-columns.ts';

/** Shared by the tables of a show and of past festivals. */

const MAX_CHARACTERS = 32_767; // a spreadsheet's limit per cell; columns have their own limits

const NO_ROWS = 'Таблица: нужны строки с ячейками.';

type Fields<Field extends ArchiveField> = readonly [Field, ...Field[]];

export function tableSchemaOf<Field extends ArchiveField>(fields: Fields<Field>, mostRows: number) {
  const tooLarge = `Таблица: не больше ${mostRows} строк и ${MAX_COLUMNS} столбцов.`;
  const cell = z
    .string('Таблица: в ячейках нужен текст.')
    .max(MAX_CHARACTERS, 'Таблица: в ячейке слишком длинный текст.');
  const row = z.array(cell, NO_ROWS).max(MAX_COLUMNS, tooLarge);
  return z.object({
    rows: z.array(row, NO_ROWS).max(mostRows + 1, tooLarge), // one holds the headings
    columns: z
      .array(z.enum(fields, 'Столбцы: такого поля у участника нет.').nullable(), 'Столбцы: нужен список.')
      .max(MAX_COLUMNS, tooLarge)
      .optional()
      .describe('Field of each column, null to ignore it; by default from the headings'),
    hasHead: z
      .boolean('Заголовки: нужно да или нет.')
      .optional()
      .describe('Whether there is a heading row: the first, or one under a title; detected by default'),
    dryRun: z.boolean('Только показать: нужно да или нет.').default(false).describe('Stores nothing'),
  });
}

const field = z.string().describe('As in `columns`');

export const tablePlanSchema = z.object({
  columns: z.array(field.nullable()),
  isReordered: z.boolean().describe('The running order of existing performers changes'),
  lines: z.array(
    z.object({
      line: z.number().int().describe('Number of the row, from 1'),
      name: z.string(),
      outcome: z.enum(['new', 'changed', 'same', 'wrong']),
      problems: z.array(z.object({ field, message: z.string() })),
      changes: z.array(z.object({ field, before: z.string(), after: z.string() })),
    }),
  ),
  undo: z.unknown().optional().describe('Undo data for `…/table/undo`. Absent if nothing was stored'),
});

export type TablePlan = z.output<typeof tablePlanSchema>;
export type TableLine = TablePlan['lines'][number];
export type Cells = ReadonlyMap<ArchiveField, string>;

/** An entry in API form. */
export function toLine({ line, name, outcome, problems, changes }: TableLine): TableLine {
  const changed = outcome === 'same' && changes.length > 0 ? 'changed' : outcome;
  return { line, name, outcome: problems.length > 0 ? 'wrong' : changed, problems, changes };
}

interface Table<Field> {
  rows: string[][];
  columns?: (Field | null)[] | undefined;
  hasHead?: boolean | undefined;
}

/** Error values of spreadsheets. */
export const FORMULA_ERROR =
  /^(?:#(?:Н\/Д|N\/A|(?:ССЫЛКА|REF|ЗНАЧ|VALUE|ИМЯ|NAME|ДЕЛ\/0|DIV\/0|ЧИСЛО|NUM|ПУСТО|NULL)[!?])|(?:Ошибка|Err):\d+)$/;
const TOTAL = /^(?:итого|всего)[:\s\d]*$/i;

/** Filled cells of data rows: skips blank rows, sums, the heading and rows above it. 400 without a column of names. */
export function readRows<Field extends ArchiveField>({ rows, columns, hasHead }: Table<Field>, fields: Fields<Field>) {
  const known = readHead(rows, fields);
  const found = columns ?? known.columns;
  if (!found.some((each) => each === 'name'))
    throw invalid('columns', 'Столбцы: не видно, в каком из них имена. Выберите для него «Имя».');
  const lines = rows.map((row, at) => ({ line: at + 1, cells: cellsOf(row, found) }));
  const from = (hasHead ?? known.hasHead) ? known.head + 1 : 0;
  const filled = lines.slice(from).filter(({ cells }) => cells.size > 0 && !isTotal(cells));
  return { columns: found, lines: filled };
}

function isTotal(cells: Cells): boolean {
  const [first] = cells.values();
  return !cells.has('song') && [first, cells.get('name')].some((text) => TOTAL.test(text ?? ''));
}

/** Filled cells; several columns of one field are joined. */
function cellsOf(row: readonly string[], columns: readonly (ArchiveField | null)[]): Cells {
  const cells = new Map<ArchiveField, string>();
  for (const [at, field] of columns.entries()) {
    const text = row[at]?.trim();
    const before = field && cells.get(field);
    if (!field || !text || before === text) continue;
    cells.set(field, before === undefined ? text : [before, text].join(field === 'authors' ? ', ' : ' '));
  }
  return cells;
}

/** Parses a whole number, also 1.0, 1,00, «1.», «1)», «№ 1» or with grouped thousands; 1,000 is ambiguous. */
export function wholeIn(cell: string, least: number, most: number): number | undefined {
  const [, digits = ''] =
    /^(?:№\s?)?(\d+)(?:[.,]0{0,2}|\))?$/.exec(cell.replace(/(?<=\d)[\u00a0\u202f ](?=\d{3})/g, '')) ?? [];
  const number = Number(digits);
  return digits !== '' && number >= least && number <= most ? number : undefined;
}
