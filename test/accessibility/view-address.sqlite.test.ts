import { expect, test } from 'vitest';
import { rowsIn } from '../rig/cases.ts';
import { needSite } from '../rig/needs.ts';

const t = await needSite({ PUBLIC_URL: 'https://festival.example' });
await t.editor('POST', '/api/admin/news', {
  title: 'Первая',
  slug: 'first',
  content:
    '<p><a href="/vote">Голос</a> <a href="/news?page=2&amp;x=1#last">Новости</a> <a href="https://x.example/">Чужое</a> <a href="/uploads/a.pdf">Файл</a></p><p><img src="https://x.example/a.png" alt="Зал &quot;А&quot; &lt;полный&gt;"></p>',
});
await t.editor('PUT', '/api/admin/news/first', { slug: 'renamed' });

const get = (path: string, headers?: Record<string, string>) => t.visitor('GET', path, undefined, headers);
const viewOf = (html: string) => /<html[^>]* data-view="([^"]*)"/.exec(html)?.[1];
const links = (html: string) => Array.from(html.matchAll(/<a [^>]*href="([^"]*)"/g), ([, href = '']) => href);

test.each(rowsIn<[string, string?]>('accessibility/views.txt'))(
  'a view in the address «%s» is %s',
  async (asked, view) => expect(viewOf((await get(`/about?view=${asked}`)).payload)).toBe(view),
);

test('a view in the address goes with every link to a page of the site, in texts and redirects too, but not to search engines; without one no link has one, and what a picture shows stands beside it in words, escaped as it was', async () => {
  const { payload } = await get('/news/renamed?view=150-white');
  const all = links(payload);
  const own = all.filter((href) => href.startsWith('/') && !href.startsWith('/uploads/'));
  expect(own.length).toBeGreaterThan(8);
  // The way back to the usual view is the one that leaves it.
  expect(own.filter((href) => !href.includes('view=150-white'))).toEqual(['/news/renamed']);
  for (const href of ['/news?page=2&amp;x=1&amp;view=150-white#last', 'https://x.example/', '/uploads/a.pdf'])
    expect(all).toContain(href);
  expect(payload).toContain('<link rel="canonical" href="https://festival.example/news/renamed"/>');
  expect(payload).toContain('<meta property="og:url" content="https://festival.example/news/renamed"/>');
  expect(payload).not.toContain('noindex');
  for (const [asked, to] of [
    ['/news/first?view=150-white', '/news/renamed?view=150-white'],
    ['/news?page=1&view=white-150', '/news?view=150-white'],
    ['/about/?view=black', '/about?view=black'],
  ] as const)
    expect((await get(asked)).headers.location).toBe(to);
  const plain = (await get('/news/renamed')).payload;
  expect(links(plain).filter((href) => href.includes('view='))).toEqual([]);
  expect(plain).toContain('<span class="picture-words" hidden>Зал &quot;А&quot; &lt;полный&gt;</span>');
});

test('a view in the address is not part of a page’s data, the panel or the player', async () => {
  for (const path of ['/news.data', '/player'])
    expect((await get(`${path}?view=150`)).headers.etag, path).toBe((await get(path)).headers.etag);
  for (const path of ['/admin/login', '/player'])
    expect(viewOf((await get(`${path}?view=150`)).payload), path).toBeUndefined();
});
