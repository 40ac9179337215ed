import { readdirSync } from 'node:fs';
import type { Migration } from 'kysely/migration';

const steps = readdirSync(import.meta.dirname)
  .filter((file) => /^\d{4}-.*\.ts$/.test(file))
  .sort();

/** Every `0001-name.ts` of this folder, in order. A released migration is never changed; there are no down migrations. */
export const migrations: Record<string, Migration> = Object.fromEntries(
  await Promise.all(steps.map(async (file) => [file.slice(0, -3), await import(/* @vite-ignore */ `./${file}`)])),
);
