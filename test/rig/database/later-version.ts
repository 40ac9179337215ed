import '../../../boot/runtime.mjs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { LATER_STEP, laterStep } from './later-step.ts';

// Preloaded with NODE_OPTIONS. The hook makes the server run from its sources: a bundle has its own list of migrations.
const SOURCE = pathToFileURL(path.join(import.meta.dirname, '../../../boot/run.ts')).href;
registerHooks({ resolve: (name, context, next) => next(name.endsWith('build/boot/run.js') ? SOURCE : name, context) });
const { migrations } = await import('../../../db/migrations/index.ts');
migrations[LATER_STEP] = laterStep;
