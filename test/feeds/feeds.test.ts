import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith';
import { DomUtils, parseDocument } from 'htmlparser2';
import { expect, test } from 'vitest';
import { addShow, askOf } from '../programme/show.ts';
import { uploadPicture } from '../rig/image-app.ts';
import { needSite } from '../rig/needs.ts';
import { noise } from '../rig/world/pictures.ts';

const ORIGIN = 'https://festival.example';
const TITLE = 'Финал & «Рампа» <скоро>';
const OUTSIDE = 'https://pictures.example/a.jpg?b=1&c=2';
const site = await needSite({ PUBLIC_URL: ORIGIN, SITE_TIME_ZONE: 'Asia/Novosibirsk' });
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
await write({ title: 'Вчерашняя', slug: 'dated', date: '2025-07-20', content: '<p>Было.</p>' });
await write({ title: 'Чер\u00adновик', slug: 'draft', status: 'draft', content: '<p>Нет.</p>' });
await write({ title: 'С мяг\u00adким & фото', slug: 'wide', coverImageUrl: wide, content: BLOCKS });
await write({ title: 'Узкая', slug: 'narrow', coverImageUrl: narrow, content: '<p>Узко.</p>' });
await write({ title: 'PNG', slug: 'drawn', coverImageUrl: drawn, ageMark: '18+', content: '<p>Взрослым.</p>' });
const content = '<p>Текст с <a href="/vote">голосованием</a>.</p>';
await write({ title: TITLE, slug: 'final', tags: ['Финал'], coverImageUrl: OUTSIDE, content });
const ADDRESSES = 'final drawn narrow wide dated old'.split(' ').map((slug) => `${ORIGIN}/news/${slug}`);
const RECENT = ADDRESSES.slice(0, 4);

/** Elements of XML by name, each as its attributes and text. */
const elements = (xml: string, name: string) =>
  DomUtils.getElementsByTagName(name, parseDocument(xml, { xmlMode: true }), true).map((element) => ({
    attribs: element.attribs,
    text: DomUtils.textContent(element),
  }));

test('every feed is read by a parser of feeds with all of its items', async () => {
  const { items } = parseRssFeed(await read('/feed.xml'));
  expect(items?.map(({ guid }) => guid?.value)).toEqual(ADDRESSES);
  expect(items?.map(({ link }) => link)).toEqual(ADDRESSES);
  expect(parseAtomFeed(await read('/feed.atom')).entries?.map(({ id }) => id)).toEqual(ADDRESSES);
  expect(parseJsonFeed(await read('/feed.json')).items?.map(({ id }) => id)).toEqual(ADDRESSES);
});

test('pages name their feeds in all three formats', async () => {
  const links = (await read('/')).match(/<link [^>]*rel="alternate"[^>]*>/g) ?? [];
  expect(links.map((link) => ['type', 'href'].map((name) => new RegExp(`${name}="([^"]+)"`).exec(link)?.[1]))).toEqual([
    ['application/rss+xml', '/feed.xml'],
    ['application/atom+xml', '/feed.atom'],
    ['application/feed+json', '/feed.json'],
  ]);
});

test('an item without a publishing time on its day is dated with the beginning of that day at the festival', async () => {
  const dates = elements(await read('/feed.xml'), 'pubDate').map(({ text }) => text);
  expect(dates).toHaveLength(ADDRESSES.length);
  expect(dates[4]).toBe('Sat, 19 Jul 2025 17:00:00 GMT');
  expect(Date.parse(dates[0] ?? '')).toBeLessThanOrEqual(Date.now());
});

