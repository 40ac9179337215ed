import { counter, type Family } from './text.ts';

/** A step of the clock that is no correction any more, in ms: login codes and planned moments feel it. */
const JUMP = 2000;
const LOOK_EVERY = 5000;

/** Notices when the machine's clock is set: it is compared with one that only goes on. */
export function createClockMeter() {
  let offset = Date.now() - performance.now();
  let jumps = 0;
  let last: { at: number; ms: number } | undefined;
  const timer = setInterval(() => {
    const now = Date.now() - performance.now();
    if (Math.abs(now - offset) >= JUMP) {
      jumps += 1;
      last = { at: Date.now(), ms: Math.round(now - offset) };
    }
    offset = now;
  }, LOOK_EVERY);
  timer.unref();
  return {
    /** The last time it was set since the start, and by how much (ms, forward positive). */
    lastJump: () => last,
    stop: () => clearInterval(timer),
    families: (): Family[] => [
      counter('rampa_clock_jumps_total', 'How often the clock of the machine was set by 2 s or more.', jumps),
    ],
  };
}
