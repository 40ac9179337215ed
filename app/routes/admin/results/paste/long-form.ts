import { columnsOf, tableFields } from '../../../../../model/programme/table-columns.ts';
import { keyOf } from '../../../../../model/text/table.ts';
import { fromHeadings, type Grid, isWords } from './plan.ts';

const GIVER = /^(?:кто|от кого|кто (?:дал|голосовал|голосует).*|жюри|голосующий|голосующие|giver|from|voter|jury)$/;
const NUMBER = /^\d[\d\s]*$/;

/** Makes rows of contestants from rows of givers, or from a row for each vote: giver (blank: as above), contestant, points, perhaps number and song. Other tables stay. */
export function fromLongForm(copied: string[][], grid: Grid): string[][] {
  const block = upright(copied, grid);
  const parts = partsOf(block, grid);
  if (!parts) return block;
  const { body, giver, contestant } = parts;
  const given = new Map<string, Map<string, string>>();
  const givers = new Set<string>();
  let from = '';
  for (const row of body) {
    from = row[giver] || from;
    const to = row[contestant] ?? '';
    if (to === '') continue;
    givers.add(from);
    const points = given.get(to) ?? new Map<string, string>();
    const before = points.get(from);
    // Two numbers in a cell are refused with their reason.
    given.set(to, points.set(from, before === undefined ? (row[2] ?? '') : `${before} / ${row[2]}`));
  }
  const rows = grid.rows.map(keyOf);
  const columns = grid.columns.map(({ name }) => keyOf(name));
  const stored = (to: string, by: string) => grid.valueAt(rows.indexOf(keyOf(to)), columns.indexOf(keyOf(by))) ?? '';
  const names = [...givers];
  const lines = [...given].map(([to, points]) => [to, ...names.map((by) => points.get(by) ?? String(stored(to, by)))]);
  return [['', ...names], ...lines];
}

function upright(block: string[][], { rows, columns }: Grid): string[][] {
  const [contestants, givers] = [rows, columns.map(({ name }) => name)].map((names) => new Set(names.map(keyOf)));
  const named = (names: Set<string> | undefined, line: string[]) =>
    line.filter((cell) => cell !== '' && names?.has(keyOf(cell))).length;
  const most = (lines: string[][]) => lines.reduce((found, line) => Math.max(found, named(contestants, line)), 0);
  const width = block[0]?.length ?? 0;
  // Givers may have the names of contestants.
  const isHeaded = block.some((line) => Math.min(named(givers, line), named(contestants, line)) > 1);
  if (isHeaded || block.some(({ length }) => length !== width)) return block;
  const turned = Array.from({ length: width }, (_, at) => block.map((row) => row[at] ?? ''));
  return most(block) > Math.max(1, most(turned)) ? turned : block;
}

/** Which columns are which; undefined for another block: a table of points may begin with names and regions. */
function partsOf(copied: string[][], grid: Grid) {
  const start = copied.findIndex((row) => row.filter(Boolean).length > 1); // below a title
  const out = columnsOf(copied[start] ?? [], ['number', 'song']);
  const block = copied.slice(Math.max(0, start)).map((row) => (row.length > 3 ? row.filter((_, at) => !out[at]) : row));
  const [first] = block;
  if (!first || block.some(({ length }) => length !== 3)) return undefined;
  const hasHead = !NUMBER.test(first[2] ?? '') && /\p{L}/u.test(first[2] ?? '');
  const body = hasHead ? block.slice(1) : block;
  const [rows, columns] = [grid.rows, grid.columns.map(({ name }) => name)].map((names) => new Set(names.map(keyOf)));
  const knownIn = (column: number) => body.filter((row) => rows?.has(keyOf(row[column] ?? ''))).length;
  const [giver, contestant] = knownIn(0) > knownIn(1) ? [1, 0] : [0, 1];
  const names = body.map((row) => keyOf(row[contestant] ?? ''));
  const areNumbers = body.filter((row) => NUMBER.test(row[2] ?? '')).length * 2 > body.length;
  const isWords = body.every((row) => row[giver] === '' || /\p{L}/u.test(row[giver] ?? '')) && body[0]?.[giver] !== '';
  if (knownIn(contestant) === 0 || !areNumbers || !isWords || (hasHead && columns?.has(keyOf(first[2] ?? ''))))
    return undefined;
  const isNamed = hasHead && GIVER.test(keyOf(first[giver] ?? ''));
  const areGivers = body.every((row) => row[giver] === '' || columns?.has(keyOf(row[giver] ?? '')));
  return isNamed || areGivers || new Set(names).size < names.length ? { body, giver, contestant } : undefined;
}

/** Headings that are not yet columns of the grid, where the block names its rows; never of texts, places or sums, nor duplicates. */
export function newColumns(copied: string[][], grid: Pick<Grid, 'rows' | 'columns'>): string[] {
  const { block, names } = fromHeadings(copied, grid.rows);
  const known = new Set(grid.columns.map(({ name }) => keyOf(name)));
  const headings = names < 0 ? [] : (block[0]?.slice(names + 1) ?? []);
  if (!isWords(headings.filter(Boolean))) return [];
  const isOther = (name: string) => columnsOf([name], NO_GIVERS).some(Boolean) || FIGURE.test(keyOf(name));
  const keys = headings.map(keyOf);
  const isText = (at: number) => {
    const cells = block.slice(1).flatMap((row) => row[names + 1 + at] || []);
    return cells.length > 0 && !cells.some((cell) => /^\d+(?:[.,]\d+)?$/.test(cell));
  };
  return headings.filter((name, at) => {
    const isOnce = keys.indexOf(keyOf(name)) === at && keys.lastIndexOf(keyOf(name)) === at;
    return name !== '' && isOnce && !known.has(keyOf(name)) && !isOther(name) && !isText(at);
  });
}

const NO_GIVERS = [...tableFields, 'place', 'points'] as const;
const FIGURE =
  /^(?:средн(?:ий балл|яя оценка|ее)|ср\. ?балл|рейтинг|процент|доля|возраст|год рождения)(?: .*)?$|^средняя$|^%/;
