import { stepsUntil } from '../../model/results/board.ts';

const LAGS = { from: 2000, to: 90_000 }; // How far the viewers are behind, in ms
const LOOK_EVERY = 250; // ms, as on /watch

interface Step {
  at: string; // ISO 8601
  heard: number; // When a page knew of it, in ms
}

/** What `count` viewers of /watch see of the steps, by the function that its board uses. `late`: in ms, after their own second. */
export function watchSteps(steps: Step[], count: number): { early: number; late: number[] } {
  const [first, last] = [steps[0], steps.at(-1)];
  if (!first || !last) throw new Error('there is no step to see');
  let early = 0;
  const late: number[] = [];
  for (let viewer = 0; viewer < count; viewer += 1) {
    const lag = LAGS.from + ((LAGS.to - LAGS.from) * viewer) / Math.max(1, count - 1);
    let seen = 0;
    for (let now = first.heard + (viewer % LOOK_EVERY); now <= last.heard + lag + LOOK_EVERY; now += LOOK_EVERY) {
      const known = steps.filter(({ heard }) => heard <= now);
      const shown = stepsUntil(known, now - lag);
      for (const { at } of shown.slice(seen)) {
        const after = now - Date.parse(at) - lag;
        if (after < 0) early += 1;
        else late.push(after);
      }
      seen = shown.length;
    }
  }
  return { early, late };
}
