import './server/runtime.mjs';
import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';

/** Kept answers leave hardly any garbage: room for it that grows with the load is memory for nothing (45 MB of it). */
setFlagsFromString('--semi-space-growth-factor=1');
/** Written once the first visitors have been answered, in ms: a server that is killed later leaves it to the next. */
const WRITE_CODE_AFTER = 3000;

const { run } = await import('./server/run.ts');
await run();
setTimeout(flushCompileCache, WRITE_CODE_AFTER).unref();
