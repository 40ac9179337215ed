import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith';
import { expect, test } from 'vitest';
import { uploadPicture } from '../rig/image-app.ts';
import { needSite } from '../rig/needs.ts';
import { noise } from '../rig/world/pictures.ts';

const ORIGIN = 'https://festival.example';
const site = await needSite({ PUBLIC_URL: ORIGIN, SITE_TIME_ZONE: 'Europe/Moscow' });
const read = async (path: string) => (await site.visitor('GET', path)).payload;
const write = (article: object) => site.editor('POST', '/api/admin/news', article);

const photo = async (width: number, format: 'jpeg' | 'png') =>
  (await uploadPicture(site.editor, await noise(width, 40, width)[format]().toBuffer())).url;
const [wide, narrow, drawn] = [await photo(701, 'jpeg'), await photo(699, 'jpeg'), await photo(710, 'png')];

const BLOCKS =
  '<h2>Глава</h2><p>Мяг\u00adкий <strong>перенос</strong><br>и <em>строка</em> с <a href="/vote">голосом</a><sub>2</sub></p>' +
  `<figure class="gallery"><figure class="image"><img src="${wide}" alt=""><figcaption>Хор<cite>Анна Ли</cite></figcaption></figure>` +
  `<figure class="image"><img src="${narrow}" alt=""></figure></figure>` +
  '<table><tr><th>Имя</th><td>Баллы</td></tr></table><details><summary>Ещё</summary><p>Скрыто</p></details>' +
  '<pre>код</pre><hr><blockquote><p>Цитата</p></blockquote><ul><li>Пункт</li></ul>';

await write({ title: 'Старая & давняя', slug: 'old', date: '2020-01-01', content: '<p>Давно.</p>' });
await write({ title: 'Чер\u00adновик', slug: 'draft', status: 'draft', content: '<p>Нет.</p>' });
await write({ title: 'С мяг\u00adким & фото', slug: 'wide', coverImageUrl: wide, content: BLOCKS });
await write({ title: 'Узкая', slug: 'narrow', coverImageUrl: narrow, content: '<p>Узко.</p>' });
await write({ title: 'PNG', slug: 'drawn', coverImageUrl: drawn, ageMark: '18+', content: '<p>Взрослым.</p>' });

test('every feed is read by a parser of feeds with all of its items', async () => {
  const [rss, atom, json] = await Promise.all(['/feed.xml', '/feed.atom', '/feed.json'].map(read));
  const found = [
    (parseRssFeed(rss ?? '').items ?? []).map(({ guid }) => guid?.value),
    (parseAtomFeed(atom ?? '').entries ?? []).map(({ id }) => id),
    (parseJsonFeed(json ?? '').items ?? []).map(({ id }) => id),
  ];
  const expected = ['drawn', 'narrow', 'wide', 'old'].map((slug) => `${ORIGIN}/news/${slug}`);
  expect(found).toEqual([expected, expected, expected]);
  expect(parseRssFeed(rss ?? '').items?.map(({ link }) => link)).toEqual(expected);
});

test('pages name their feeds in all three formats', async () => {
  const head = await read('/');
  for (const [type, path] of [
    ['application/rss+xml', '/feed.xml'],
    ['application/atom+xml', '/feed.atom'],
    ['application/feed+json', '/feed.json'],
  ])
    expect(head.match(/<link [^>]*rel="alternate"[^>]*>/g)?.filter((link) => link.includes(`"${type}"`))).toEqual([
      expect.stringContaining(`href="${path}"`),
    ]);
});

