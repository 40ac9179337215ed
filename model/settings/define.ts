import type { Announcement } from '../../db/announcements.ts';
import { lockTable } from '../../db/dialect.ts';
import type { Db } from '../../db/tables.ts';
import { assertVersion } from '../../errors.ts';
import { type ChangeAction, changesBetween, record } from '../audit-log.ts';

/** `version` is the ETag; 0 means never saved. */
export interface Versioned<T> {
  value: T;
  version: number;
  /** Audit log entry of the save that gave this. */
  entryId?: number;
}

/** Announcement of a `changeSetting`; none when nothing changed. */
export function settingChanged(topic: Announcement['topic']) {
  return ({ entryId }: Versioned<unknown>): Announcement | undefined => (entryId === undefined ? undefined : { topic });
}

export type SettingName =
  | 'watch'
  | 'vote'
  | 'urgent'
  | 'site-text'
  | 'backup'
  | 'backup-elsewhere'
  | 'backup-lost'
  | 'alerts'
  | 'first-run';

/** The saved value merged over `defaults`. */
export async function readSetting<T extends object>(db: Db, name: SettingName, defaults: T): Promise<Versioned<T>> {
  const row = await db.selectFrom('settings').select(['value', 'version']).where('name', '=', name).executeTakeFirst();
  if (!row) return { value: defaults, version: 0 };
  return { value: { ...defaults, ...(JSON.parse(row.value) as Partial<T>) }, version: row.version };
}

/** `readSetting` with a lock on all settings until the transaction ends. */
export async function lockSetting<T extends object>(tx: Db, name: SettingName, defaults: T): Promise<Versioned<T>> {
  await lockTable(tx, 'settings');
  return readSetting(tx, name, defaults);
}

/** Call under `lockSetting`, with its version as `current`. */
export async function saveSetting<T extends object>(
  tx: Db,
  name: SettingName,
  value: T,
  current: number,
): Promise<Versioned<T>> {
  const row = { value: JSON.stringify(value), version: current + 1, updated_at: new Date().toISOString() };
  await tx
    .insertInto('settings')
    .values({ name, ...row })
    .onConflict((on) => on.column('name').doUpdateSet(row))
    .execute();
  return { value, version: row.version };
}

/**
 * `saveSetting` over `before`, what `lockSetting` gave, with an entry in the audit log that holds what changed. Without
 * a change it gives `before`.
 */
export async function changeSetting<T extends object>(
  tx: Db,
  name: SettingName,
  { before, value, expected }: { before: Versioned<T>; value: T; expected: number[] | undefined },
  entry: { who: string; action: ChangeAction; title: string },
): Promise<Versioned<T>> {
  assertVersion(before, expected);
  const changes = changesBetween(before.value, value);
  if (changes.length === 0) return before;
  const saved = await saveSetting(tx, name, value, before.version);
  return { ...saved, entryId: await record(tx, { ...entry, subject: '', changes }) };
}
