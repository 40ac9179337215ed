import { lockTable } from '../../db/dialect.ts';
import type { Db } from '../../db/tables.ts';
import type { TopicMessage } from '../../db/topics.ts';
import { write } from '../../db/write.ts';
import { assertVersion } from '../../errors.ts';
import { type ChangeAction, changesBetween, record } from '../audit-log.ts';
import type { Store } from '../store.ts';

/** `version` is the ETag; 0 means never saved. */
export interface Versioned<T> {
  value: T;
  version: number;
  savedAt?: string; // Time of the last save; absent if never saved
  entryId?: number; // Audit log entry of the save that gave this
}

export type SettingName =
  | 'watch'
  | 'vote'
  | 'vote-opened'
  | 'urgent'
  | 'site-text'
  | 'backup'
  | 'backup-elsewhere'
  | 'backup-lost'
  | 'alerts'
  | 'indexnow'
  | 'first-run';

/** The saved value merged over `defaults`. */
export async function readSetting<T extends object>(db: Db, name: SettingName, defaults: T): Promise<Versioned<T>> {
  const row = await db.selectFrom('settings').selectAll().where('name', '=', name).executeTakeFirst();
  if (!row) return { value: defaults, version: 0 };
  const value = { ...defaults, ...(JSON.parse(row.value) as Partial<T>) };
  return { value, version: row.version, savedAt: row.updated_at };
}

/** `readSetting` with a lock on all settings until the transaction ends. */
export async function lockSetting<T extends object>(tx: Db, name: SettingName, defaults: T): Promise<Versioned<T>> {
  await lockTable(tx, 'settings');
  return readSetting(tx, name, defaults);
}

/** Saves without an audit log entry. Call under `lockSetting`, with its version as `current`. */
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

interface Setting<T> {
  name: SettingName;
  defaults: T;
  topic: TopicMessage['topic'];
}

interface Made<T> {
  value: T;
  action: ChangeAction;
  title: string;
}

/** Changes a setting and records the changed fields in the audit log. A no-op returns the stored value. 412. */
export function changeSetting<T extends object>(
  store: Store,
  { name, defaults, topic }: Setting<T>,
  { by, expected }: { by: string; expected: number[] | undefined },
  make: (before: T, tx: Db) => Made<T> | Promise<Made<T>>,
): Promise<Versioned<T>> {
  const change = async (tx: Db): Promise<Versioned<T>> => {
    const before = await lockSetting(tx, name, defaults);
    const { value, ...entry } = await make(before.value, tx);
    assertVersion(before, expected);
    const changes = changesBetween(before.value, value);
    if (changes.length === 0) return before;
    const saved = await saveSetting(tx, name, value, before.version);
    return { ...saved, entryId: await record(tx, { ...entry, who: by, subject: '', changes }) };
  };
  return write(store, change, ({ entryId }) => (entryId === undefined ? undefined : { topic }));
}
