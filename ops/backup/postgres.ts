import { createReadStream } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { copyTables } from '../../db/copying/copying.ts';
import { IMAGE_BYTES, listTables, tablesOf } from '../../db/copying/tables.ts';
import { assertUtf8, currentSchema, hasOthers, openPostgres, openSqlite } from '../../db/dialect.ts';
import { isBusy } from '../../db/errors.ts';
import { createMigrator } from '../../db/open.ts';
import type { Db } from '../../db/tables.ts';
import { beginEpoch } from '../../db/write.ts';
import { tableStorage } from '../../model/uploads/storage/table.ts';
import { BackupError, damaged } from '../errors.ts';
import { differenceIn } from './archive/extract.ts';
import type { Manifest } from './archive/manifest.ts';
import type { Progress } from './archive/reader.ts';
import { stamp } from './retention.ts';

const PREPARED = 'rampa_restoring'; // Schema filled first: the tables in use stay untouched until all are complete
const CLOSE_TIMEOUT = 2000;
const RETRY_DELAY = 100;
const UNLIMITED = 0; // No statement timeout: whole tables are read and written
const OF_MIGRATIONS = ['kysely_migration', 'kysely_migration_lock'];

interface Order {
  url: string;
  folder: string;
  manifest: Manifest;
  replace: boolean;
  progress: Progress;
}

/** BackupError when in use, or not empty without `replace`. */
export async function assertReplaceable(url: string, replace: boolean): Promise<void> {
  await using db = await openPostgres(url, UNLIMITED);
  await assertUtf8(db);
  if (await staysInUse(db))
    throw new BackupError('С этой базой PostgreSQL работает сервер или команда rampa. Остановите их и повторите.');
  if (replace || (await listTables(db)).length === 0) return;
  throw new BackupError(
    'База PostgreSQL не пуста. С ключом --replace её таблицы будут отложены в отдельную схему, а копия займёт их место.',
  );
}

/** Swaps verified tables in atomically by one transaction. Returns the schema of the old ones. */
export async function restoreTables({ url, folder, manifest, replace, progress }: Order): Promise<string | undefined> {
  await assertReplaceable(url, replace);
  await using db = await openPostgres(url, UNLIMITED);
  await dropPrepared(db);
  await sql`create schema ${sql.id(PREPARED)}`.execute(db);
  try {
    await fill(inSchema(url), folder, manifest, progress);
    return await takePlace(db, manifest.pictures !== null);
  } catch (error) {
    await dropPrepared(db).catch(() => {});
    throw isBusy(error) ? new BackupError('Таблицы базы сейчас заняты другой программой. Повторите позже.') : error;
  }
}

async function staysInUse(db: Db): Promise<boolean> {
  for (const until = Date.now() + CLOSE_TIMEOUT; Date.now() < until; await sleep(RETRY_DELAY))
    if (!(await hasOthers(db))) return false;
  return true;
}

async function fill(url: string, folder: string, manifest: Manifest, progress: Progress): Promise<void> {
  await using prepared = await openPostgres(url, UNLIMITED);
  const { error } = await createMigrator(prepared, PREPARED).migrateTo(manifest.schema.at(-1) ?? '');
  if (error !== undefined) throw error;
  await using from = openSqlite(path.join(folder, 'rampa.sqlite'));
  await copyTables(from, prepared, { progress: (done, total) => progress('Заполняю таблицы', done, total) });
  const table = await differenceIn(prepared, manifest, progress);
  if (table) throw damaged(`таблица ${table} в PostgreSQL получилась другой`);
  await beginEpoch(prepared);
  await fillUploads(prepared, path.join(folder, 'uploads'), Object.keys(manifest.pictures ?? {}), progress);
}

async function fillUploads(prepared: Db, folder: string, names: string[], progress: Progress): Promise<void> {
  const storage = tableStorage({ db: prepared });
  for (const [at, name] of names.entries()) {
    await storage.put(name, createReadStream(path.join(folder, name)));
    progress('Заполняю картинки и файлы', at + 1, names.length);
  }
}

async function takePlace(db: Db, withImages: boolean): Promise<string | undefined> {
  const aside = `before_restore_${stamp(new Date()).replace(/\W/g, '').toLowerCase()}`;
  return db.transaction().execute(async (tx) => {
    const schema = (await currentSchema(tx)) ?? 'public';
    const ours = new Set<string>([...(await tablesOf(tx)).map(({ name }) => name), ...OF_MIGRATIONS]);
    const found = (await tablesIn(tx, schema)).filter((name) => ours.has(name));
    // Restoring an archive without images keeps the existing images.
    const stays = new Set<string>(withImages ? [] : found.filter((name) => name === IMAGE_BYTES));
    const old = found.filter((name) => !stays.has(name));
    if (old.length > 0) await sql`create schema ${sql.id(aside)}`.execute(tx);
    for (const name of old) await move(tx, schema, name, aside);
    const added = (await tablesIn(tx, PREPARED)).filter((name) => !stays.has(name));
    for (const name of added) await move(tx, PREPARED, name, schema);
    await sql`drop schema ${sql.id(PREPARED)} cascade`.execute(tx);
    return old.length > 0 ? aside : undefined;
  });
}

async function move(tx: Db, from: string, name: string, to: string): Promise<void> {
  await sql`alter table ${sql.id(from, name)} set schema ${sql.id(to)}`.execute(tx);
}

async function tablesIn(db: Db, schema: string): Promise<string[]> {
  const found = await db.introspection.getTables({ withInternalKyselyTables: true });
  return found.filter((table) => table.schema === schema).map(({ name }) => name);
}

async function dropPrepared(db: Db): Promise<void> {
  await sql`drop schema if exists ${sql.id(PREPARED)} cascade`.execute(db);
}

function inSchema(url: string): string {
  const address = new URL(url);
  address.searchParams.set('options', `-c search_path=${PREPARED}`);
  return address.href;
}
