import { lockTable } from './dialect.ts';
import { staleVersion } from './errors.ts';
import type { Db } from './tables.ts';

/** Saved values of one noun over its defaults, with the version that is their ETag; version 0 means nothing was saved yet. */
export interface Versioned<T> {
  value: T;
  version: number;
}

export type SettingName = 'watch' | 'vote' | 'site-text' | 'backup';

/** Reads what was saved under `name`, laid over `defaults`. */
export async function readSetting<T extends object>(db: Db, name: SettingName, defaults: T): Promise<Versioned<T>> {
  const row = await db.selectFrom('settings').selectAll().where('name', '=', name).executeTakeFirst();
  if (!row) return { value: defaults, version: 0 };
  return { value: { ...defaults, ...(JSON.parse(row.value) as Partial<T>) }, version: row.version };
}

/** As `readSetting`, for a change: nobody else changes any setting until the transaction ends. */
export async function lockSetting<T extends object>(tx: Db, name: SettingName, defaults: T): Promise<Versioned<T>> {
  await lockTable(tx, 'settings');
  return readSetting(tx, name, defaults);
}

/**
 * Saves `value` under `name`, inside the caller's transaction. 412 when the stored version is none of `expected`.
 * `current` is what the same transaction read under its lock.
 */
export async function saveSetting<T extends object>(
  tx: Db,
  name: SettingName,
  value: T,
  current: number,
  expected: number[] | undefined,
): Promise<Versioned<T>> {
  if (expected && !expected.includes(current)) throw staleVersion();
  const row = { value: JSON.stringify(value), version: current + 1, updated_at: new Date().toISOString() };
  await tx
    .insertInto('settings')
    .values({ name, ...row })
    .onConflict((on) => on.column('name').doUpdateSet(row))
    .execute();
  return { value, version: row.version };
}
