import { copyFileSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSqlite } from '../../db/dialect.ts';
import { migrate } from '../../db/open.ts';
import type { Db } from '../../db/tables.ts';
import { examineDatabase } from '../../ops/integrity/check.ts';
import { needFolder, needSite } from '../rig/needs.ts';

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
