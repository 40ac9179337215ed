import { z } from 'zod';
import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { invalid } from '../../errors.ts';
import { isSame } from '../compare.ts';
import type { Aim } from '../rows.ts';
import type { Store } from '../store.ts';
import { keyOf } from '../text/table.ts';
import { type Contestant, type ContestantChange, contestantChangeSchema } from './contestant-schema.ts';
import { createContestant, listContestants, saveContestant } from './contestants.ts';
import { readOrders, requireShow } from './show-row.ts';
import { orderShow } from './shows.ts';
import { columnsOf, type TableField, tableFields } from './table-columns.ts';

const MOST_ROWS = 300;
const MOST_COLUMNS = 50;
const MOST_CHARACTERS = 10_000; // the longest text of a contestant
const MOST_NUMBER = 200;

const TOO_LARGE = `Таблица: не больше ${MOST_ROWS} строк и ${MOST_COLUMNS} столбцов.`;
const NO_ROWS = 'Таблица: нужны строки с ячейками.';

const cell = z
  .string('Таблица: в ячейках нужен текст.')
  .max(MOST_CHARACTERS, 'Таблица: в ячейке слишком длинный текст.');
const row = z.array(cell, NO_ROWS).max(MOST_COLUMNS, TOO_LARGE);
const column = z.enum(tableFields, 'Столбцы: такого поля у участника нет.').nullable();

export const tableSchema = z.object({
  rows: z.array(row, NO_ROWS).max(MOST_ROWS, TOO_LARGE),
  columns: z
    .array(column, 'Столбцы: нужен список.')
    .max(MOST_COLUMNS, TOO_LARGE)
    .optional()
    .describe('What each column holds, null for nothing; without it as the headings in the first row say'),
  hasHead: z
    .boolean('Заголовки: нужно да или нет.')
    .optional()
    .describe('The first row is no contestant; without it as the headings say'),
  dryRun: z.boolean('Только показать: нужно да или нет.').default(false).describe('Stores nothing'),
});

export const tablePlanSchema = z.object({
  columns: z.array(column),
  isReordered: z.boolean().describe('The running order of the show changes'),
  lines: z.array(
    z.object({
      line: z.number().int().describe('Number of the row, from 1'),
      name: z.string(),
      outcome: z.enum(['new', 'changed', 'same', 'wrong']).describe('Wrong lines are left out'),
      problems: z.array(z.object({ field: z.enum(tableFields), message: z.string() })),
      changes: z.array(z.object({ field: z.enum(tableFields), before: z.string(), after: z.string() })),
    }),
  ),
});

export type TablePlan = z.output<typeof tablePlanSchema>;
type Table = z.output<typeof tableSchema>;

/**
 * Contestants of a show from the rows of a table: found by their names, added or changed, and put into the order of the table;
 * those who are not in it follow. An empty cell leaves what is stored. One transaction; the same table twice changes nothing.
 * 400 without a column of names; 404; 409 for too many contestants; 412 when the version is not in `expected`.
 */
export async function importTable(store: Store, aim: Aim, table: Table): Promise<TablePlan> {
  const save = async (db: Db) => {
    const within = { ...store, db, announce: () => {} };
    const { plan, lines, order, edition_id } = await readPlan(db, aim, table);
    if (table.dryRun || (!plan.isReordered && plan.lines.every(isIdle))) return { plan, isChanged: false };
    const { by } = aim;
    const ids: number[] = [];
    for (const { known, input, outcome } of lines) {
      if (outcome === 'new' && input)
        ids.push((await createContestant(within, { ...input, edition_id, slug: '', shows: [] }, by)).id);
      if (outcome === 'changed' && known && input)
        await saveContestant(within, { id: known.id, by, expected: undefined }, input);
      if (known) ids.push(known.id);
    }
    await orderShow(within, { id: aim.id, by, expected: undefined }, orderOf(ids, order));
    return { plan, isChanged: true };
  };
  const { plan } = await write(store, save, ({ isChanged }) =>
    isChanged ? { topic: 'site-content', isWithdrawal: true } : undefined,
  );
  return plan;
}

type Line = TablePlan['lines'][number] & {
  known?: Contestant | undefined;
  input?: ContestantChange | undefined;
  number: number;
};

