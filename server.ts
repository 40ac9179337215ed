import { enableCompileCache } from 'node:module';
import path from 'node:path';

// Types are stripped and modules compiled once a version: half of a start otherwise. It lies with the build and goes with it.
enableCompileCache(path.join(import.meta.dirname, 'build', 'code'));
const { run } = await import('./server/run.ts');
await run();
