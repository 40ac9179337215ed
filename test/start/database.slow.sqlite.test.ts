import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { openSqlite } from '../../db/dialect.ts';
import { migrate } from '../../db/open.ts';
import { examineDatabase, watchHealth } from '../../ops/integrity/check.ts';
import { rampa, refusalOf } from '../rig/command.ts';
import { needFolder, needProcess } from '../rig/needs.ts';
import { send, signIn, startRefusal, startServer, type TestServer } from '../rig/server.ts';
import { oldSite } from '../rig/world/backups.ts';

const NEWER = "insert into kysely_migration (name, timestamp) values ('0999-later', '2030-01-01')";
/** A database that was left in the middle of its work: with a log beside it. */
const left = await leaveAtWork();
let dataDir: string;
let file: string;
beforeEach(async () => {
  dataDir = await needFolder();
  file = path.join(dataDir, 'rampa.sqlite');
});

async function leaveAtWork(): Promise<Record<string, Buffer>> {
  const server = await startServer();
  const token = await signIn(server.origin);
  for (let at = 0; at < 20; at += 1) {
    const article = { title: `Новость ${at}`, content: `<p>${'Текст. '.repeat(300)}</p>` };
    await send(server.origin, 'POST', '/admin/news', token, article);
  }
  await server.kill();
  return readAll(server.dataDir);
}

test('a database that was left by kill -9 is taken, and so is one that was left in order, beside which nothing is put', () => {
  lay(settled());
  expect([examineDatabase(file), Object.keys(readAll(dataDir))]).toEqual([true, ['rampa.sqlite']]);
  lay(left);
  expect(Object.keys(left)).toContain('rampa.sqlite-wal');
  expect(examineDatabase(file)).toBe(true);
});

test.each<[what: string, world: () => Record<string, Buffer>, said?: RegExp]>([
  ['a flipped bit in the magic words', () => changed((bytes) => bytes.writeUInt8(1, 0))],
  ['a page size that is none', () => changed((bytes) => bytes.writeUInt8(7, 16))],
  ['a file that was cut off', () => cut((length) => length - 5000)],
  ['a file that was cut to its first bytes', () => cut(() => 60)],
  ['a page full of noise', () => noise(3)],
  ['the first page full of noise', () => noise(0)],
  ['a text in its place', () => ({ 'rampa.sqlite': Buffer.from('это не база данных'.repeat(100)) })],
  ['an empty file beside a log', () => ({ ...left, 'rampa.sqlite': Buffer.alloc(0) })],
  ['a log whose database is gone', () => ({ 'rampa.sqlite-wal': left['rampa.sqlite-wal'] ?? Buffer.alloc(0) })],
  ['a log with a damaged header', () => inLog(17)],
  ['a log in which a page of a finished change is damaged', () => inLog(5000)],
  ['the database of another program', () => after({}, 'create table guests (name text)')],
  ['a database of a newer version', () => after(left, NEWER), /более новой версией rampa \(шаг 0999-later\)/],
])('%s is refused in one line and left as it is', async (_name, world, said = /./) => {
  lay(world());
  const before = readAll(dataDir);
  const refusal = await startRefusal({ DATA_DIR: dataDir });
  expect(refusal).toContain(file);
  expect(refusal).toMatch(said);
  const after = readAll(dataDir);
  for (const [name, bytes] of Object.entries(before))
    if (name !== 'rampa.sqlite-shm') expect(after[name]?.equals(bytes)).toBe(true);
  expect(Object.keys(after)).toEqual(Object.keys(before));
});

test.each([
  ['a pipe', (name: string) => execFileSync('mkfifo', [name])],
  ['a folder', (name: string) => mkdirSync(name)],
])('%s in place of the database is refused and not waited for', async (_name, put) => {
  put(file);
  expect(await startRefusal({ DATA_DIR: dataDir })).toContain('не обычный файл');
});

/** Noise over the first page of a table, once `before` has made it. */
async function spoil(table: string, before = '', after = ''): Promise<void> {
  const raw = new DatabaseSync(file, { timeout: 5000 });
  raw.exec(before);
  expect(raw.prepare('pragma wal_checkpoint(truncate)').get()?.busy).toBe(0);
  const first = raw.prepare('select rootpage from sqlite_schema where name = ?').get(table);
  const disk = await open(file, 'r+');
  await disk.write(Buffer.alloc(4000, 'шум'), 0, 4000, (Number(first?.rootpage) - 1) * 4096);
  await disk.close();
  raw.exec(after);
  raw.close();
}

