import './server/runtime.mjs';
import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';

/** Written once the first visitors have been answered, in ms: a server that is killed later leaves it to the next. */
const WRITE_CODE_AFTER = 3000;

// What a start makes is there to stay, and room it got as new would be kept for nothing. Answering leaves nothing but garbage: with
// small room for what is new, some of it is taken for old, and that is sought through again every two seconds by threads that take
// the processor from the answers. So the room may grow then, and what is old twice as much before it is sought through.
setFlagsFromString('--semi-space-growth-factor=1');
const { run } = await import('./server/run.ts');
await run();
setFlagsFromString('--semi-space-growth-factor=2');
setFlagsFromString('--heap-growing-percent=100');
setTimeout(flushCompileCache, WRITE_CODE_AFTER).unref();
