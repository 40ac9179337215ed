import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { needFolder, needProcess } from '../rig/needs.ts';
import { send, signIn, type TestServer } from '../rig/server.ts';

let server: TestServer;
let token: string;
let file: string;
const NAMES = ['rampa.sqlite', 'rampa.sqlite-wal', 'rampa.sqlite-shm'];

beforeEach(async () => {
  server = await needProcess();
  token = await signIn(server.origin);
  file = path.join(server.dataDir, 'rampa.sqlite');
  expect((await publish('Первая', 'first')).status).toBe(201);
});

test('a database that was moved away takes no change, is read from the last good copies, and goes on once it is back', async () => {
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

test('another database of the same version in its place is used from then on', async () => {
  const [aside, copy] = [await needFolder(), await copyOfFile()];
  expect((await publish('После копии', 'after')).status).toBe(201);
  expect(await (await read('/news')).text()).toContain('После копии');
  for (const name of NAMES) renameSync(path.join(server.dataDir, name), path.join(aside, name));
  copyFileSync(copy, file);
  await expect.poll(async () => (await read('/news/after')).status).toBe(404);
  expect(await (await read('/news')).text()).not.toContain('После копии');
  expect((await publish('В новой', 'in-new')).status).toBe(201);
  const stored = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  expect(stored.prepare("select count(*) as count from articles where slug = 'in-new'").get()?.count).toBe(1);
  stored.close();
});

test('another database beside the log of the former is not touched', async () => {
  const copy = await copyOfFile();
  expect((await publish('В журнале', 'in-log')).status).toBe(201);
  rmSync(file);
  copyFileSync(copy, file);
  expect([(await publish('Ещё', 'more')).status, (await publish('Ещё', 'more')).status]).toEqual([503, 503]);
});

test('a database that somebody else holds locked is read from the last good copies, and goes on when it is free', async () => {
  await read('/news');
  expect((await publish('Вторая', 'second')).status).toBe(201);
  const other = new DatabaseSync(file, { timeout: 5000 });
  other.exec('begin immediate');
  expect([(await read('/news')).status, (await publish('Третья', 'third')).status]).toEqual([200, 503]);
  other.close();
  expect((await publish('Третья', 'third')).status).toBe(201);
  await expect.poll(async () => (await read('/news')).headers.get('x-stale')).toBeNull();
});

test('damage that is met while the server runs ends writing, and what can be read is shown', async () => {
  const raw = new DatabaseSync(file, { timeout: 5000 });
  expect(raw.prepare('pragma wal_checkpoint(truncate)').get()?.busy).toBe(0);
  const journal = raw.prepare("select rootpage from sqlite_schema where name = 'journal'").get();
  const disk = await open(file, 'r+');
  await disk.write(Buffer.alloc(4096, 'шум'), 0, 4096, (Number(journal?.rootpage) - 1) * 4096);
  await disk.close();
  // A change of somebody else's makes the server read its pages anew.
  raw.exec('update changes set version = version + 1');
  raw.close();
  await expect.poll(async () => (await send(server.origin, 'GET', '/admin/journal', token)).status).toBe(503);
  await expect.poll(server.log).toContain('the database is damaged and only readable from now on');
  const answer = await send(server.origin, 'PUT', '/vote-settings', token, { title: 'Голосование' });
  expect([answer.status, (await answer.json()).code]).toEqual([503, 'read_only']);
  expect((await read('/news/first')).status).toBe(200);
});

function publish(title: string, slug: string): Promise<Response> {
  return send(server.origin, 'POST', '/admin/news', token, { title, slug });
}

const read = (address: string): Promise<Response> => fetch(server.origin + address);

async function copyOfFile(): Promise<string> {
  const copy = path.join(await needFolder(), 'copy.sqlite');
  new DatabaseSync(file, { readOnly: true, timeout: 5000 }).exec(`vacuum into '${copy}'`);
  return copy;
}
