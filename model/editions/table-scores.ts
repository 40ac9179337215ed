import { isSame } from '../compare.ts';
import { type ArchiveField, headingOf } from '../programme/table-columns.ts';
import { type Problem, wholeIn } from '../programme/table-rows.ts';
import { type PlacesSection, type Section, stepsOf } from '../results/scores.ts';

/** Points of a past show as a table has them: sums, not who gave them. */

const MOST_POINTS = 100_000;
const MOST_PLACE = 200;
const BLANK = /^[-–—]?$/;
const PARTS = ['points', 'jury', 'audience'] as const;

type Part = (typeof PARTS)[number];

/** One performer; `problems` and `changes` are of his line. */
export interface Scored {
  line: number;
  name: string;
  cells: ReadonlyMap<ArchiveField, string>;
  problems: Problem<ArchiveField>[];
  changes: { field: ArchiveField; before: string; after: string }[];
  /** Undefined for a new contestant. */
  id: number | undefined;
}

/** Points by performer; null when the table has none of this show. */
export type Sums = Map<Scored, { jury: number; audience: number }> | null;

/** Names wrong cells and what differs from the stored points in the entries. `others`: names of performers that the table leaves out. */
export function readScores(entries: Scored[], stored: Section[], others: string[]): { sums: Sums; isChanged: boolean } {
  const read = new Map(entries.map((entry) => [entry, readCells(entry)]));
  const uses = (part: Part) => entries.some((entry) => read.get(entry)?.[part] !== undefined);
  const used = PARTS.filter(uses);
  const [first] = entries;
  if (!first) return { sums: null, isChanged: false };
  if (used.length === 0) {
    for (const { cells, problems } of entries)
      if (cells.has('place'))
        problems.push({ field: 'place', message: 'Место: впишите и баллы, по ним его найдёт сайт.' });
    return { sums: null, isChanged: false };
  }
  const [other] = others;
  if (other)
    first.problems.push({
      field: used[0] ?? 'points',
      message: `Баллы: в концерте выступает ещё ${other}, добавьте в таблицу.`,
    });
  const sums = new Map(entries.map((entry) => [entry, sumOf(entry, read.get(entry) ?? {}, used)]));
  checkPlaces(sums, read);
  if ([...sums.values()].every(({ jury, audience }) => jury + audience === 0))
    first.problems.push({ field: used[0] ?? 'points', message: 'Баллы: у всех в этом концерте 0.' });
  const before = sumsIn(stored);
  for (const [{ id = 0, changes }, sum] of sums)
    for (const part of ['jury', 'audience'] as const) {
      const was = before.get(`${part} ${id}`) ?? 0;
      const field = used.includes(part) ? part : 'points';
      if (was !== sum[part]) changes.push({ field, before: was === 0 ? '' : String(was), after: String(sum[part]) });
    }
  const after = sumsIn(sectionsOf(sums, ({ id = 0 }) => id));
  return {
    sums,
    isChanged: entries.some(({ id }) => id === undefined) || !isSame([...before].sort(), [...after].sort()),
  };
}

/** Places follow the points; of equal ones the earlier performer is above. */
export function sectionsOf(sums: NonNullable<Sums>, idOf: (entry: Scored) => number): PlacesSection[] {
  const section = (kind: 'jury' | 'audience', title: string): PlacesSection[] => {
    const order = [...sums].toSorted(([, one], [, other]) => other[kind] - one[kind]);
    const places = order.map(([entry, sum], at) => ({ contestant: idOf(entry), place: at + 1, points: sum[kind] }));
    return places.some(({ points }) => points > 0) ? [{ kind, title, mode: 'places', places }] : [];
  };
  const audience = section('audience', 'Зрители');
  return [...section('jury', audience.length > 0 ? 'Жюри' : 'Баллы'), ...audience];
}

function readCells({ cells, problems }: Scored): Partial<Record<Part | 'place', number>> {
  const read: Partial<Record<Part | 'place', number>> = {};
  for (const field of [...PARTS, 'place'] as const) {
    const [least, most] = field === 'place' ? [1, MOST_PLACE] : [0, MOST_POINTS];
    const cell = cells.get(field) ?? '';
    if (BLANK.test(cell)) continue;
    const number = wholeIn(cell, least, most);
    if (number !== undefined) read[field] = number;
    else {
      const range = `${least} до ${most.toLocaleString('ru')}`;
      problems.push({
        field,
        message: `${headingOf(field)}: «${cell.slice(0, 40)}», а нужно целое число от ${range}.`,
      });
      if (field !== 'place') read[field] = 0;
    }
  }
  return read;
}

/** The part that the table does not have is what is left of the sum. */
function sumOf({ problems }: Scored, read: Partial<Record<Part, number>>, used: readonly Part[]) {
  for (const field of used)
    if (read[field] === undefined)
      problems.push({
        field,
        message: `${headingOf(field)}: пусто, а у других в этом концерте есть. Нет баллов — впишите 0.`,
      });
  const { points, jury, audience } = read;
  if (points === undefined) return { jury: jury ?? 0, audience: audience ?? 0 };
  const sum = {
    jury: jury ?? points - (audience ?? 0),
    audience: audience ?? (jury === undefined ? 0 : points - jury),
  };
  if (sum.jury < 0 || sum.audience < 0 || sum.jury + sum.audience !== points)
    problems.push({
      field: 'points',
      message: `Баллы: ${points}, а жюри и зрители дали ${(jury ?? 0) + (audience ?? 0)}.`,
    });
  return sum;
}

/** Of equal sums each may be above: rules have changed over the years. */
function checkPlaces(sums: NonNullable<Sums>, read: ReadonlyMap<Scored, { place?: number }>): void {
  const totals = [...sums.values()].map(({ jury, audience }) => jury + audience);
  for (const [entry, { jury, audience }] of sums) {
    const place = read.get(entry)?.place;
    const best = 1 + totals.filter((total) => total > jury + audience).length;
    const worst = totals.filter((total) => total >= jury + audience).length;
    if (place !== undefined && (place < best || place > worst))
      entry.problems.push({ field: 'place', message: `Место: ${place}, а по баллам выходит ${best}.` });
  }
}

function sumsIn(sections: Section[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { section, points } of stepsOf(sections))
    for (const [contestant, given] of points) {
      const key = `${section} ${contestant}`;
      if (given > 0) sums.set(key, (sums.get(key) ?? 0) + given);
    }
  return sums;
}