test('the feed for Dzen holds news of three days with whole texts of the elements that Dzen takes, under ids that outlast an edit', async () => {
  const xml = await read('/feed-dzen.xml');
  expect(xml).not.toMatch(/\u00ad|&amp;shy;/);
  const items = parseRssFeed(xml).items ?? [];
  expect(items.map(({ guid }) => guid?.value)).toEqual(
    ['drawn', 'narrow', 'wide'].map((slug) => `${ORIGIN}/news/${slug}`),
  );
  expect(items.map(({ media }) => media?.ratings?.[0]?.value)).toEqual(['adult', 'nonadult', 'nonadult']);
  const pictures = items.map(({ enclosures = [] }) => enclosures.map(({ url, type }) => [url, type]));
  // Only a JPEG of at least 700 pixels.
  expect(pictures).toEqual([[], [], [[ORIGIN + wide, 'image/jpeg']]]);
  const body = items[2]?.content?.encoded ?? '';
  const names = new Set(Array.from(body.matchAll(/<\/?([a-z0-9]+)/g), ([, name]) => name));
  const taken = 'p a b i u s h1 h2 h3 h4 blockquote ul ol li img figure figcaption'.split(' ');
  expect([...names].filter((name) => !taken.includes(name ?? ''))).toEqual([]);
  expect(body).toContain('<p>Мягкий <b>перенос</b> и <i>строка</i>');
  expect(body).toContain(`<a href="${ORIGIN}/vote">голосом</a>`);
  expect(body).toContain(
    `<figure><img src="${ORIGIN}${wide}"><figcaption>Хор Анна Ли</figcaption></figure><figure><img`,
  );
  expect(body).toMatch(/<p>Имя Баллы<\/p><p>Ещё<\/p><p>Скрыто<\/p><p>код<\/p><blockquote>/);
  await site.editor('PUT', '/api/admin/news/narrow', { title: 'Другая', content: '<p>Иначе.</p>' });
  const edited = parseRssFeed(await read('/feed-dzen.xml')).items ?? [];
  expect(edited[1]?.content?.encoded).toContain('Иначе.');
  expect(edited.map(({ guid }) => guid?.value)).toEqual(items.map(({ guid }) => guid?.value));
});

test('the sitemap names covers, and the one of news those of two days; both stand in robots.txt', async () => {
  const map = await read('/sitemap.xml');
  expect(map).toContain(`/news/wide</loc>`);
  expect(map.match(/<image:loc>[^<]+/g)).toEqual([wide, narrow, drawn].map((path) => `<image:loc>${ORIGIN}${path}`));
  const news = await read('/sitemap-news.xml');
  expect(news.match(/<loc>[^<]+/g)).toEqual(['drawn', 'narrow', 'wide'].map((slug) => `<loc>${ORIGIN}/news/${slug}`));
  expect(news).toMatch(/<news:name>[^<]+<\/news:name><news:language>ru<\/news:language>/);
  for (const [, moment = ''] of news.matchAll(/<news:publication_date>([^<]+)/g))
    expect(new Date(moment).toISOString()).toBe(moment);
  expect((await read('/robots.txt')).match(/^Sitemap: .+$/gm)).toEqual(
    ['sitemap', 'sitemap-news'].map((name) => `Sitemap: ${ORIGIN}/${name}.xml`),
  );
});

test('a broadcast that is on is a live video for search engines, until it is off', async () => {
  const starts_at = new Date(Date.now() - 600_000).toISOString();
  const ends_at = new Date(Date.now() + 3_600_000).toISOString();
  const show = { title: 'Финал', hall: 'Зал', starts_at, ends_at };
  expect((await site.editor('POST', '/api/admin/shows', show)).statusCode).toBe(201);
  const onWatch = async () =>
    Array.from(
      (await read('/watch')).matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs),
      ([, json]) => JSON.parse(json ?? ''),
    ).filter((each) => each['@type'] === 'VideoObject');
  const switchTo = (is_stream_enabled: boolean) =>
    site.editor('PUT', '/api/watch-settings', { title: 'Эфир', description: 'Финал', is_stream_enabled });
  expect(await onWatch()).toEqual([]);
  await switchTo(true);
  expect(await onWatch()).toEqual([
    expect.objectContaining({
      ...{ name: 'Эфир', uploadDate: starts_at, thumbnailUrl: expect.stringMatching(/^https:/) },
      ...{ embedUrl: `${ORIGIN}/player` },
      publication: expect.objectContaining({
        ...{ '@type': 'BroadcastEvent', isLiveBroadcast: true, startDate: starts_at, endDate: ends_at },
      }),
    }),
  ]);
  await switchTo(false);
  expect(await onWatch()).toEqual([]);
});
