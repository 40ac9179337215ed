import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { isSqlite } from '../../db/dialect.ts';
import { renewWords } from '../../model/search/words.ts';
import { cleanUp } from '../../ops/cleanup.ts';
import { addShow, askOf } from '../programme/show.ts';
import { needSite } from '../rig/needs.ts';

const site = await needSite();
const find = async (q: string) =>
  (await site.visitor('GET', `/api/search?q=${encodeURIComponent(q)}`)).json<{ total: number }>().total;
const { db } = site.store;
const asAfterUpgrade = () => db.updateTable('search_words').set({ words: '', rules: 0 }).execute();

test('what was written before an upgrade is found once the server has indexed it, page by page', async () => {
  for (let n = 0; n < 60; n += 1) await site.editor('POST', '/api/admin/news', { title: `Челеста ${n}` });
  const page = { title: 'Челеста', slug: 'celesta', content: '', status: 'published' };
  await site.editor('POST', '/api/admin/pages', page);
  await addShow(askOf(site), ['Челестина Осина']);
  await asAfterUpgrade();
  expect([await find('челесты'), await find('осиной')]).toEqual([0, 0]);
  expect(await renewWords(db, () => false)).toBe(62);
  expect([await find('челесты'), await find('осиной')]).toEqual([61, 1]);
  expect(await renewWords(db, () => false)).toBe(0);
});

test('what was saved since is left as it is, and an ending server stops', async () => {
  await asAfterUpgrade();
  expect(await renewWords(db, () => true)).toBe(0);
  const { slug } = (await site.editor('POST', '/api/admin/news', { title: 'Тромбон' })).json();
  await asAfterUpgrade();
  await site.editor('PUT', `/api/admin/news/${slug}`, { title: 'Геликон' });
  await renewWords(db, () => false);
  expect([await find('тромбон'), await find('геликон')]).toEqual([0, 1]);
});

test('the hourly cleaning leaves one segment of the index, with all that is found and nothing that was erased', async () => {
  const add = async (n: number) => (await site.editor('POST', '/api/admin/news', { title: `Фисгармония ${n}` })).json();
  const ids: number[] = [];
  for (let n = 0; n < 5; n += 1) ids.push((await add(n)).id);
  await db
    .deleteFrom('articles')
    .where('id', '=', ids[0] ?? 0)
    .execute();
  const segments = async () => {
    if (!isSqlite(db)) return 1;
    const { rows } = await sql`select distinct segid from word_index_idx`.execute(db);
    return rows.length;
  };
  if (isSqlite(db)) expect(await segments()).toBeGreaterThan(1);
  await cleanUp(db);
  expect([await segments(), await find('фисгармонии')]).toEqual([1, 4]);
  await add(5);
  await cleanUp(db);
  expect([await segments(), await find('фисгармонии')]).toEqual([1, 5]);
});
