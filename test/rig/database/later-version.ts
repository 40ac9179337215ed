import '../../../boot/runtime.mjs';
import { LATER_STEP, laterStep } from './later-step.ts';

// Loaded into a real server or command with NODE_OPTIONS. What it imports must come after the runtime, which says where Kysely is found.
const { migrations } = await import('../../../db/migrations/index.ts');
migrations[LATER_STEP] = laterStep;
