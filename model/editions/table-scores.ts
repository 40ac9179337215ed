import type { Contestant } from '../programme/contestant-schema.ts';
import { headingOf } from '../programme/table-columns.ts';
import type { Entry, Performances } from '../programme/table-entries.ts';
import { wholeIn } from '../programme/table-rows.ts';
import { type ResultsRow, toScores } from '../results/document.ts';
import { type PlacesSection, type Section, stepsOf } from '../results/scores.ts';

/** Points of a past show as a table has them: sums, not who gave them. */

const MOST_POINTS = 100_000;
const MOST_PLACE = 200;
const BLANK = /^[-–—]?$/;
const PARTS = ['points', 'jury', 'audience'] as const;

type Part = (typeof PARTS)[number];
type Read = Partial<Record<Part | 'place', number>>;

type Scored = Performances & { row: ResultsRow | undefined };

/** Points by performance. */
export type Sums = Map<Entry, { jury: number; audience: number }> | null;

/** Points that differ from the stored ones; null to leave these. Names wrong cells. `stored`: contestants. */
export function readScores({ entries, order, row }: Scored, stored: Contestant[]): Sums {
  const read = new Map(entries.map((entry) => [entry, readCells(entry)]));
  const used = PARTS.filter((part) => [...read.values()].some((cells) => cells[part] !== undefined));
  const [field] = used;
  const [first] = entries;
  for (const { cells, problems } of field ? [] : entries)
    if (cells.has('place'))
      problems.push({ field: 'place', message: 'Место: впишите и баллы, по ним его найдёт сайт.' });
  if (!first || !field) return null;
  const sums = new Map(entries.map((entry) => [entry, sumOf(entry, read.get(entry) ?? {}, used)]));
  checkPlaces(sums, read);
  const refuse = (message: string) => first.problems.push({ field, message: `Баллы: ${message}` });
  const isListed = (id: number) => entries.some(({ person }) => person.known?.id === id);
  const other = stored.find(({ id, is_withdrawn }) => order.includes(id) && !is_withdrawn && !isListed(id));
  if (other) refuse(`в концерте выступает ещё ${other.name}, добавьте в таблицу.`);
  if ([...sums.values()].every(({ jury, audience }) => jury + audience === 0)) refuse('у всех в этом концерте 0.');
  const { sections } = toScores(row);
  if (!findChanges(sums, sections, used.join() === 'points')) return null;
  if (row?.armed_at || sections.some(({ mode }) => mode === 'givers'))
    refuse('они уже введены по голосующим, исправьте их в «Итогах».');
  return sums;
}

/** Places follow the points; of equal ones the earlier performer is above. */
export function sectionsOf(sums: NonNullable<Sums>, idOf: (entry: Entry) => number | undefined): PlacesSection[] {
  const section = (kind: 'jury' | 'audience', title: string): PlacesSection[] => {
    const order = [...sums].toSorted(([, one], [, other]) => other[kind] - one[kind]);
    const places = order.map(([entry, sum], at) => ({
      contestant: idOf(entry) ?? 0,
      place: at + 1,
      points: sum[kind],
    }));
    return places.some(({ points }) => points > 0) ? [{ kind, title, mode: 'places', places }] : [];
  };
  const audience = section('audience', 'Зрители');
  return [...section('jury', audience.length > 0 ? 'Жюри' : 'Баллы'), ...audience];
}

function readCells({ cells, problems }: Entry): Read {
  const read: Read = {};
  for (const field of [...PARTS, 'place'] as const) {
    const [least, most] = field === 'place' ? [1, MOST_PLACE] : [0, MOST_POINTS];
    const cell = cells.get(field) ?? '';
    if (BLANK.test(cell)) continue;
    const number = wholeIn(cell, least, most);
    read[field] = number ?? 0;
    if (number !== undefined) continue;
    const range = `${least} до ${most.toLocaleString('ru')}`;
    problems.push({ field, message: `${headingOf(field)}: «${cell.slice(0, 40)}», а нужно целое число от ${range}.` });
  }
  return read;
}

function sumOf({ problems }: Entry, read: Read, used: readonly Part[]) {
  for (const field of used)
    if (read[field] === undefined)
      problems.push({ field, message: `${headingOf(field)}: пусто, а у других есть. Нет баллов — впишите 0.` });
  const { points, jury = 0, audience = 0 } = read;
  const isTotal = used.length === 1;
  if (points !== undefined && !isTotal && points !== jury + audience)
    problems.push({ field: 'points', message: `Баллы: ${points}, а жюри и зрители дали ${jury + audience}.` });
  return { jury: isTotal ? (points ?? jury) : jury, audience };
}

/** Of equal sums each may be above: rules have changed over the years. */
function checkPlaces(sums: NonNullable<Sums>, read: ReadonlyMap<Entry, Read>): void {
  const totals = [...sums.values()].map(({ jury, audience }) => jury + audience);
  for (const [entry, { jury, audience }] of sums) {
    const place = read.get(entry)?.place;
    const best = 1 + totals.filter((total) => total > jury + audience).length;
    const worst = totals.filter((total) => total >= jury + audience).length;
    if (place && (place < best || place > worst))
      entry.problems.push({ field: 'place', message: `Место: ${place}, а по баллам выходит ${best}.` });
  }
}

/** Whether they differ from the stored ones; `isTotal`: with jury and audience together. */
function findChanges(sums: NonNullable<Sums>, stored: Section[], isTotal: boolean): boolean {
  const before = new Map<string, number>();
  for (const { section, points } of stepsOf(stored))
    for (const [contestant, given] of points) {
      const key = `${isTotal ? 'points' : section} ${contestant}`;
      before.set(key, (before.get(key) ?? 0) + given);
    }
  let isChanged = stored.length === 0;
  for (const [{ person, changes }, { jury, audience }] of sums)
    for (const [field, given] of Object.entries(isTotal ? { points: jury + audience } : { jury, audience })) {
      const was = before.get(`${field} ${person.known?.id}`) ?? 0;
      isChanged ||= was !== given || !person.known;
      if (was !== given) changes.push({ field, before: was === 0 ? '' : String(was), after: String(given) });
    }
  return isChanged;
}
