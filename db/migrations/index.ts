import type { Migration } from 'kysely/migration';
import * as first from './0001-first.ts';

/** In order. A released migration is never changed; there are no down migrations. */
export const migrations: Record<string, Migration> = {
  '0001-first': first,
};