async function readPlan(db: Db, { id, expected }: Aim, { rows, columns, hasHead }: Table) {
  const { edition_id } = await requireShow(db, id, expected);
  const order = (await readOrders(db)).get(id) ?? [];
  const known = columnsOf(rows[0] ?? []);
  const found = { columns: columns ?? known.columns, hasHead: hasHead ?? known.hasHead };
  if (!found.columns.includes('name'))
    throw invalid('columns', 'Столбцы: не видно, в каком из них имена. Выберите для него «Имя».');
  const lines = readLines(rows, found, await listContestants(db, edition_id));
  const ids = lines.flatMap(({ known }) => known?.id ?? []);
  const isReordered = lines.some(({ outcome }) => outcome === 'new') || !isSame(orderOf(ids, order), order);
  const shown = lines.map(({ known: _known, input: _input, number: _number, ...line }) => line);
  return {
    plan: { columns: found.columns, isReordered, lines: shown.toSorted((a, b) => a.line - b.line) },
    ...{ lines, order, edition_id },
  };
}

/** Those of the table in its order, then the others. */
function orderOf(ids: number[], before: number[]): number[] {
  return [...ids, ...before.filter((id) => !ids.includes(id))];
}

/** In the order of their numbers. Blank rows are left out. */
function readLines(
  rows: string[][],
  { columns, hasHead }: ReturnType<typeof columnsOf>,
  contestants: Contestant[],
): Line[] {
  const byName = Map.groupBy(contestants, ({ name }) => keyOf(name));
  const lines: Line[] = [];
  for (const [at, row] of rows.entries()) {
    const cells = new Map(
      columns.flatMap((field, index) => (field && row[index]?.trim() ? [[field, row[index].trim()]] : [])),
    );
    if ((hasHead && at === 0) || cells.size === 0) continue;
    lines.push(readLine(at + 1, cells, byName, lines));
  }
  return lines.toSorted((one, other) => one.number - other.number);
}

function readLine(
  line: number,
  cells: ReadonlyMap<TableField, string>,
  byName: ReadonlyMap<string, Contestant[]>,
  earlier: Line[],
): Line {
  const name = cells.get('name') ?? '';
  const [known, namesake] = byName.get(keyOf(name)) ?? [];
  const number = numberIn(cells.get('number'));
  const problems: Line['problems'] = [];
  const twin = name !== '' && earlier.find((each) => keyOf(each.name) === keyOf(name));
  if (twin) problems.push({ field: 'name', message: `Это имя уже есть в строке ${twin.line}.` });
  if (namesake) problems.push({ field: 'name', message: 'Участников с этим именем несколько: измените их в списке.' });
  if (number === undefined)
    problems.push({ field: 'number', message: `Номер: нужно целое число от 1 до ${MOST_NUMBER}.` });
  const rival = number !== undefined && number < LAST && earlier.find((each) => each.number === number);
  if (rival) problems.push({ field: 'number', message: `Номер ${number} уже в строке ${rival.line}.` });
  const { number: _number, ...given } = Object.fromEntries(cells);
  if (given.song) given.song = given.song.replace(QUOTED, '$1');
  const read = contestantChangeSchema.safeParse({ ...known, name: '', ...given });
  for (const { path, message } of read.error?.issues ?? []) {
    const field = tableFields.find((each) => each === path[0]);
    if (field) problems.push({ field, message });
  }
  const input = read.data && { ...read.data, name: known?.name ?? read.data.name };
  const changes = known && input ? changesOf(known, input) : [];
  const outcome = problems.length > 0 ? 'wrong' : !known ? 'new' : changes.length > 0 ? 'changed' : 'same';
  const kept = outcome === 'wrong' ? {} : { known, input };
  return { line, name, outcome, problems, changes, ...kept, number: number ?? LAST };
}

/** Pages put a song into quotes by themselves. */
const QUOTED = /^[«"„“]([^«»"„“”]*)[»"“”]$/;

/** Sort key of lines without a number. */
const LAST = MOST_NUMBER + 1;

/** Spreadsheets write whole numbers as 1.0 or «1.», too. */
function numberIn(cell: string | undefined): number | undefined {
  if (cell === undefined) return LAST;
  const [, digits] = /^(\d{1,3})(?:[.,]0*)?$/.exec(cell) ?? [];
  const number = Number(digits);
  return number >= 1 && number <= MOST_NUMBER ? number : undefined;
}

function changesOf(known: Contestant, input: ContestantChange): Line['changes'] {
  return tableFields.flatMap((field) => {
    if (field === 'number') return [];
    const [before, after] = [known[field] ?? '', input[field] ?? ''];
    return before === after ? [] : [{ field, before, after }];
  });
}

function isIdle({ outcome }: Pick<Line, 'outcome'>): boolean {
  return outcome === 'same' || outcome === 'wrong';
}
