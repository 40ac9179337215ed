import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Both semi-spaces of the young generation, in bytes. */
const MOST = 16 * 1024 * 1024;

/** While a server starts: what it loads survives anyway, and a large young generation would stay large for nothing. */
export function holdYoungGeneration(): void {
  growBy(1);
}

/**
 * Once it answers. Responses die young: a 1 MB semi-space promotes some of them to the old generation, and V8's concurrent mark every two
 * seconds then competes with requests. So the young generation may grow, though not to V8's 64 MB, and shrinks when idle; and the old
 * generation may double before it is marked.
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
