import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyTables, digestTables, findDifference } from '../../db/copying/copying.ts';
import { openSqlite } from '../../db/dialect.ts';
import { migrate } from '../../db/open.ts';
import type { Db } from '../../db/tables.ts';
import { needDatabase, needFolder, needSite } from '../rig/needs.ts';

// From the project's database into an SQLite file and from there into another of the project's.
const t = await needSite();
await fill();
let file: Db;
let other: Awaited<ReturnType<typeof needDatabase>>;

beforeEach(async () => {
  const folder = await needFolder();
  file = openSqlite(path.join(folder, 'copy.sqlite'));
  other = await needDatabase(folder, 'ru');
  await migrate(file);
  await migrate(other.db);
});
afterEach(() => file.destroy());

/** Keys that languages and bytes put into different orders, empty and missing values, a table of keys only, several batches. */
async function fill(): Promise<void> {
  for (const slug of ['b-anons', 'bilety', 'B_1', 'ёлка 🎤', 'a']) {
    const article = { title: `Новость ${slug}`, content: '<p>«Рампа»</p>' };
    expect((await t.editor('POST', '/api/admin/news', article)).statusCode).toBe(201);
  }
  const article = await t.store.db.selectFrom('articles').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow();
  for (const slug of ['b-anons', 'bilety', 'B_1', 'Bilety', 'ёлка', 'елка', 'ель', 'я', 'Я', '_', '-'])
    await t.store.db.insertInto('former_slugs').values({ kind: 'article', slug, article_id: article.id }).execute();
  const one = { last_failed_at: 'сегодня' };
  const rows = Array.from({ length: 500 }, (_, at) => ({ ...one, address: `10.0.${at}`, failures: at }));
  await t.store.db.insertInto('login_failures').values(rows).execute();
  const { key } = (await t.editor('POST', '/api/admin/me/totp', { current: 'верный пароль редактора' })).json();
  expect(key).toBeTruthy();
  await t.store.db.insertInto('recovery_codes').values({ admin_id: 1, code_hash: 'aa' }).execute();
}

test('every row arrives, and the digests of all databases are the same', async () => {
  const seen: [number, number][] = [];
  await copyTables(t.store.db, file, { progress: (done, total) => seen.push([done, total]) });
  await copyTables(file, other.db);
  const digests = await digestTables(t.store.db);
  expect(digests).toMatchObject({
    articles: { rows: 5 },
    former_slugs: { rows: 11 },
    login_failures: { rows: 500 },
    recovery_codes: { rows: 1 },
  });
  expect([await digestTables(file), await digestTables(other.db)]).toEqual([digests, digests]);
  expect(seen.at(-1)?.[0]).toBe(seen.at(-1)?.[1]);
});

test('one changed, missing or added value makes another digest, and the table is named', async () => {
  await copyTables(t.store.db, file);
  const digests = await digestTables(t.store.db);
  await file.updateTable('articles').set({ cover_alt: ' ' }).where('id', '=', 2).execute();
  expect(findDifference(digests, await digestTables(file))).toBe('articles');
  await file.updateTable('articles').set({ cover_alt: '' }).where('id', '=', 2).execute();
  expect(findDifference(digests, await digestTables(file))).toBeUndefined();
  await file.updateTable('articles').set({ cover_image_url: '' }).where('id', '=', 2).execute();
  expect(findDifference(digests, await digestTables(file))).toBe('articles');
});

test('a number once given is not given again in the copy, also when its row is gone', async () => {
  await t.store.db.deleteFrom('journal').execute();
  await copyTables(t.store.db, file);
  await copyTables(file, other.db);
  expect(await nextId(other.db)).toBe(await nextId(t.store.db));
});

/** The id that the journal's next entry gets; nothing stays written. */
async function nextId(db: Db): Promise<number> {
  let next = 0;
  const undo = new Error('undo');
  const insert = db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into journal (at, action, subject, title) values ('', '', '', '') returning id`.execute(tx);
    next = rows[0]?.id ?? 0;
    throw undo;
  });
  await expect(insert).rejects.toBe(undo);
  return next;
}
