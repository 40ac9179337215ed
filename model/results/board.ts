import { plural } from '../text/plural.ts';
import type { Results } from './shown.ts';

/** What a board is drawn from. */
export type Revealed = Pick<Results, 'state' | 'contestants' | 'steps'>;

export interface Row {
  /** Index in `contestants`. */
  contestant: number;
  place: number;
  total: number;
  jury: number;
  audience: number;
}

export const TIE_RULE =
  'При равенстве баллов выше тот, у кого больше баллов зрителей, затем — кому дали баллы больше голосовавших, затем — у кого больше высших оценок, затем — кто выступал раньше.';

/** Steps not later than `moment` (ms): what a viewer behind the live edge may know. */
export function stepsUntil<S extends { at: string }>(steps: S[], moment: number): S[] {
  return steps.filter(({ at }) => Date.parse(at) <= moment);
}

/** The sum of the steps, best first; `contestants` is in the running order. */
export function boardOf({ contestants, steps }: Pick<Revealed, 'contestants' | 'steps'>): Row[] {
  const tallies = contestants.map((_, contestant) => ({ contestant, jury: 0, audience: 0, marks: [] as number[] }));
  for (const { section, points } of steps)
    for (const [contestant, given] of points) {
      const tally = tallies[contestant];
      if (!tally) continue;
      tally[section] += given;
      if (given > 0) tally.marks.push(given);
    }
  for (const { marks } of tallies) marks.sort((one, other) => other - one);
  return tallies.sort(byRank).map(({ marks: _marks, ...tally }, at) => ({
    ...tally,
    place: at + 1,
    total: tally.jury + tally.audience,
  }));
}

type Tally = Pick<Row, 'contestant' | 'jury' | 'audience'> & { marks: number[] };

/** `TIE_RULE` */
function byRank(one: Tally, other: Tally): number {
  return (
    other.jury + other.audience - one.jury - one.audience ||
    other.audience - one.audience ||
    other.marks.length - one.marks.length ||
    other.marks.reduce((found, mark, at) => found || mark - (one.marks[at] ?? 0), 0) ||
    one.contestant - other.contestant
  );
}

/**
 * «Жюри: Бразилия. 12 баллов — Анна. Лидирует Анна, 34 балла.»; '' before the first step. The last step does not name the first
 * place of its section, and `isWhole` is about the sum alone: there is one first place.
 */
export function stepText({ state, contestants, steps }: Revealed, isWhole = false): string {
  const step = steps.at(-1);
  const [first] = boardOf({ contestants, steps });
  if (!step || !first) return '';
  const nameOf = (contestant: number) => unbroken(contestants[contestant]?.name ?? '');
  const most = Math.max(...step.points.map(([, given]) => given));
  const best = step.points.filter(([, given]) => given === most).map(([contestant]) => nameOf(contestant));
  const given = best.length > 0 ? `${pointsText(most)} — ${best.join(', ')}. ` : '';
  const isFinal = state === 'final';
  const sum = `${nameOf(first.contestant)}, ${pointsText(first.total)}.`;
  if (isFinal && isWhole) return `Первое место — ${sum}`;
  const title = isFinal ? step.title.replace(/: 1-е место$/, '') : step.title;
  return `${title}. ${given}${isFinal ? 'Первое место —' : 'Лидирует'} ${sum}`;
}

/** Longest name that stays on one line, in characters. */
const SHORT = 24;

function unbroken(name: string): string {
  return name.length > SHORT ? name : name.replaceAll(' ', '\u00a0');
}

/** «12 баллов» */
export function pointsText(count: number): string {
  return plural(count, 'балл', 'балла', 'баллов');
}
