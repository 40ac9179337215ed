import { plural } from '../../../../../model/text/plural.ts';
import { keyOf, parseTable, withoutBlankEnd } from '../../../../../model/text/table.ts';
import { type Limits, wholeNumber } from '../../../../ui/admin/fields/whole-number.tsx';

/** A table of numbers: names of its rows and columns, and the contents of its cells. */
export interface Grid {
  rows: string[];
  columns: { name: string; limits: Limits }[];
  valueAt: (row: number, column: number) => number | null;
}

export interface Place {
  row: number;
  column: number;
}

export interface Filled extends Place {
  before: number | null;
  after: number | null;
}

export interface Plan {
  filled: Filled[];
  /** Cells, rows and columns that stay out, with the reason in Russian; only a cell has a place. */
  refused: (Partial<Place> & { what: string; why: string })[];
  notes: string[];
  problem?: string;
}

/** What a block does to a grid from `from` on. Rows and columns headed by names go where these names are. */
export function planFill(copied: string[][], grid: Grid, from: Place): Plan {
  const plan: Plan = { filled: [], refused: [], notes: [] };
  const width = copied[0]?.length ?? 0;
  const uneven = copied.find(({ length }) => length !== width);
  if (uneven) return { ...plan, problem: unevenText(width, uneven.length) };
  const { block, names } = fromHeadings(copied, grid.rows);
  const columnNames = grid.columns.map(({ name }) => name);
  const hasHead = isHead(block[0]?.slice(names + 1) ?? [], block.length, columnNames);
  const body = block.slice(Number(hasHead));
  const side = names < 0 ? undefined : body.map((row) => row[names] ?? '');
  const rows = lineUp(side, body.length, grid.rows, from.row, ROWS);
  const head = hasHead ? block[0]?.slice(names + 1) : undefined;
  const columns = lineUp(head, width - names - 1, columnNames, from.column, COLUMNS);
  const problem = rows.problem ?? columns.problem;
  plan.notes.push(...rows.notes, ...columns.notes);
  if (problem) return { ...plan, problem };
  plan.refused.push(...rows.refused, ...columns.refused);
  for (const [at, row] of rows.to.entries())
    for (const [each, column] of columns.to.entries())
      if (row !== undefined && column !== undefined)
        putCell(plan, grid, { row, column }, body[at]?.[names + 1 + each] ?? '');
  if (plan.filled.every(({ after }) => after === null)) plan.problem = 'В скопированном нет ни одного числа.';
  return plan;
}

/** Rows of cells as spreadsheets copy them. */
export function blockOf(copied: string): string[][] {
  return withoutBlankEnd(parseTable(copied, ['\t']).map(({ cells }) => cells));
}

/** The same of a file, whose rows may be of different lengths. */
export function blockOfFile(rows: string[][]): string[][] {
  const block = withoutBlankEnd(rows);
  const width = Math.max(...block.map(({ length }) => length));
  return block.map((row) => Array.from({ length: width }, (_, at) => row[at] ?? ''));
}

/** Rows from the headings on; titles and headings of several columns are above them. */
export function fromHeadings(block: string[][], rows: string[]) {
  const names = columnOfNames(block, rows);
  const known = new Set(rows.map(keyOf));
  const first = names < 0 ? 0 : block.findIndex((row) => known.has(keyOf(row[names] ?? '')));
  const head = block.slice(0, Math.max(0, first)).findLastIndex((row) => isWords(row.slice(names + 1)));
  return { block: block.slice(Math.max(0, head)), names };
}

function putCell(plan: Plan, { rows, columns, valueAt }: Grid, place: Place, text: string): void {
  const column = columns[place.column];
  if (!column) return;
  const { value, problem } = wholeNumber(text.replace(/(?<=^\d+)[.,]00?$/, ''), column.limits);
  const what = `${column.name || `Столбец ${place.column + 1}`}: ${rows[place.row]}`;
  if (problem) plan.refused.push({ ...place, what, why: problem });
  else plan.filled.push({ ...place, before: valueAt(place.row, place.column), after: value });
}

/** Index of the column of headings: the first one with a name of the grid, else the first column if it has words and no numbers; else -1. */
function columnOfNames(block: string[][], names: string[]): number {
  const [top = []] = block;
  const known = new Set(names.map(keyOf));
  const named = top.findIndex((_, at) => block.some((row) => known.has(keyOf(row[at] ?? ''))));
  return named < 0 && top.length > 1 && isWords(block.map(([first = '']) => first)) ? 0 : named;
}

function isHead(first: string[], height: number, names: string[]): boolean {
  const known = new Set(names.map(keyOf));
  return height > 1 && (isWords(first) || first.some((name) => known.has(keyOf(name))));
}

export function isWords(cells: string[]): boolean {
  return cells.some((cell) => /\p{L}{2}/u.test(cell)) && !cells.some((cell) => /^[-−–+]?[\d\s.,]+$/.test(cell));
}

const ROWS = {
  unmatched: 'Имена слева не совпали с участниками концерта: баллы пойдут по порядку.',
  unknown: 'такого участника в концерте нет',
  twice: 'это имя встречается дважды',
  tooMany: (count: number, room: number) =>
    `Скопировано ${plural(count, 'строка', 'строки', 'строк')}, а от этой ячейки вниз — ${room}. Начните с ячейки выше или скопируйте меньше.`,
};

const COLUMNS: typeof ROWS = {
  unmatched: 'Заголовки не совпали со столбцами таблицы: баллы пойдут по порядку.',
  unknown: 'такого столбца в таблице нет',
  twice: 'этот заголовок встречается дважды',
  tooMany: (count, room) =>
    `Скопировано ${plural(count, 'столбец', 'столбца', 'столбцов')}, а от этой ячейки вправо — ${room}. Начните с ячейки левее, добавьте столбцы или скопируйте меньше.`,
};

/** For each copied row or column that of the grid. */
function lineUp(headings: string[] | undefined, count: number, names: string[], from: number, words: typeof ROWS) {
  const keys = names.map(keyOf);
  const given = headings?.map(keyOf) ?? [];
  const refused: Plan['refused'] = [];
  if (!given.some((key) => key !== '' && keys.includes(key))) {
    const room = names.length - from;
    const problem = count > room ? words.tooMany(count, room) : undefined;
    const to: (number | undefined)[] = Array.from({ length: Math.min(count, room) }, (_, at) => from + at);
    return { to, refused, notes: headings ? [words.unmatched] : [], problem };
  }
  const to = given.map((key, at) => {
    const why = [keys, given].some((all) => all.indexOf(key) !== all.lastIndexOf(key)) ? words.twice : words.unknown;
    const isFound = keys.includes(key) && why === words.unknown;
    if (!isFound && key !== '') refused.push({ what: headings?.[at] ?? '', why });
    return isFound ? keys.indexOf(key) : undefined;
  });
  return { to, refused, notes: [], problem: undefined };
}

function unevenText(first: number, other: number): string {
  const cells = (count: number) => plural(count, 'ячейка', 'ячейки', 'ячеек');
  return `Строки разной длины: в первой ${cells(first)}, в другой ${cells(other)}. Скопируйте прямоугольник.`;
}