test('a large database is checked beside the running server; damage in it ends writing, and reading goes on', async () => {
  lay(settled());
  const before = await startServer({ dataDir });
  const token = await signIn(before.origin);
  await before.terminate();
  const rows = "insert into ballast select zeroblob(3000) from json_each('[1,2,3,4,5,6,7,8,9]')";
  const large = 'create table ballast (bytes blob) strict; insert into ballast values (zeroblob(70000000))';
  await spoil('ballast', `${large}; ${rows}`);
  const server = await needProcess({ dataDir });
  const write = () => send(server.origin, 'PUT', '/admin/news/novost-1', token, { title: 'Правка' });
  await expect.poll(async () => (await write()).status).toBe(503);
  expect((await (await write()).json()).code).toBe('read_only');
  expect((await fetch(`${server.origin}/news/novost-1`)).status).toBe(200);
  await expect.poll(server.log).toContain('the database is damaged and only readable from now on');
});

describe('a database under a running server', () => {
  let server: TestServer;
  let token: string;
  beforeEach(async () => {
    server = await needProcess({ dataDir });
    token = await signIn(server.origin);
    expect((await publish('Первая', 'first')).status).toBe(201);
  });

  const publish = (title: string, slug: string) => send(server.origin, 'POST', '/admin/news', token, { title, slug });
  const read = (address: string) => fetch(server.origin + address);

  async function copyOfFile(): Promise<string> {
    const copy = path.join(await needFolder(), 'copy.sqlite');
    new DatabaseSync(file, { readOnly: true, timeout: 5000 }).exec(`vacuum into '${copy}'`);
    return copy;
  }

  test('that was moved away takes no change, is read from the last good copies, and goes on once it is back', async () => {
    await read('/news/first');
    await read('/news');
    expect((await publish('Вторая', 'second')).status).toBe(201);
    renameSync(file, `${file}.aside`);
    const refused = await publish('Третья', 'third');
    expect([refused.status, (await refused.json()).code]).toEqual([503, 'unavailable']);
    for (const address of ['/news/first', '/news']) {
      const answer = await read(address);
      expect([answer.status, answer.headers.get('x-stale')]).toEqual([200, '1']);
    }
    await expect.poll(async () => (await read('/readyz')).status).toBe(503);
    renameSync(`${file}.aside`, file);
    expect((await publish('Третья', 'third')).status).toBe(201);
    const answer = await read('/news');
    expect([answer.status, answer.headers.get('x-stale')]).toEqual([200, null]);
    expect(await answer.text()).toContain('Третья');
  });

  test('gives way to another of the same version in its place', async () => {
    const [aside, copy] = [await needFolder(), await copyOfFile()];
    expect((await publish('После копии', 'after')).status).toBe(201);
    expect(await (await read('/news')).text()).toContain('После копии');
    for (const name of readdirSync(dataDir).filter((each) => each.startsWith('rampa.sqlite')))
      renameSync(path.join(dataDir, name), path.join(aside, name));
    copyFileSync(copy, file);
    await expect.poll(async () => (await read('/news/after')).status).toBe(404);
    expect(await (await read('/news')).text()).not.toContain('После копии');
    expect((await publish('В новой', 'in-new')).status).toBe(201);
    const stored = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
    expect(stored.prepare("select count(*) as count from articles where slug = 'in-new'").get()?.count).toBe(1);
    stored.close();
  });

  test('is not touched when it is another one beside the log of the former', async () => {
    const copy = await copyOfFile();
    expect((await publish('В журнале', 'in-log')).status).toBe(201);
    rmSync(file);
    copyFileSync(copy, file);
    expect([(await publish('Ещё', 'more')).status, (await publish('Ещё', 'more')).status]).toEqual([503, 503]);
  });

  test('that somebody else holds locked is read from the last good copies, and goes on when it is free', async () => {
    await read('/news');
    expect((await publish('Вторая', 'second')).status).toBe(201);
    const other = new DatabaseSync(file, { timeout: 5000 });
    other.exec('begin immediate');
    expect([(await read('/news')).status, (await publish('Третья', 'third')).status]).toEqual([200, 503]);
    other.close();
    expect((await publish('Третья', 'third')).status).toBe(201);
    await expect.poll(async () => (await read('/news')).headers.get('x-stale')).toBeNull();
  });

  test('that is damaged ends writing, and what can be read is shown, in the panel too', async () => {
    // Another connection's write invalidates SQLite's page cache.
    await spoil('journal', '', 'update changes set version = version + 1');
    await expect.poll(async () => (await send(server.origin, 'GET', '/admin/journal', token)).status).toBe(503);
    await expect.poll(server.log).toContain('the database is damaged and only readable from now on');
    const answer = await send(server.origin, 'PUT', '/vote-settings', token, { title: 'Голосование' });
    const message = expect.stringContaining('только для чтения');
    expect([answer.status, await answer.json()]).toEqual([503, { code: 'read_only', message }]);
    for (const address of ['/news/first', '/api/news/first']) expect((await read(address)).status).toBe(200);
    for (const address of ['/admin/news/first', '/auth/verify'])
      expect((await send(server.origin, 'GET', address, token)).status).toBe(200);
  });
});

