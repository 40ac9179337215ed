import type { Selectable } from 'kysely';
import { lockTable } from '../../db/dialect.ts';
import type { Db, Tables } from '../../db/tables.ts';
import { assertVersion } from '../../errors.ts';

/** `version` is the ETag; 0 means never saved. */
export interface Versioned<T> {
  value: T;
  version: number;
}

export type SettingName = 'watch' | 'vote' | 'site-text' | 'backup';

type Row = Selectable<Tables['settings']>;

/** Batches the `readSetting` calls of one tick into one SELECT: parallel loaders read most settings, some twice. */
const batches = new WeakMap<Db, { names: Set<SettingName>; rows: Promise<Map<string, Row>> }>();

/** The saved value merged over `defaults`. */
export async function readSetting<T extends object>(db: Db, name: SettingName, defaults: T): Promise<Versioned<T>> {
  const row = (await readRows(db, name)).get(name);
  if (!row) return { value: defaults, version: 0 };
  return { value: { ...defaults, ...(JSON.parse(row.value) as Partial<T>) }, version: row.version };
}

function readRows(db: Db, name: SettingName): Promise<Map<string, Row>> {
  const known = batches.get(db);
  if (known) {
    known.names.add(name);
    return known.rows;
  }
  const names = new Set([name]);
  const asked = new Promise<void>((resolve) => process.nextTick(resolve));
  const rows = asked.then(async () => {
    batches.delete(db);
    const found = await db
      .selectFrom('settings')
      .selectAll()
      .where('name', 'in', [...names])
      .execute();
    return new Map(found.map((row) => [row.name, row]));
  });
  batches.set(db, { names, rows });
  return rows;
}

/** `readSetting` with a lock on all settings until the transaction ends. */
export async function lockSetting<T extends object>(tx: Db, name: SettingName, defaults: T): Promise<Versioned<T>> {
  await lockTable(tx, 'settings');
  return readSetting(tx, name, defaults);
}

/** Call under `lockSetting`, with its version as `current`. 412 when `current` is not in `expected`. */
export async function saveSetting<T extends object>(
  tx: Db,
  name: SettingName,
  value: T,
  current: number,
  expected: number[] | undefined,
): Promise<Versioned<T>> {
  assertVersion({ version: current }, expected);
  const row = { value: JSON.stringify(value), version: current + 1, updated_at: new Date().toISOString() };
  await tx
    .insertInto('settings')
    .values({ name, ...row })
    .onConflict((on) => on.column('name').doUpdateSet(row))
    .execute();
  return { value, version: row.version };
}
