import { readdirSync } from 'node:fs';
import type { Migration } from 'kysely/migration';

const steps = readdirSync(import.meta.dirname)
  .filter((file) => /^\d{4}-.*\.ts$/.test(file))
  .sort();

/** Every `0001-name.ts` of this folder, in order. A released migration is never changed; there are no down migrations. */
export const migrations: Record<string, Migration> = Object.fromEntries(
  steps.map((file) => [file.slice(0, -3), { up: async (db) => (await load(file)).up(db) }]),
);

/** Only pending migrations are imported. */
function load(file: string): Promise<Migration> {
  return import(new URL(file, import.meta.url).href);
}
