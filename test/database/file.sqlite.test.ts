import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSqlite } from '../../db/dialect.ts';
import { migrate } from '../../db/open.ts';
import type { Db } from '../../db/tables.ts';
import { examineDatabase } from '../../ops/integrity/check.ts';
import { rampa } from '../rig/command.ts';
import { needFolder, needProcess, needSite } from '../rig/needs.ts';

/** Before each page in the log, and before the first. In bytes. */
const FRAME_HEADER = 24;
const LOG_HEADER = 32;

let folder: string;
let db: Db;
beforeEach(async () => {
  folder = await needFolder();
  db = openSqlite(path.join(folder, 'rampa.sqlite'));
  await migrate(db);
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
});
afterEach(() => db.destroy());

test('a log whose last change was spoilt by a power cut is taken, and loses that change alone; one whose first is spoilt is refused', async () => {
  await addGroups('первая', 'вторая', 'третья');
  const flipped = (at: number) => left((log) => log.writeUInt8(log.readUInt8(at) ^ 1, at));
  const file = flipped(statSync(path.join(folder, 'rampa.sqlite-wal')).size - 100);
  expect([examineDatabase(file), groupsIn(file)]).toEqual([true, ['первая', 'вторая']]);
  const first = flipped(LOG_HEADER + FRAME_HEADER + 100);
  expect(() => examineDatabase(first)).toThrow('журнал rampa.sqlite-wal неверен');
});

test('a log that has begun anew is taken, whatever its former round has left behind', async () => {
  await addGroups(...Array.from({ length: 10 }, (_, at) => `прежняя ${at}`));
  await sql`pragma wal_checkpoint(restart)`.execute(db);
  await addGroups('новая');
  const file = left(() => {});
  expect(examineDatabase(file)).toBe(true);
  expect(groupsIn(file)).toHaveLength(11);
});

test('a file that a crash left too short while pages were moved into it is taken with the log that has them', async () => {
  const names = Array.from({ length: 20 }, (_, at) => `${at} ${'долгая '.repeat(1000)}`);
  const { size } = statSync(path.join(folder, 'rampa.sqlite'));
  await addGroups(...names);
  await sql`pragma wal_checkpoint(passive)`.execute(db);
  const file = left(() => {});
  expect(statSync(file).size).toBeGreaterThan(size);
  truncateSync(file, size);
  expect([examineDatabase(file), groupsIn(file)]).toEqual([true, names]);
  rmSync(`${file}-wal`, { force: true });
  truncateSync(file, size);
  expect(() => examineDatabase(file)).toThrow('обрывается');
});

test('on a full disk a change is refused with 507 and nothing of it stays; reading goes on; with room again all is as before', async () => {
  const t = await needSite();
  await t.editor('POST', '/api/admin/news', { title: 'Первая', slug: 'first' });
  const long = { title: 'Длинная', slug: 'long', content: `<p>${'Текст. '.repeat(20_000)}</p>` };
  // A database that may not grow by a page is for SQLite one on a full disk.
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(t.store.db);
  await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count)}`.execute(t.store.db);
  const refused = await t.editor('POST', '/api/admin/news', long);
  expect([refused.statusCode, refused.json().code]).toEqual([507, 'disk_full']);
  expect(refused.json().message).toContain('не осталось места');
  expect((await t.editor('GET', '/api/admin/news')).json()).toMatchObject([{ slug: 'first' }]);
  for (const address of ['/', '/news', '/news/first', '/api/news', '/readyz'])
    expect([address, (await t.visitor('GET', address)).statusCode]).toEqual([address, 200]);
  await sql`pragma max_page_count = 1000000`.execute(t.store.db);
  expect((await t.editor('POST', '/api/admin/news', long)).statusCode).toBe(201);
});

/** Names of the files in a folder that other users of the machine may open. */
function openToOthers(dataDir: string): string[] {
  const isOpen = (name: string) => (statSync(path.join(dataDir, name)).mode & 0o007) !== 0;
  return readdirSync(dataDir).filter((name) => name !== 'server.lock' && isOpen(name));
}

test('in a folder that is open to all, what the server and its commands write is not', async () => {
  const dataDir = path.join(folder, 'data');
  mkdirSync(dataDir, { mode: 0o755 });
  await needProcess({ dataDir });
  expect(openToOthers(dataDir)).toEqual([]);
  const copy = path.join(dataDir, 'site.tar');
  expect((await rampa(['backup', '--to', copy], { DATA_DIR: dataDir })).code).toBe(0);
  expect(statSync(copy).mode & 0o077).toBe(0);
});

test('a database that was open to all is closed by the next start, and the log says so', async () => {
  chmodSync(folder, 0o755);
  expect(openToOthers(folder)).toContain('rampa.sqlite');
  const server = await needProcess({ dataDir: folder });
  expect(openToOthers(folder)).toEqual([]);
  expect(server.log()).toContain('every user of this machine could open');
});

test('a session stays good while another program has locked the database', async () => {
  const t = await needSite();
  const other = openSqlite(path.join(t.config.dataDir, 'rampa.sqlite'));
  const hourAgo = new Date(Date.now() - 3600 * 1000).toISOString();
  await t.store.db.updateTable('sessions').set({ last_used_at: hourAgo }).execute();
  await other.transaction().execute(async () => expect((await t.editor('GET', '/api/admin/me')).statusCode).toBe(200));
  await other.destroy();
  expect((await t.editor('GET', '/api/admin/sessions')).json()[0].lastUsedAt > hourAgo).toBe(true);
});

async function addGroups(...names: string[]): Promise<void> {
  for (const name of names) await db.insertInto('groups').values({ name, version: 1 }).execute();
}

/** The files as a power cut leaves them now, with something done to the log. */
function left(change: (log: Buffer) => void): string {
  const file = path.join(folder, 'left.sqlite');
  copyFileSync(path.join(folder, 'rampa.sqlite'), file);
  const log = readFileSync(path.join(folder, 'rampa.sqlite-wal'));
  change(log);
  writeFileSync(`${file}-wal`, log);
  return file;
}

function groupsIn(file: string): unknown[] {
  const raw = new DatabaseSync(file);
  const rows = raw.prepare('select name from groups order by rowid').all();
  raw.close();
  return rows.map(({ name }) => name);
}
