import { pluralForm } from '../text/plural.ts';
import type { Results } from './schema.ts';

/** What a board is drawn from. */
export type Revealed = Pick<Results, 'state' | 'contestants' | 'steps'>;

export interface Row {
  contestant: number; // Index in `contestants`
  place: number;
  isShared: boolean; // Equal by every rule of `TIE_RULE` with another row
  total: number;
  jury: number;
  audience: number;
}

export const TIE_RULE =
  'При равенстве баллов выше тот, у кого больше баллов зрителей, затем — кому дали баллы больше голосовавших, затем — у кого больше высших оценок. Если равно и это, место делят.';

/** Steps not later than `moment` (ms): what a viewer behind the live edge may know. */
export function stepsUntil<S extends { at: string }>(steps: S[], moment: number): S[] {
  return steps.filter(({ at }) => Date.parse(at) <= moment);
}

/** The sum of the steps, best first; `contestants` is in the running order. */
export function boardOf({ contestants, steps }: Pick<Revealed, 'contestants' | 'steps'>): Row[] {
  const tallies: Tally[] = contestants.map((_, contestant) => ({ contestant, jury: 0, audience: 0, at: 0, marks: [] }));
  for (const { section, points, place } of steps)
    for (const [contestant, given] of points) {
      const tally = tallies[contestant];
      if (!tally) continue;
      tally[section] += given;
      tally.at += place ?? 0;
      if (given > 0) tally.marks.push(given);
    }
  for (const { marks } of tallies) marks.sort((one, other) => other - one);
  tallies.sort((one, other) => byRank(one, other) || one.contestant - other.contestant);
  const isByPlace = steps.length <= contestants.length && steps.every(({ place }) => place);
  return tallies.map((tally) => {
    const { marks: _marks, at, ...row } = tally;
    const equal = tallies.filter((other) => byRank(other, tally) === 0);
    const place = (isByPlace && at) || tallies.indexOf(equal[0] ?? tally) + 1;
    return { ...row, place, isShared: equal.length > 1, total: row.jury + row.audience };
  });
}

/**
 * Indexes of those who can still come first, or share it, if givers keep to their scales; points that no scale bounds may be any.
 * In a section by places, which begins with the last one, those still to come get no less than those before.
 */
export function contendersOf({ contestants, steps, plan }: Pick<Results, 'contestants' | 'steps' | 'plan'>): number[] {
  if (!plan) return contestants.map((_, at) => at);
  const rows = boardOf({ contestants, steps }).toSorted((one, other) => one.contestant - other.contestant);
  const [least, most] = [rows.map(({ total }) => total), rows.map(({ total }) => total)];
  let end = 0;
  for (const { mode, steps: count, top } of plan) {
    const shown = steps.slice(end, end + count);
    end += count;
    if (shown.length === count) continue;
    const given = mode === 'places' ? shown.flatMap(({ points }) => points) : [];
    const placed = new Set(given.map(([contestant]) => contestant));
    for (const { contestant } of rows) {
      if (placed.has(contestant)) continue;
      least[contestant] = (least[contestant] ?? 0) + (given.at(-1)?.[1] ?? 0);
      most[contestant] = (most[contestant] ?? 0) + (top ?? Number.POSITIVE_INFINITY) * (count - shown.length);
    }
  }
  const needed = Math.max(...least);
  return rows.flatMap(({ contestant }) => ((most[contestant] ?? 0) >= needed ? [contestant] : []));
}

type Tally = Pick<Row, 'contestant' | 'jury' | 'audience'> & { at: number; marks: number[] };

/** `TIE_RULE`; 0 for a shared place. */
function byRank(one: Tally, other: Tally): number {
  return (
    other.jury + other.audience - one.jury - one.audience ||
    other.audience - one.audience ||
    other.marks.length - one.marks.length ||
    other.marks.reduce((found, mark, at) => found || mark - (one.marks[at] ?? 0), 0) ||
    one.at - other.at
  );
}

/** False while only places are known. */
export function hasPoints({ steps }: Pick<Revealed, 'steps'>): boolean {
  return steps.some(({ place }) => !place);
}

/**
 * «Жюри: Бразилия. 12 баллов — Анна. Лидирует Вера, 34 балла.», of the leader «Лидирует с результатом 34 балла.», without points
 * «Жюри: 3-е место — Анна.»; '' before the first step. The last step does not name the first place of its section, and `isWhole` is
 * about the sum alone: there is one first place.
 */
export function stepText({ state, contestants, steps }: Revealed, isWhole = false): string {
  const step = steps.at(-1);
  const rows = boardOf({ contestants, steps });
  const [first] = rows;
  if (!step || !first) return '';
  const nameOf = (contestant: number) => unbroken(contestants[contestant]?.name ?? '');
  const most = Math.max(...step.points.map(([, given]) => given));
  const best = step.points.filter(([, given]) => given === most);
  const names = joined(best.map(([contestant]) => nameOf(contestant)));
  const given = names && !step.place ? `${pointsText(most)}\u00a0— ${names}. ` : '';
  const leaders = rows.filter(({ place }) => place === 1).map(({ contestant }) => nameOf(contestant));
  const sum = `${joined(leaders)}${first.total ? `, ${pointsText(first.total)}` : ''}.`;
  const won = `Первое место${first.isShared ? ' делят' : '\u00a0—'} ${sum}`;
  if (state === 'final') return isWhole ? won : `${step.title.replace(/: 1-е место$/, '')}. ${given}${won}`;
  // A withdrawn performer keeps only the place.
  const text = step.place && names ? `${step.title}\u00a0— ${names}. ` : `${step.title}. ${given}`;
  if (!first.total) return text.trim();
  if (!first.isShared && names === leaders[0]) return `${text}Лидирует с\u00a0результатом ${pointsText(first.total)}.`;
  return `${text}${first.isShared ? 'Лидируют' : 'Лидирует'} ${sum}`;
}

const MOST_NAMES = 5; // Named in one sentence

/** «Анна, Борис и Вера», of more «Анна, Борис, Вера и ещё 4» */
export function joined(names: string[]): string {
  if (names.length > MOST_NAMES) return `${names.slice(0, 3).join(', ')} и ещё ${names.length - 3}`;
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} и ${names.at(-1)}`;
}

/** «3-е место, 34 балла»; `points` null: the place alone. */
export function resultText({ points, ...placed }: Pick<Row, 'place' | 'isShared'> & { points: number | null }): string {
  return points === null ? placeText(placed) : `${placeText(placed)}, ${pointsText(points)}`;
}

/** «3-е место», «делит 3-е место» */
export function placeText({ place, isShared }: Pick<Row, 'place' | 'isShared'>): string {
  return `${isShared ? 'делит ' : ''}${place}-е место`;
}

/** Whether its first place is a victory. */
export function hasWinner({ state, show }: Pick<Results, 'state' | 'show'>): boolean {
  return state === 'final' && !isSemiFinal(show?.title ?? '');
}

/** Whether a show is a semi-final or quarter-final, by its title. */
export function isSemiFinal(title: string): boolean {
  return /(?:полу|пол-|четверть|semi|quarter|1\/\d+)[-\s]*(?:финал|final)/i.test(title);
}

const SHORT = 24; // Longest name that stays on one line, in characters
const unbroken = (name: string) => (name.length > SHORT ? name : name.replaceAll(' ', '\u00a0'));

/** «12 баллов», with a no-break space. */
export function pointsText(count: number): string {
  return `${count}\u00a0${pluralForm(count, 'балл', 'балла', 'баллов')}`;
}
