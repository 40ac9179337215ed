import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isSqlite, openSqlite } from '../../db/dialect.ts';
import { migrations } from '../../db/migrations/index.ts';
import { migrate } from '../../db/open.ts';
import type { Db } from '../../db/tables.ts';
import { createTestApp, type TestApp } from '../app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const TITLE = 'Йод и ёлка';
const FORMS = [TITLE.normalize('NFC'), TITLE.normalize('NFD')];
const found = async (q: string) =>
  (await t.editor('GET', `/api/admin/news?q=${encodeURIComponent(q)}`)).json<{ slug: string }[]>().length;

test.each(FORMS)('a title is found whatever the forms of Unicode are: %j', async (title) => {
  const { slug } = (await t.editor('POST', '/api/admin/news', { title })).json();
  expect((await t.editor('GET', `/api/admin/news/${slug}`)).json().title).toBe(TITLE.normalize('NFC'));
  for (const q of [...FORMS, 'йод', 'ЕЛКА', 'ёлка'.normalize('NFD')]) expect([q, await found(q)]).toEqual([q, 1]);
  expect(await found('иод')).toBe(0);
  await t.editor('DELETE', `/api/admin/news/${slug}`);
});

test('titles and descriptions from before are found in the same way', async () => {
  const old = await createTestApp();
  const db = isSqlite(old.store.db) ? openSqlite(':memory:') : await emptied(old.store.db);
  const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0010'));
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => before } }).migrateToLatest();
  expect(error).toBeUndefined();
  const title = TITLE.normalize('NFD');
  for (let n = 0; n < 1001; n += 1)
    await sql`insert into articles (slug, title, title_search, date, content, lead, created_at, updated_at, version)
      values (${`n${n}`}, ${title}, ${title.toLowerCase()}, '2025-01-01', '', '', '2025-01-01', '2025-01-02', 1)`.execute(
      db,
    );
  await sql`insert into images (name, width, height, bytes, created_at, alt, alt_search)
    values ('a.png', 1, 1, 1, '2025-01-01', ${title}, ${title.toLowerCase()})`.execute(db);
  await migrate(db);
  const articles = await db.selectFrom('articles').select('title_search').execute();
  expect(articles.length).toBe(1001);
  expect(new Set(articles.map(({ title_search }) => title_search))).toEqual(new Set(['йод и елка']));
  expect(await db.selectFrom('images').select('alt_search').execute()).toEqual([{ alt_search: 'йод и елка' }]);
  if (db !== old.store.db) await db.destroy();
  await old.close();
});

async function emptied(db: Db): Promise<Db> {
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  return db;
}
