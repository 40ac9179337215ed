import '../../../boot/runtime.mjs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { LATER_STEP, laterStep } from './later-step.ts';

// Loaded into a real server or command with NODE_OPTIONS. The server must run from its sources: its bundle has migrations of its own.
const SOURCE = pathToFileURL(path.join(import.meta.dirname, '../../../boot/run.ts')).href;
registerHooks({
  resolve: (name, context, next) => next(name.endsWith('build/boot/run.js') ? SOURCE : name, context),
});
const { migrations } = await import('../../../db/migrations/index.ts');
migrations[LATER_STEP] = laterStep;
