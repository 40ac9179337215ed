import { beforeAll, expect, test } from 'vitest';
import { FINAL } from '../programme/show.ts';
import type { TestApp } from '../rig/app.ts';
import { rowsIn } from '../rig/cases.ts';
import { needSite } from '../rig/needs.ts';

const site = await needSite();
beforeAll(() => addFestival(site));

type Found = Record<'url' | 'title', string>;

/** Best first. */
async function find(q: string): Promise<Found[]> {
  const answer = await site.visitor('GET', `/api/search?q=${encodeURIComponent(q)}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ results: Found[] }>().results;
}

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

const BLIND = rowsIn('search/queries.txt', 'blind').flatMap(([wanted, queries]) =>
  queries.split(' | ').map((q) => ({ q, wanted: wanted.split(' | ') })),
);

test('of sixty queries that were written blind at least 57 have what is meant among the first three', async () => {
  const missed: string[] = [];
  for (const { q, wanted } of BLIND) {
    const first = (await find(q)).slice(0, 3).flatMap((each) => [nameOf(each), each.title.split(' — ')[0] ?? '']);
    if (!wanted.some((each) => first.includes(each))) missed.push(`${q} → ${wanted}: ${first}`);
  }
  expect(BLIND).toHaveLength(60);
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(3);
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
