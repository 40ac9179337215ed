import { expect, test } from 'vitest';
import { renewWords } from '../../model/search/words.ts';
import { seedFestival } from '../../seeds/demo.ts';
import { addFirstPages } from '../../seeds/pages.ts';
import { addShow, askOf, FINAL } from '../programme/show.ts';
import type { TestApp } from '../rig/app.ts';
import { rowsIn } from '../rig/cases.ts';
import { needSite } from '../rig/needs.ts';
import { ADMIN } from '../rig/server.ts';

const [festival, demo, site] = [await needSite(), await needSite(), await needSite()];
await addFestival(festival);
await addFirstPages(demo.store, ADMIN.username);
await seedFestival(demo.store, () => '', ADMIN.username);

type Found = Record<'url' | 'title', string>;

/** Best first. */
async function seek({ visitor }: TestApp, q: string, more = '') {
  const answer = await visitor('GET', `/api/search?q=${encodeURIComponent(q)}${more}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ results: Found[]; total: number }>();
}
const find = async (q: string, at = festival, more?: string) => (await seek(at, q, more)).results;

/** News by slug, everything else by path. */
const nameOf = ({ url }: Found) => url.replace(/^\/news\//, '');

const FOUND = rowsIn('search/queries.txt', 'found').flatMap(([names, queries]) =>
  queries.split(' | ').map((q) => [q, ...names.split(' | ')]),
);
test.each(FOUND)('a search for «%s» has %s among the first three', async (q = '', wanted, not) => {
  const found = (await find(q)).map(nameOf);
  expect(found.slice(0, 3)).toContain(wanted);
  if (not) expect(found).not.toContain(not);
});

test.each(['blind', 'demo'])(
  'of sixty queries that were written blind 57 have what is meant among the first three: %s',
  async (part) => {
    const rows = rowsIn('search/queries.txt', part).flatMap(([wanted, all]) =>
      all.split(' | ').map((q) => [q, wanted]),
    );
    const missed: string[] = [];
    for (const [q = '', wanted = ''] of rows) {
      const best = (await find(q, part === 'demo' ? demo : festival)).slice(0, 3);
      const first = best.flatMap((each) => [nameOf(each), each.title.split(' — ')[0] ?? '']);
      if (!wanted.split(' | ').some((each) => first.includes(each))) missed.push(`${q} → ${wanted}: ${first}`);
    }
    expect(rows.length).toBeGreaterThanOrEqual(60);
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(rows.length * 0.05);
  },
);

const NONE = rowsIn<[string, string, string?]>('search/queries.txt', 'none').flatMap(([not, queries, hidden]) =>
  queries.split(' | ').map((q) => ({ q, not, more: hidden && '&spoilers=hide' })),
);
test.each(NONE)('a search for «$q» does not find $not', async ({ q, not, more }) => {
  const found = (await find(q, demo, more)).map(nameOf);
  expect(not === '*' ? found : found.filter((each) => each === not)).toEqual([]);
});

const count = async (q: string) => (await seek(site, q)).total;
const { db } = site.store;
const asAfterUpgrade = () => db.updateTable('search_words').set({ words: '', rules: 0 }).execute();

test('what was written before an upgrade is found once the server has indexed it, page by page', async () => {
  for (let n = 0; n < 60; n += 1) await site.editor('POST', '/api/admin/news', { title: `Челеста ${n}` });
  const page = { title: 'Челеста', slug: 'celesta', content: '', status: 'published' };
  await site.editor('POST', '/api/admin/pages', page);
  await addShow(askOf(site), ['Челестина Осина']);
  await asAfterUpgrade();
  expect([await count('челесты'), await count('осиной')]).toEqual([0, 0]);
  expect(await renewWords(db, () => false)).toBe(62);
  expect([await count('челесты'), await count('осиной')]).toEqual([61, 1]);
  expect(await renewWords(db, () => false)).toBe(0);
});

test('what was saved since is left as it is, and an ending server stops', async () => {
  await asAfterUpgrade();
  expect(await renewWords(db, () => true)).toBe(0);
  const { slug } = (await site.editor('POST', '/api/admin/news', { title: 'Тромбон' })).json();
  await asAfterUpgrade();
  await site.editor('PUT', `/api/admin/news/${slug}`, { title: 'Геликон' });
  await renewWords(db, () => false);
  expect([await count('тромбон'), await count('геликон')]).toEqual([0, 1]);
});

/** Fills an empty site with a festival in short texts: what the tables of queries are asked of. */
async function addFestival({ editor }: Pick<TestApp, 'editor'>): Promise<void> {
  const { id: show } = (await editor('POST', '/api/admin/shows', FINAL)).json();
  const contestants = rowsIn<[string, string, string, string]>('search/festival.txt', 'contestants');
  for (const [name, song, region, text] of contestants)
    await editor('POST', '/api/admin/contestants', { name, song, region, text, shows: [show] });
  const content = (text: string) => `<p>${text}</p>`;
  for (const [at, [slug, title, text]] of rowsIn<[string, string, string]>('search/festival.txt', 'news').entries()) {
    const date = `2025-07-${String((at % 28) + 1).padStart(2, '0')}`;
    await editor('POST', '/api/admin/news', { slug, title, content: content(text), date });
  }
  for (const [slug, title, text] of rowsIn<[string, string, string]>('search/festival.txt', 'pages'))
    await editor('POST', '/api/admin/pages', { slug, title, content: content(text), status: 'published' });
}
