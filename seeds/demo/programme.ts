import { SCALE, type Scores, totalOf } from '../../model/results/scores.ts';
import { readTexts } from '../pages.ts';
import { typeset } from './content.ts';

const HALL = typeset('Зал «Эллинг», Светлореченск');

/** `order`: keys of contestants, separated by spaces; `points`: the audience's, from the first place down. */
export const demoShows = readTexts(new URL('./shows/', import.meta.url)).map(({ head, body }) => {
  const { order = '', points = '', ...show } = head;
  return { show: { ...show, hall: HALL }, order, orders: toOrders(body), points: points.split(' ').map(Number) };
});

/** Performers of the final so far, in order; the last is on stage now. */
export const demoPerformed = demoShows.at(-1)?.order.split(' ').slice(0, 9) ?? [];

/** One line per jury and for the audience: the name, then contestants from the first place down. */
export function toOrders(lines: string): Record<string, string> {
  const orders = lines.trim().split('\n');
  return Object.fromEntries(orders.map((line) => line.split(': ')));
}

/** Scores in the form that the panel saves. */
export function toScores(orders: Record<string, string>, points: number[], idOf: (name: string) => number): Scores {
  const { Зрители: audience = '', ...juries } = orders;
  const givers = Object.entries(juries).map(([name, order]) => ({
    name,
    points: order.split(' ').map((each, at): [number, number] => [idOf(each), SCALE[at] ?? 0]),
  }));
  const places = audience
    .split(' ')
    .map((name, at) => ({ contestant: idOf(name), place: at + 1, points: points[at] ?? 0 }));
  const sections: Scores['sections'] = [
    { kind: 'jury', title: 'Жюри', mode: 'givers', givers },
    { kind: 'audience', title: 'Зрители', mode: 'places', places },
  ];
  return { sections, control_total: totalOf(sections) };
}
