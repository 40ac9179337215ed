import { existsSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { beforeEach, expect, test, vi } from 'vitest';
import { openPostgres } from '../../db/dialect.ts';
import { createUploadCache } from '../../model/uploads/storage/cache.ts';
import { PART_BYTES } from '../../model/uploads/storage/parts.ts';
import type { ImageApp } from '../rig/image-app.ts';
import { needImages, needPostgres } from '../rig/needs.ts';
import { noise } from '../rig/world/pictures.ts';

const { url, gate } = await needPostgres();
const first = await needImages(await openPostgres(url));
const second = await needImages(await openPostgres(url));
beforeEach(() => Promise.all([first, second].map((server) => server.empty())));

const cacheOf = ({ directory }: ImageApp) => path.join(path.dirname(directory), 'picture-cache');
const photo = async (seed: number, width = 500, height = 300) => noise(width, height, seed).jpeg().toBuffer();
const uploadTo = async (server: ImageApp, bytes: Buffer): Promise<string> => (await server.upload(bytes)).json().url;
const copyOf = (address: string) => address.replace('.jpg', '-480.webp');

/** What the library would do, which has a test of its own. */
const remove = (address: string) =>
  first.pictures.remove(path.basename(address), { username: 'admin', role: 'administrator' });

test('an uploaded picture is there through every server at once, its copies and ranges too, and lies in no folder', async () => {
  const address = await uploadTo(first, await photo(1, 1600, 1200));
  const whole = await second.app.inject(address);
  expect([whole.statusCode, whole.headers['content-type']]).toEqual([200, 'image/jpeg']);
  expect(whole.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(whole.rawPayload.length).toBeGreaterThan(PART_BYTES);
  expect((await first.app.inject(address)).rawPayload.equals(whole.rawPayload)).toBe(true);
  const [one, other] = await Promise.all([first, second].map(({ app }) => app.inject(copyOf(address))));
  expect([one?.statusCode, one?.headers['content-type']]).toEqual([200, 'image/webp']);
  expect(one?.rawPayload.equals(other?.rawPayload ?? Buffer.alloc(0))).toBe(true);
  const range = `bytes=${PART_BYTES - 5}-${PART_BYTES + 5}`;
  const part = await second.app.inject({ url: address, headers: { range } });
  expect(part.statusCode).toBe(206);
  expect(part.rawPayload.equals(whole.rawPayload.subarray(PART_BYTES - 5, PART_BYTES + 6))).toBe(true);
  expect([existsSync(first.directory), existsSync(second.directory)]).toEqual([false, false]);
});

test('an uploaded picture sent to two servers at the same time is one picture', async () => {
  const bytes = await photo(2);
  const [one, other] = await Promise.all([uploadTo(first, bytes), uploadTo(second, bytes)]);
  expect(one).toBe(other);
  expect(await first.rows()).toHaveLength(1);
  expect(await first.db.selectFrom('picture_parts').select('name').where('part', '=', 0).execute()).toHaveLength(2);
  expect((await second.app.inject(one)).statusCode).toBe(200);
});

test('an uploaded picture that cannot be written down leaves no bytes behind', async () => {
  await sql`alter table journal add constraint closed check (action <> 'image.upload')`.execute(first.db);
  try {
    expect((await first.upload(await photo(3))).statusCode).toBe(500);
  } finally {
    await sql`alter table journal drop constraint closed`.execute(first.db);
  }
  expect([await first.db.selectFrom('picture_parts').select('name').execute(), await first.rows()]).toEqual([[], []]);
});

test('the copies on a machine are sent without asking the database, be it there or away; what has no copy is 503 while it is away', async () => {
  const address = await uploadTo(first, await photo(5));
  const unseen = await uploadTo(first, await photo(6));
  const known = [address, copyOf(address), address.replace('.jpg', '-1600.webp')];
  for (const each of known) expect((await second.app.inject(each)).statusCode).toBe(200);
  const asked = vi.spyOn(second.db, 'selectFrom');
  for (const each of known) expect((await second.app.inject(each)).statusCode).toBe(200);
  expect(asked).not.toHaveBeenCalled();
  asked.mockRestore();
  await gate.whileClosed(async () => {
    for (const each of known) expect([each, (await second.app.inject(each)).statusCode]).toEqual([each, 200]);
    const answer = await second.app.inject(unseen);
    expect([answer.statusCode, answer.headers['retry-after'], answer.json().code]).toEqual([503, '5', 'unavailable']);
    expect(answer.headers['cache-control']).toBe('no-store');
    // Nothing is drawn without it and then kept.
    await expect(second.pictures.read(unseen)).rejects.toMatchObject({ status: 503 });
    // Nobody asked for this copy yet; the picture itself is better than nothing.
    expect((await second.app.inject(address.replace('.jpg', '-960.webp'))).statusCode).toBe(200);
  });
  await expect.poll(async () => (await second.app.inject(unseen)).statusCode).toBe(200);
});

test('the copies on a machine are fetched once, however many ask at the same time', async () => {
  const address = await uploadTo(first, await photo(7));
  const asked = vi.spyOn(second.db, 'selectFrom');
  const answers = await Promise.all(Array.from({ length: 20 }, () => second.app.inject(address)));
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(asked).toHaveBeenCalledTimes(2);
  asked.mockRestore();
});

test('the copies on a machine may go at any time, or never come', async () => {
  const address = await uploadTo(first, await photo(8, 1600, 1200));
  const { rawPayload: bytes } = await first.app.inject(address);
  await second.app.inject(address);
  await rm(cacheOf(second), { recursive: true });
  expect((await second.app.inject(address)).rawPayload.equals(bytes)).toBe(true);
  await rm(cacheOf(second), { recursive: true });
  await writeFile(cacheOf(second), 'no folder');
  for (const start of [0, PART_BYTES - 5, bytes.length - 10]) {
    const end = start + 9;
    const part = await second.app.inject({ url: address, headers: { range: `bytes=${start}-${end}` } });
    expect([part.statusCode, part.rawPayload.equals(bytes.subarray(start, end + 1))]).toEqual([206, true]);
  }
  expect((await second.app.inject(address)).rawPayload.equals(bytes)).toBe(true);
});

test('the copies on a machine are none of a recording: its first bytes do not wait for the others', async () => {
  const url = `/uploads/${'a'.repeat(32)}.wav`;
  await first.storage.put(path.basename(url), [Buffer.alloc(17 * PART_BYTES, 1)]);
  const part = await second.app.inject({ url, headers: { range: `bytes=${PART_BYTES - 1}-${PART_BYTES}` } });
  expect([part.statusCode, part.rawPayload]).toEqual([206, Buffer.from([1, 1])]);
  expect(existsSync(path.join(cacheOf(second), path.basename(url)))).toBe(false);
});

test('the copies on a machine stay within their bound: what nobody asked for longest goes first', async () => {
  const cache = createUploadCache(cacheOf(first), 250);
  const fill = (name: string) => cache.fill({ name, size: 100 }, [Buffer.alloc(100)]);
  await fill('a');
  await fill('b');
  await cache.open('a');
  await fill('c');
  expect((await readdir(cacheOf(first))).sort()).toEqual(['a', 'c']);
  await writeFile(path.join(cacheOf(first), '.tmp-left-by-a-crash'), 'x');
  const later = createUploadCache(cacheOf(first), 250);
  expect((await later.names()).sort()).toEqual(['a', 'c']);
  await later.fill({ name: 'd', size: 100 }, [Buffer.alloc(100)]);
  expect(await readdir(cacheOf(first))).toHaveLength(2);
});

test('a deleted picture is gone from every server, soon also from the disks of the others', async () => {
  const address = await uploadTo(first, await photo(9));
  vi.useFakeTimers({ toFake: ['setInterval'] });
  await second.storage.begin();
  for (const server of [first, second])
    for (const each of [address, copyOf(address)]) expect((await server.app.inject(each)).statusCode).toBe(200);
  await remove(address);
  expect(await first.db.selectFrom('picture_parts').select('name').execute()).toEqual([]);
  for (const each of [address, copyOf(address)]) expect((await first.app.inject(each)).statusCode).toBe(404);
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  await expect.poll(async () => (await second.app.inject(address)).statusCode).toBe(404);
  await expect.poll(async () => readdir(cacheOf(second))).toEqual([]);
});

test('a deleted picture is gone from a server that was off meanwhile', async () => {
  const address = await uploadTo(first, await photo(10));
  const kept = await uploadTo(first, await photo(11));
  for (const each of [address, kept]) await second.app.inject(each);
  await first.db.deleteFrom('images').where('name', '=', path.basename(kept)).execute();
  await remove(address);
  await second.storage.begin();
  expect(await readdir(cacheOf(second))).toEqual([path.basename(kept)]);
  expect((await second.app.inject(address)).statusCode).toBe(404);
});
