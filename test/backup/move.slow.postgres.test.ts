import { createHash, randomBytes } from 'node:crypto';
import { chmod, cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { seedHuge } from '../../bench/rig/huge.ts';
import { digestTables } from '../../db/copying/copying.ts';
import { openPostgres } from '../../db/dialect.ts';
import { lockDataDir, migrate } from '../../db/open.ts';
import type { Db } from '../../db/tables.ts';
import { createImageStore } from '../../model/images/images.ts';
import { PART_BYTES } from '../../model/uploads/storage/parts.ts';
import { filesOf, uploadsIn } from '../../model/uploads/storage/storage.ts';
import { type Ended, rampa, refusalOf, startCommand } from '../rig/command.ts';
import { runOn } from '../rig/database/postgres.ts';
import { needFolder, needPostgres } from '../rig/needs.ts';
import { send, signIn, startServer } from '../rig/server.ts';
import { inDatabase } from '../rig/world/backups.ts';

const ARTICLES = 400;
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

const postgres = await needPostgres();
const world = await needFolder();
await inDatabase(world, (db) => fill(world, db));
const token = await sessionIn(world);
let home: string;
let source: string;
let database: string;
let count = 0;

beforeEach(async () => {
  home = await needFolder();
  source = path.join(home, 'source');
  await cp(world, source, { recursive: true });
  count += 1;
  await runOn(postgres.url, `create database moved_${count}`);
  database = Object.assign(new URL(postgres.url), { pathname: `/moved_${count}` }).href;
});
afterEach(() => runOn(postgres.url, `drop database moved_${count} with (force)`));

async function fill(dataDir: string, db: Db): Promise<void> {
  await migrate(db);
  const pictures = createImageStore({ db, directory: uploadsIn(dataDir) });
  await seedHuge({ db, images: pictures }, ARTICLES);
  for (let number = 0; number < 40; number += 1) await addImage(db, dataDir, randomBytes(200_000));
  await addImage(db, dataDir, randomBytes(PART_BYTES * 2 + 1));
  await pictures.close();
}

/** Whatever its bytes are: a move does not look at them. */
async function addImage(db: Db, dataDir: string, bytes: Buffer): Promise<void> {
  const name = `${sha256(bytes).slice(0, 32)}.png`;
  const [, copy = ''] = filesOf(name);
  await writeFile(path.join(uploadsIn(dataDir), name), bytes);
  await writeFile(path.join(uploadsIn(dataDir), copy), bytes.subarray(0, 100));
  const created_at = new Date().toISOString();
  await db.insertInto('images').values({ name, width: 9, height: 9, bytes: bytes.length, created_at }).execute();
}

async function sessionIn(dataDir: string): Promise<string> {
  const server = await startServer({ dataDir, env: { DATABASE_URL: '' } });
  const session = await signIn(server.origin);
  await server.stop();
  return session;
}

/** Of a server that has its data beside it, whatever the other servers of these tests have. */
const ON_FILES = { DATABASE_URL: '' };
const move = (to: string, env: NodeJS.ProcessEnv): Promise<Ended> => rampa(['move', '--to', to], env);
const withPassword = () => Object.assign(new URL(database), { password: 'kanareika' }).href;

/** Without the clock: what was moved begins an epoch of its own. */
async function digestsAt(place: string) {
  const digest = (db: Db) => digestTables(db, { leaveOut: ['changes'] });
  if (!place.startsWith('postgres:')) return inDatabase(place, digest);
  const db = await openPostgres(place);
  return digest(db).finally(() => db.destroy());
}

/** Of a folder, without those of its database. */
async function uploadsAt(folder: string): Promise<Record<string, string>> {
  const { 'rampa.sqlite': _database, ...uploads } = await filesAt(folder);
  return uploads;
}

async function filesAt(folder: string): Promise<Record<string, string>> {
  const names = await readdir(uploadsIn(folder));
  const files = ['rampa.sqlite', ...names.sort().map((name) => `uploads/${name}`)];
  const hashes = files.map(async (file) => [file, sha256(await readFile(path.join(folder, file)))]);
  return Object.fromEntries(await Promise.all(hashes));
}

/** Kills the move once a query on the target tells more than nothing. Gives what it had said by then. */
async function killWhen(query: string): Promise<string> {
  const { child, ended } = startCommand(['move', '--to', database], { DATA_DIR: source });
  for (let isThere = false; !isThere; ) {
    const [row] = await runOn(database, query).catch(() => []);
    isThere = Number(row?.count) > 0;
    expect(child.exitCode).toBeNull();
  }
  child.kill('SIGKILL');
  const { code, err } = await ended;
  expect(code).toBeNull();
  return err;
}

test('a site moves to PostgreSQL and back with all that it has, and its source stays as it was; a password in the command is warned of and not repeated', async () => {
  const before = { tables: await digestsAt(source), files: await filesAt(source) };
  const there = await move(withPassword(), { DATA_DIR: source });
  const [steps = '', warning] = there.err.split(/(?=Внимание)/);
  expect([there.code, warning]).toEqual([0, expect.stringContaining('пароль базы был в самой команде')]);
  expect(there.out).toMatch(new RegExp(`articles +${ARTICLES} {2}[0-9a-f]{16}\n`));
  expect(there.out + there.err).not.toContain('kanareika');
  const told = ['Читаю таблицы', 'Переношу таблицы', 'Сверяю таблицы', 'Переношу картинки и файлы'];
  expect(steps.split(' …\n')).toEqual([...told, 'Сверяю картинки и файлы', '']);
  expect(await filesAt(source)).toEqual(before.files);
  expect(await digestsAt(database)).toEqual(before.tables);

  // The site goes on there: who was signed in still is, and new rows get new numbers.
  const server = await startServer({ dataDir: path.join(home, 'instance'), env: { DATABASE_URL: database } });
  expect((await send(server.origin, 'POST', '/admin/news', token, { title: 'После переезда' })).status).toBe(201);
  // The last three are pictures.
  for (const file of Object.keys(before.files).slice(-3)) {
    const bytes = Buffer.from(await (await fetch(`${server.origin}/${file}`)).arrayBuffer());
    expect(sha256(bytes)).toBe(before.files[file]);
  }
  await server.stop();

  const moved = await digestsAt(database);
  const instance = path.join(home, 'instance');
  await chmod(instance, 0o755);
  const back = await move('sqlite', { DATA_DIR: instance, DATABASE_URL: database });
  expect([back.code, back.err]).toEqual([0, expect.stringContaining('Сверяю картинки и файлы')]);
  expect(back.out).toContain(`DATA_DIR=${instance}`);
  expect((await stat(path.join(instance, 'rampa.sqlite'))).mode & 0o077).toBe(0);
  expect([await digestsAt(instance), await digestsAt(database)]).toEqual([moved, moved]);
  expect(await uploadsAt(instance)).toEqual(await uploadsAt(source));
  const again = await startServer({ dataDir: instance, env: ON_FILES });
  expect(await (await send(again.origin, 'GET', '/auth/verify', token)).json()).toMatchObject({ valid: true });
  await again.stop();
});

const ROWS = 'select count(*) from articles';
const PICTURES = 'select count(*) from picture_parts';

test('a move that was killed among the rows or the pictures goes on when it is called again, no server starts on the half, and one whose source has changed since begins anew', async () => {
  await killWhen(ROWS);
  const start = startServer({ dataDir: path.join(home, 'instance'), env: { DATABASE_URL: database } });
  await expect(start).rejects.toThrow(/ended with 1.*перенесён в эту базу не до конца.*npm run rampa -- move/s);
  expect(await refusalOf(['admin', 'list'], { DATABASE_URL: database })).toContain('не до конца');
  expect(await killWhen(PICTURES)).toContain('неоконченный перенос: продолжаю');
  expect(Number((await runOn(database, ROWS))[0]?.count)).toBe(ARTICLES);
  await inDatabase(source, async (db) => {
    await db.updateTable('articles').set({ title: 'Исправлено' }).where('id', '=', 1).execute();
    await db.deleteFrom('articles').where('id', '=', 2).execute();
  });
  const { code, out, err } = await rampa(['move'], { DATA_DIR: source, MOVE_TO: withPassword() });
  expect([code, err]).toEqual([0, expect.stringContaining('изменились: начинаю заново')]);
  expect(out + err).not.toMatch(/kanareika|Внимание/);
  expect(await digestsAt(database)).toEqual(await digestsAt(source));
  expect(await runOn(database, "select to_regclass('unfinished_move') as mark")).toEqual([{ mark: null }]);
});

test('a move that was killed does not trust what it finds: another row is told, another picture is copied once more; the way back goes on too', async () => {
  await killWhen(PICTURES);
  const [part] = await runOn(database, 'select name from picture_parts where part = 0 limit 1');
  const spoil = `update picture_parts set bytes = sha512(bytes) || substr(bytes, 65) where name = '${part?.name}' and part = 0`;
  await runOn(database, spoil);
  await runOn(database, "update articles set cover_alt = 'чужое' where id = 3");
  expect(await refusalOf(['move', '--to', database], { DATA_DIR: source })).toContain('Таблица articles');
  await runOn(database, "update articles set cover_alt = '' where id = 3");
  const said = expect.stringContaining(`DATABASE_URL=${database}`);
  expect(await move(database, { DATA_DIR: source })).toMatchObject({ code: 0, out: said });

  const target = path.join(home, 'back');
  const back = { DATABASE_URL: database, DATA_DIR: source };
  const { child, ended } = startCommand(['move', '--to', target], back);
  const there = () => readdir(uploadsIn(target)).catch(() => []);
  await expect.poll(async () => (await there()).length, { interval: 2 }).toBeGreaterThan(5);
  child.kill('SIGKILL');
  expect((await ended).code).toBeNull();
  await expect(startServer({ dataDir: target, env: ON_FILES })).rejects.toThrow(/перенесён в эту базу не до конца/);
  expect(await move(target, back)).toMatchObject({ code: 0, err: expect.stringContaining('продолжаю') });
  // Beside what the killed one was writing.
  expect(await uploadsAt(target)).toMatchObject(await uploadsAt(source));
  expect(await digestsAt(target)).toEqual(await digestsAt(source));
});

/** From the source, unless it is said whence. */
async function expectRefused(to: string, line: RegExp, env: NodeJS.ProcessEnv = { DATA_DIR: source }): Promise<void> {
  const err = await refusalOf(['move', '--to', to], env);
  expect(err).toMatch(line);
  expect(err).toMatch(/^[А-ЯЁ«][^\n]*\.\n$/);
}

test('nothing is moved while a server uses the source or the target', async () => {
  const unlock = await lockDataDir(source);
  await expectRefused(database, /^С папкой .*source работает сервер\. Остановите/);
  unlock();
  const db = await openPostgres(database);
  await sql`select 1`.execute(db);
  await expectRefused(database, /^С базой postgres:.* работает сервер или другая команда/);
  await migrate(db);
  await expectRefused(path.join(home, 'back'), /^С базой postgres:/, { DATABASE_URL: database, DATA_DIR: source });
  await db.destroy();
  await expectRefused('postgres://one,two/site', /^В адресе новой базы несколько серверов/);
  expect(await readdir(home)).toEqual(['source']);
});

test('nothing is moved to where a site lies already, or pictures, or a file', async () => {
  const before = await filesAt(world);
  await expectRefused(world, /^Там уже лежит сайт: /);
  expect(await filesAt(world)).toEqual(before);
  await expectRefused('sqlite', /^Сайт уже лежит там: /);
  const target = path.join(home, 'back');
  await mkdir(uploadsIn(target), { recursive: true });
  await writeFile(path.join(uploadsIn(target), 'a.png'), 'x');
  await expectRefused(target, /^В папке .*back уже лежат картинки или файлы/);
  expect(await readdir(target)).toEqual(['uploads']);
  const db = await openPostgres(database);
  await migrate(db);
  await db.destroy();
  await expectRefused(database, /^Там уже лежит сайт: /);
  const inFile = path.join(source, 'rampa.sqlite', 'data');
  const there = { DATABASE_URL: database, DATA_DIR: source };
  await expectRefused(inFile, /^На этом пути лежит файл, а не папка: (?!.*cannot).* Ничего не сделано\.\n$/, there);
});

test('nothing is moved from where there is none, or one of another version, nor to a server that does not answer or does not let in; the password is not told', async () => {
  const empty = path.join(home, 'empty');
  await expectRefused(database, /^Базы данных .*rampa\.sqlite нет\./, { DATA_DIR: empty });
  expect(await readdir(home)).toEqual(['source']);
  await expectRefused(empty, /^База данных пуста: сайта в ней ещё нет\./, { DATABASE_URL: database, DATA_DIR: source });
  expect(await readdir(home)).toEqual(['source']);
  await expectRefused('mysql://localhost/site', /^Адрес новой базы записан с ошибкой/);
  const away = 'postgres://ann:secret@127.0.0.1:1/site';
  await expectRefused(away, /^База данных не отвечает/);
  await expectRefused(database.replace('moved_', 'other_'), /^База PostgreSQL не пускает \(.*does not exist\)/);
  const { err } = await move(away, { DATABASE_URL: away, DATA_DIR: source });
  expect(err).toContain('postgres://ann:***@127.0.0.1:1/site');
});
