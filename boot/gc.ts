import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Of both halves of the young generation together, in bytes. */
const MOST = 16 * 1024 * 1024;

/** While a server starts: what it loads is there to stay, and room it got as new would be kept for nothing. */
export function holdYoungGeneration(): void {
  growBy(1);
}

/**
 * Once it answers, for good. Answers leave nothing but garbage: with small room for what is new, some of it is taken for old, and that
 * is sought through again every two seconds by threads that take the processor from the answers. So that room may grow, though not
 * to V8's own 64 MB, and shrinks by itself in quiet hours; and what is old may become twice as much before it is sought through.
 */
export function letYoungGenerationGrow(): void {
  setFlagsFromString('--heap-growing-percent=100');
  const look = () => growBy(Math.max(1, Math.floor(MOST / sizeNow())));
  look();
  new PerformanceObserver(look).observe({ type: 'gc' });
}

let factor: number | undefined;

function growBy(times: number): void {
  if (times === factor) return;
  factor = times;
  setFlagsFromString(`--semi-space-growth-factor=${times}`);
}

function sizeNow(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? MOST;
}
