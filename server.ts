import './boot/runtime.mjs';
import './boot/malloc.mjs';
import { flushCompileCache } from 'node:module';
import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { loadServer } from './boot/load.ts';
import { COMPILE_ONLY } from './ops/build/sources.ts';

const CODE_CACHE_DELAY = 3000; // ms, after the first visitors' answers; a server killed earlier leaves it to the next
const MAX_YOUNG = 16 * 1024 * 1024; // bytes, both semi-spaces
let factor: number | undefined;

// Objects loaded at start survive anyway: a grown young generation would stay large.
growBy(1);
const run = await loadServer();
if (process.argv.includes(COMPILE_ONLY)) process.exit();
await run();
letYoungGenerationGrow();
setTimeout(flushCompileCache, CODE_CACHE_DELAY).unref();

/**
 * Responses die young: a 1 MB semi-space promotes some, and V8's concurrent mark every 2 s competes with requests. So
 * the young generation may grow (not to V8's 64 MB; it shrinks when idle). The old one may grow by 40 %
 * between marks: 100 % takes 25 MB more under mixed load and saves no mark under plain reads.
 */
function letYoungGenerationGrow(): void {
  setFlagsFromString('--heap-growing-percent=40');
  const adapt = () => growBy(Math.max(1, Math.floor(MAX_YOUNG / sizeNow())));
  adapt();
  new PerformanceObserver(adapt).observe({ type: 'gc' });
}

function growBy(times: number): void {
  if (times === factor) return;
  factor = times;
  setFlagsFromString(`--semi-space-growth-factor=${times}`);
}

function sizeNow(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? MAX_YOUNG;
}
