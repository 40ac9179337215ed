import { group, n, type Point } from './scene.ts';

/** A box truss between two points: two tubes and the zigzag between them. */
export function truss(from: Point, to: Point, height: number, colour: string, edge = '#000'): string {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const bays = Math.max(2, Math.round(length / height));
  const at = (share: number, low: boolean): string =>
    `${n(from[0] + (to[0] - from[0]) * share)} ${n(from[1] + (to[1] - from[1]) * share + (low ? height : 0))}`;
  let zigzag = `M${at(0, false)}`;
  for (let bay = 1; bay <= bays; bay += 1) zigzag += `L${at(bay / bays, bay % 2 === 1)}`;
  const tubes = `M${at(0, false)}L${at(1, false)}M${at(0, true)}L${at(1, true)}`;
  return group(
    'fill="none" stroke-linecap="round"',
    `<path d="${tubes}" stroke="${edge}" stroke-width="${n(height * 0.2)}"/>`,
    `<path d="${zigzag}" stroke="${edge}" stroke-width="${n(height * 0.12)}"/>`,
    `<path d="${tubes}" stroke="${colour}" stroke-width="${n(height * 0.08)}"/>`,
  );
}
