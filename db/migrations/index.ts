import type { Migration } from 'kysely/migration';
import * as first from './0001-first.ts';

/** Every step in its order. A step that has landed is never changed: databases have gone through it. There are no steps back. */
export const migrations: Record<string, Migration> = {
  '0001-first': first,
};
