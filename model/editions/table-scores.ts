import type { Contestant } from '../programme/contestant-schema.ts';
import { headingOf } from '../programme/table-columns.ts';
import type { Entry, Performances } from '../programme/table-entries.ts';
import { wholeIn } from '../programme/table-rows.ts';
import { type ResultsRow, toScores } from '../results/document.ts';
import { missingPlace } from '../results/gaps.ts';
import { type PlacesSection, type Section, stepsOf, totalOf } from '../results/scores.ts';

/** Points of a past show in a table: sums without the single votes, or only places. */

const MAX_POINTS = 100_000;
const MAX_PLACE = 200;
const BLANK = /^[-–—]?$/;
const PLACE_WORDS = /(?<=^\d+)(?:-?[еой]{1,2})?(?: место)?$/i; // «1-е место»
const SUMS = ['points', 'jury', 'audience'] as const;
const PLACE = ['place'] as const;

type Part = (typeof SUMS)[number] | 'place';
type Read = Partial<Record<Part, number>>;

type Scored = Performances & { row: ResultsRow | undefined };

/** `place`: 0 if points are known. */
type Sum = { jury: number; audience: number; place: number };

/** Points by performance. */
export type Sums = Map<Entry, Sum> | null;

/** Points that differ from the stored ones; null if none do. Reports invalid cells. `stored`: contestants. */
export function readScores({ entries, order, row }: Scored, stored: Contestant[]): Sums {
  const read = new Map(entries.map((entry) => [entry, readCells(entry)]));
  const has = (field: Part) => [...read.values()].some((cells) => cells[field] !== undefined);
  const given = SUMS.filter(has);
  const used = given.length > 0 ? given : PLACE.filter(has);
  const [field] = used;
  const [first] = entries;
  if (!first || !field) return null;
  const sums = new Map(entries.map((entry) => [entry, sumOf(entry, read.get(entry) ?? {}, used)]));
  const refuse = (message: string) => first.problems.push({ field, message: `Баллы: ${message}` });
  const isListed = (id: number) => entries.some(({ person }) => person.known?.id === id);
  const other = stored.find(({ id, is_withdrawn }) => order.includes(id) && !is_withdrawn && !isListed(id));
  if (other) refuse(`в концерте выступает ещё ${other.name}, добавьте в таблицу.`);
  const { sections } = toScores(row);
  const isWithout = field === 'place';
  if (isWithout) checkOrder(sums);
  else checkPlaces(sums, read);
  if (!isWithout && [...sums.values()].every(({ jury, audience }) => jury + audience === 0))
    refuse('у всех в этом концерте 0.');
  if (!findChanges(sums, sections, used.join() === 'points')) return null;
  if (row?.armed_at || sections.some(({ mode }) => mode === 'givers'))
    refuse('они уже введены по голосующим, исправьте их в «Итогах».');
  else if (isWithout && totalOf(sections) > 0) refuse('они уже есть, а в таблице только места.');
  return sums;
}

/** Places follow the points; with equal points the earlier performer ranks higher. */
export function sectionsOf(sums: NonNullable<Sums>, idOf: (entry: Entry) => number | undefined): PlacesSection[] {
  const section = (kind: 'jury' | 'audience', title: string): PlacesSection[] => {
    const order = [...sums].toSorted(([, one], [, other]) => other[kind] - one[kind] || one.place - other.place);
    const places = order.map(([entry, sum], at) => ({
      contestant: idOf(entry) ?? 0,
      place: sum.place || at + 1,
      points: sum[kind],
    }));
    return [{ kind, title, mode: 'places', places }];
  };
  const has = (kind: 'jury' | 'audience') => [...sums.values()].some((sum) => sum[kind] > 0);
  const audience = has('audience') ? section('audience', 'Зрители') : [];
  const isOne = audience.length === 0;
  return has('jury') || isOne ? [...section('jury', isOne ? 'Баллы' : 'Жюри'), ...audience] : audience;
}

function readCells({ cells, problems }: Entry): Read {
  const read: Read = {};
  for (const field of [...SUMS, ...PLACE]) {
    const [least, most] = field === 'place' ? [1, MAX_PLACE] : [0, MAX_POINTS];
    const cell = cells.get(field) ?? '';
    if (BLANK.test(cell)) continue;
    const number = wholeIn(cell.replace(PLACE_WORDS, ''), least, most);
    read[field] = number ?? 0;
    if (number !== undefined) continue;
    const range = `${least} до ${most.toLocaleString('ru')}`;
    problems.push({ field, message: `${headingOf(field)}: «${cell.slice(0, 40)}», а нужно целое число от ${range}.` });
  }
  return read;
}

function sumOf({ problems }: Entry, read: Read, used: readonly Part[]): Sum {
  const { points, jury = 0, audience = 0, place = 0 } = read;
  const [field] = used;
  const advice = field === 'place' ? '' : ' Нет баллов — впишите 0.';
  for (const each of used)
    if (read[each] === undefined)
      problems.push({ field: each, message: `${headingOf(each)}: пусто, а у других есть.${advice}` });
  if (field === 'place') return { jury: 0, audience: 0, place };
  const isTotal = used.length === 1;
  if (points !== undefined && !isTotal && points !== jury + audience)
    problems.push({ field: 'points', message: `Баллы: ${points}, а жюри и зрители дали ${jury + audience}.` });
  return { jury: isTotal ? (points ?? jury) : jury, audience, place: 0 };
}

function checkOrder(sums: NonNullable<Sums>): void {
  const missing = missingPlace([...sums.values()].map(({ place }) => place).toSorted((one, other) => one - other));
  for (const [{ problems }, { place }] of sums) {
    if (place > sums.size) problems.push({ field: 'place', message: `Место: ${place}, а выступают ${sums.size}.` });
    else if (missing && place > missing)
      problems.push({ field: 'place', message: `Место: ${place}, а места ${missing} нет ни у кого.` });
  }
}

/** Equal sums may have any order: the rules have changed over the years. */
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
  for (const { section, points, place } of stepsOf(stored))
    for (const [contestant, given] of points) {
      if (place) before.set(`place ${contestant}`, place);
      const key = `${isTotal ? 'points' : section} ${contestant}`;
      before.set(key, (before.get(key) ?? 0) + given);
    }
  let isChanged = stored.length === 0;
  for (const [{ person, changes }, { jury, audience, place }] of sums) {
    const sum = place > 0 ? { place } : isTotal ? { points: jury + audience } : { jury, audience };
    for (const [field, given] of Object.entries(sum)) {
      const was = before.get(`${field} ${person.known?.id}`) ?? 0;
      isChanged ||= was !== given || !person.known;
      if (was !== given) changes.push({ field, before: was === 0 ? '' : String(was), after: String(given) });
    }
  }
  return isChanged;
}
