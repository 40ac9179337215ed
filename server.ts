import './boot/runtime.mjs';
import './boot/malloc.mjs';
import { flushCompileCache } from 'node:module';
import { holdYoungGeneration, letYoungGenerationGrow } from './boot/gc.ts';
import { loadServer } from './boot/load.ts';
import { COMPILE_ONLY } from './ops/build/sources.ts';

const WRITE_CODE_AFTER = 3000; // ms, after the first visitors' answers; a server killed earlier leaves it to the next

holdYoungGeneration();
const run = await loadServer();
if (process.argv.includes(COMPILE_ONLY)) process.exit();
await run();
letYoungGenerationGrow();
setTimeout(flushCompileCache, WRITE_CODE_AFTER).unref();
