import { readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { makeReadOnly } from '../../db/dialect.ts';
import { uploadsIn } from '../../model/uploads/storage/storage.ts';
import type { TestApp } from '../rig/app.ts';
import { FORM, form } from '../rig/image-app.ts';
import { needSite } from '../rig/needs.ts';
import { noise } from '../rig/world/pictures.ts';

let t: TestApp;
beforeEach(async () => {
  t = await needSite();
  await t.editor('POST', '/api/admin/news', { title: 'Первая', slug: 'first' });
});

const LONG = { title: 'Длинная', slug: 'long', content: `<p>${'Текст. '.repeat(20_000)}</p>` };

/** The database may not grow by a page: for SQLite that is a full disk. */
async function fill(): Promise<() => Promise<unknown>> {
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(t.store.db);
  await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count)}`.execute(t.store.db);
  return () => sql`pragma max_page_count = 1000000`.execute(t.store.db);
}

test('on a full disk a change is refused with 507 and nothing of it stays; reading goes on; with room again all is as before', async () => {
  const empty = await fill();
  const refused = await t.editor('POST', '/api/admin/news', LONG);
  expect([refused.statusCode, refused.json().code]).toEqual([507, 'disk_full']);
  expect(refused.json().message).toContain('не осталось места');
  expect((await t.editor('GET', '/api/admin/news/long')).statusCode).toBe(404);
  for (const path of ['/', '/news', '/news/first', '/api/news', '/readyz'])
    expect([path, (await t.visitor('GET', path)).statusCode]).toEqual([path, 200]);
  expect((await t.editor('GET', '/api/admin/news')).json()).toHaveLength(1);
  await empty();
  expect((await t.editor('POST', '/api/admin/news', LONG)).statusCode).toBe(201);
});

test('a picture whose row finds no room leaves no file', async () => {
  for (let at = 0; at < 30; at += 1) await t.editor('POST', '/api/admin/news', { title: `Новость ${at}` });
  const empty = await fill();
  // The last page may still have room for a row or two.
  let answer = { statusCode: 201 };
  for (let seed = 1; answer.statusCode === 201 && seed < 100; seed += 1) answer = await upload(seed);
  expect(answer.statusCode).toBe(507);
  const { json } = await t.editor('GET', '/api/admin/images?limit=100');
  const files = await readdir(uploadsIn(t.config.dataDir)).catch(() => []);
  const names = json().map(({ name }: { name: string }) => name);
  expect(files.toSorted()).toEqual(names.toSorted());
  await empty();
  expect((await upload(1000)).statusCode).toBe(201);
});

test('a database that can only be read is read, panel included, and says so to who writes', async () => {
  await makeReadOnly(t.store.db);
  const refused = await t.editor('PUT', '/api/admin/news/first', { title: 'Правка' });
  expect([refused.statusCode, refused.json().code]).toEqual([503, 'read_only']);
  expect(refused.json().message).toContain('только для чтения');
  expect((await t.visitor('GET', '/news/first')).statusCode).toBe(200);
  expect((await t.editor('GET', '/api/admin/news/first')).json().title).toBe('Первая');
  expect((await t.editor('GET', '/api/auth/verify')).statusCode).toBe(200);
});

async function upload(seed: number) {
  const bytes = await noise(30, 20, seed).png().toBuffer();
  const payload = form({ filename: 'noise.png', type: 'image/png', bytes });
  return t.editor('POST', '/api/upload', payload, { 'content-type': FORM });
}
