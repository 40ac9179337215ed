import './boot/runtime.mjs';
import './boot/malloc.mjs';
import { flushCompileCache } from 'node:module';
import { holdYoungGeneration, letYoungGenerationGrow } from './boot/gc.ts';

/** Written once the first visitors have been answered, in ms: a server that is killed later leaves it to the next. */
const WRITE_CODE_AFTER = 3000;

holdYoungGeneration();
const { run } = await import('./boot/run.ts');
await run();
letYoungGenerationGrow();
setTimeout(flushCompileCache, WRITE_CODE_AFTER).unref();