test('Atom has what RFC 4287 demands of a feed and of each entry, with absolute addresses and the whole text', async () => {
  const xml = await read('/feed.atom');
  const [feed] = elements(xml, 'feed');
  expect(feed?.attribs).toMatchObject({ xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': 'ru' });
  expect(elements(xml, 'id').map(({ text }) => text)).toEqual([`${ORIGIN}/feed.atom`, ...ADDRESSES]);
  const updated = elements(xml, 'updated').map(({ text }) => text);
  expect(updated).toHaveLength(1 + ADDRESSES.length);
  expect(updated[0]).toBe(updated.slice(1).toSorted().at(-1));
  for (const moment of [...updated, ...elements(xml, 'published').map(({ text }) => text)])
    expect(new Date(moment).toISOString()).toBe(moment);
  expect(elements(xml, 'name')[0]?.text).not.toBe('');
  expect(elements(xml, 'title')[1]?.text).toBe(TITLE);
  const whole = expect.stringContaining('https://festival.example/vote');
  expect(elements(xml, 'content')[0]).toMatchObject({ attribs: { type: 'html' }, text: whole });
  const links = elements(xml, 'link').map(({ attribs }) => attribs);
  expect(links[0]).toEqual({ rel: 'self', type: 'application/atom+xml', href: 'https://festival.example/feed.atom' });
  for (const { href } of links) expect(href).toMatch(/^https:\/\/festival\.example\//);
  expect(elements(xml, 'category')[0]?.attribs).toEqual({ term: 'Финал' });
});

test('JSON Feed 1.1 names its version, itself and each item with one body', async () => {
  const feed = JSON.parse(await read('/feed.json'));
  expect(feed).toMatchObject({
    ...{ version: 'https://jsonfeed.org/version/1.1', language: 'ru', title: expect.stringMatching(/./) },
    ...{ home_page_url: 'https://festival.example/', feed_url: 'https://festival.example/feed.json' },
  });
  expect(feed.items).toHaveLength(ADDRESSES.length);
  expect(feed.items[0]).toMatchObject({
    ...{ id: 'https://festival.example/news/final', url: 'https://festival.example/news/final', title: TITLE },
    ...{ tags: ['Финал'], image: OUTSIDE },
    content_html: expect.stringContaining('голосованием'),
  });
  for (const item of feed.items) {
    expect('content_html' in item).toBe(!('content_text' in item));
    expect(new Date(item.date_published).toISOString()).toBe(item.date_published);
    expect(item.date_modified >= item.date_published).toBe(true);
  }
});

test('the feed for Dzen holds news of three days with whole texts of the elements that Dzen takes, under ids that outlast an edit', async () => {
  const xml = await read('/feed-dzen.xml');
  expect(xml).not.toMatch(/\u00ad|&amp;shy;/);
  const items = parseRssFeed(xml).items ?? [];
  expect(items.map(({ guid }) => guid?.value)).toEqual(RECENT);
  const ratings = ['nonadult', 'adult', 'nonadult', 'nonadult'];
  expect(items.map(({ media }) => media?.ratings?.[0]?.value)).toEqual(ratings);
  const pictures = items.map(({ enclosures = [] }) => enclosures.map(({ url, type }) => [url, type]));
  // Only a JPEG of at least 700 pixels.
  expect(pictures).toEqual([[], [], [], [[ORIGIN + wide, 'image/jpeg']]]);
  const body = items[3]?.content?.encoded ?? '';
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
  expect(edited[2]?.content?.encoded).toContain('Иначе.');
  expect(edited.map(({ guid }) => guid?.value)).toEqual(items.map(({ guid }) => guid?.value));
});

test('the sitemap names covers, and the one of news those of two days; both stand in robots.txt', async () => {
  const map = await read('/sitemap.xml');
  expect(map).toContain(`/news/wide</loc>`);
  const covers = [...[wide, narrow, drawn].map((path) => ORIGIN + path), OUTSIDE.replace('&', '&amp;')];
  expect(map.match(/(?<=<image:loc>)[^<]+/g)).toEqual(covers);
  const news = await read('/sitemap-news.xml');
  expect(news.match(/(?<=<loc>)[^<]+/g)).toEqual(RECENT);
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
  await addShow(askOf(site), [], { hall: 'Зал', starts_at, ends_at });
  const onWatch = async () => {
    const all = (await read('/watch')).matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs);
    return Array.from(all, ([, json]) => JSON.parse(json ?? '')).filter((each) => each['@type'] === 'VideoObject');
  };
  const switchTo = (is_stream_enabled: boolean) =>
    site.editor('PUT', '/api/watch-settings', { title: 'Эфир', description: 'Финал', is_stream_enabled });
  const publication = { '@type': 'BroadcastEvent', isLiveBroadcast: true, startDate: starts_at, endDate: ends_at };
  expect(await onWatch()).toEqual([]);
  await switchTo(true);
  expect(await onWatch()).toEqual([
    expect.objectContaining({
      ...{ name: 'Эфир', uploadDate: starts_at, thumbnailUrl: expect.stringMatching(/^https:/) },
      ...{ embedUrl: `${ORIGIN}/player`, publication: expect.objectContaining(publication) },
    }),
  ]);
  await switchTo(false);
  expect(await onWatch()).toEqual([]);
});

test('a very long text stands in no feed, its excerpt does', async () => {
  const { slug } = (await write({ title: 'Длинная', content: `<p>${'слово '.repeat(9000)}</p>` })).json();
  const item = JSON.parse(await read('/feed.json')).items.find(({ id }: { id: string }) => id.endsWith(slug));
  expect(item).toMatchObject({ content_text: expect.stringMatching(/^слово/) });
  expect('content_html' in item).toBe(false);
});

test('a tag has its own feeds, a picture stands in RSS, and an empty site has valid ones', async () => {
  expect(JSON.parse(await read('/news/tag/final/feed.json'))).toMatchObject({
    home_page_url: 'https://festival.example/news/tag/final',
    feed_url: 'https://festival.example/news/tag/final/feed.json',
  });
  expect(elements(await read('/news/tag/final/feed.atom'), 'entry')).toHaveLength(1);
  expect((await site.visitor('GET', '/news/tag/none/feed.atom')).statusCode).toBe(404);
  const [picture] = elements(await read('/feed.xml'), 'media:content');
  expect(picture?.attribs).toEqual({ url: OUTSIDE, medium: 'image' });
  const empty = await needSite();
  const atom = (await empty.visitor('GET', '/feed.atom')).payload;
  expect([elements(atom, 'entry'), elements(atom, 'updated')[0]?.text]).toEqual([[], '1970-01-01T00:00:00.000Z']);
  expect(JSON.parse((await empty.visitor('GET', '/feed.json')).payload).items).toEqual([]);
});
