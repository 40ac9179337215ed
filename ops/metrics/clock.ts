import { counter, type Family } from './text.ts';

const JUMP = 2000; // ms; a larger step is no gradual correction, and affects login codes and scheduled news
const LOOK_EVERY = 5000;

/** Detects steps of the system clock by comparison with the monotonic clock; runs until `stop`. */
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
    /** Time and size in ms, forward positive. */
    lastJump: () => last,
    stop: () => clearInterval(timer),
    families: (): Family[] => [
      counter('rampa_clock_jumps_total', 'How often the clock of the machine was set by 2 s or more.', jumps),
    ],
  };
}
