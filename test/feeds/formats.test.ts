import { DomUtils, parseDocument } from 'htmlparser2';
import { expect, test } from 'vitest';
import { needSite } from '../rig/needs.ts';

const site = await needSite({ PUBLIC_URL: 'https://festival.example', SITE_TIME_ZONE: 'Asia/Novosibirsk' });
const read = async (path: string) => (await site.visitor('GET', path)).payload;

const TITLE = 'Финал & «Рампа» <скоро>';
const write = (article: object) => site.editor('POST', '/api/admin/news', article);
await write({ title: 'Вчерашняя', slug: 'dated', date: '2025-07-20', content: '<p>Было.</p>' });
const content = '<p>Текст с <a href="/vote">голосованием</a>.</p>';
const coverImageUrl = 'https://pictures.example/a.jpg?b=1&c=2';
await write({ title: TITLE, slug: 'final', tags: ['Финал'], coverImageUrl, content });

/** Elements of XML by name, each as its attributes and text. */
const elements = (xml: string, name: string) =>
  DomUtils.getElementsByTagName(name, parseDocument(xml, { xmlMode: true }), true).map((element) => ({
    attribs: element.attribs,
    text: DomUtils.textContent(element),
  }));

test('an item without a publishing time on its day is dated with the beginning of that day at the festival', async () => {
  const dates = elements(await read('/feed.xml'), 'pubDate').map(({ text }) => text);
  expect(dates).toHaveLength(2);
  expect(dates[1]).toBe('Sat, 19 Jul 2025 17:00:00 GMT');
  expect(Date.parse(dates[0] ?? '')).toBeLessThanOrEqual(Date.now());
});

test('Atom has what RFC 4287 demands of a feed and of each entry, with absolute addresses and the whole text', async () => {
  const xml = await read('/feed.atom');
  const [feed] = elements(xml, 'feed');
  expect(feed?.attribs).toMatchObject({ xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': 'ru' });
  expect(elements(xml, 'id').map(({ text }) => text)).toEqual([
    'https://festival.example/feed.atom',
    'https://festival.example/news/final',
    'https://festival.example/news/dated',
  ]);
  const updated = elements(xml, 'updated').map(({ text }) => text);
  expect(updated).toHaveLength(3);
  expect(updated[0]).toBe(updated.slice(1).toSorted().at(-1));
  for (const moment of [...updated, ...elements(xml, 'published').map(({ text }) => text)])
    expect(new Date(moment).toISOString()).toBe(moment);
  expect(elements(xml, 'name')[0]?.text).not.toBe('');
  expect(elements(xml, 'title')[1]?.text).toBe(TITLE);
  expect(elements(xml, 'content')[0]).toMatchObject({
    attribs: { type: 'html' },
    text: expect.stringContaining('https://festival.example/vote'),
  });
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
  expect(feed.items).toHaveLength(2);
  expect(feed.items[0]).toMatchObject({
    ...{ id: 'https://festival.example/news/final', url: 'https://festival.example/news/final', title: TITLE },
    ...{ tags: ['Финал'], image: 'https://pictures.example/a.jpg?b=1&c=2' },
    content_html: expect.stringContaining('голосованием'),
  });
  for (const item of feed.items) {
    expect('content_html' in item).toBe(!('content_text' in item));
    expect(new Date(item.date_published).toISOString()).toBe(item.date_published);
    expect(item.date_modified >= item.date_published).toBe(true);
  }
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
  expect(elements(await read('/feed.xml'), 'media:content')[0]?.attribs).toEqual({
    url: 'https://pictures.example/a.jpg?b=1&c=2',
    medium: 'image',
  });
  const empty = await needSite();
  const atom = (await empty.visitor('GET', '/feed.atom')).payload;
  expect([elements(atom, 'entry'), elements(atom, 'updated')[0]?.text]).toEqual([[], '1970-01-01T00:00:00.000Z']);
  expect(JSON.parse((await empty.visitor('GET', '/feed.json')).payload).items).toEqual([]);
});