test('the database is opened for safety: all is synced, types and references hold, and its schema calls nothing unsafe', async () => {
  const db = openSqlite(file);
  await migrate(db);
  const ask = async (pragma: string) => Object.values((await sql.raw(`pragma ${pragma}`).execute(db)).rows[0] ?? {})[0];
  const settings = ['journal_mode', 'synchronous', 'foreign_keys', 'trusted_schema', 'busy_timeout'];
  expect(await Promise.all(settings.map(ask))).toEqual(['wal', 2, 1, 0, 0]);
  await sql.raw("create view guest as select rtreecheck('admins')").execute(db);
  await expect(sql.raw('select * from guest').execute(db)).rejects.toThrow('unsafe use of rtreecheck');
  const ours = sql`type = 'table' and name not like 'kysely%' and name not like 'sqlite%'`;
  expect((await sql`select name from pragma_table_list where strict = 0 and ${ours}`.execute(db)).rows).toEqual([]);
  await db.destroy();
});

test('a file that could not be read was not found whole', async () => {
  const damage: string[] = [];
  const watch = watchHealth((problem) => damage.push(problem));
  await watch.check(dataDir);
  expect([watch.health, damage]).toEqual([{ state: 'unknown', problem: undefined, checkedAt: null }, []]);
});

test('a damaged file is told of in SQLite’s own words, once, and left as it is: by the server, the doctor and a command', async () => {
  const site = await oldSite();
  const damaged = path.join(site, 'rampa.sqlite');
  const bytes = readFileSync(damaged).fill(0x41, 8192, 60_000);
  writeFileSync(damaged, bytes);
  const watch = watchHealth(() => {});
  await watch.check(damaged);
  expect(watch.health).toMatchObject({ state: 'damaged', problem: expect.not.stringMatching(/^(is damaged|Error)/) });
  expect(await refusalOf(['backup'], { DATA_DIR: site })).toMatch(/повреждена .*rampa -- restore.*\n$/);
  const doctor = await rampa(['doctor'], { DATA_DIR: site, PORT: '1' });
  expect(doctor.out).toMatch(/Файл базы повреждён: (?!is damaged)/);
  expect(doctor.out).not.toContain('Посетители видят');
  expect(readFileSync(damaged).equals(bytes)).toBe(true);
});

function lay(files: Record<string, Buffer>): void {
  for (const [name, bytes] of Object.entries(files)) writeFileSync(path.join(dataDir, name), bytes);
}

function readAll(directory: string): Record<string, Buffer> {
  const files = readdirSync(directory).filter((name) => name.startsWith('rampa.sqlite'));
  return Object.fromEntries(files.map((name) => [name, readFileSync(path.join(directory, name))]));
}

/** These files after something was done to their database: after a clean end it is one file. */
function after(files: Record<string, Buffer>, change: string): Record<string, Buffer> {
  const directory = mkdtempSync(path.join(tmpdir(), 'rampa-after-'));
  for (const [name, bytes] of Object.entries(files)) writeFileSync(path.join(directory, name), bytes);
  const raw = new DatabaseSync(path.join(directory, 'rampa.sqlite'));
  raw.exec(change);
  raw.close();
  return readAll(directory);
}

const settled = (): Record<string, Buffer> => after(left, 'pragma wal_checkpoint(truncate)');

/** The settled file with other bytes. */
function changed(change: (bytes: Buffer) => unknown): Record<string, Buffer> {
  const bytes = Buffer.from(settled()['rampa.sqlite'] ?? expect.fail('no database'));
  change(bytes);
  return { 'rampa.sqlite': bytes };
}

function noise(page: number): Record<string, Buffer> {
  return changed((bytes) => bytes.fill('шум', page * 4096 + (page === 0 ? 100 : 0), (page + 1) * 4096));
}

function cut(to: (length: number) => number): Record<string, Buffer> {
  const { 'rampa.sqlite': bytes = Buffer.alloc(0) } = settled();
  return { 'rampa.sqlite': bytes.subarray(0, to(bytes.length)) };
}

/** The log with one other bit. */
function inLog(at: number): Record<string, Buffer> {
  const log = Buffer.from(left['rampa.sqlite-wal'] ?? []);
  log[at] = (log[at] ?? 0) ^ 1;
  return { ...left, 'rampa.sqlite-wal': log };
}
