import { expect, test } from 'vitest';
import { needSite } from '../rig/needs.ts';
import { addShow, arm, askOf, jury, reveal } from './show.ts';

const HOUR = 3_600_000;
const WINNER = /Мир[аеы] |Мира:|Победила Мира|mira/i;
const HIDE = '?spoilers=hide';

const t = await needSite({ PUBLIC_URL: 'https://festival.example' });
const starts_at = new Date(Date.now() - HOUR).toISOString();
const final = (await t.editor('POST', '/api/admin/shows', { title: 'Финал', starts_at })).json().id;
await t.editor('POST', '/api/admin/contestants', { name: 'Анна', text: 'Уступила Мире Ли.', shows: [final] });
await t.editor('PUT', '/api/watch-settings', { title: 'Эфир', description: 'Финал', is_stream_over: true });
await t.editor('PUT', '/api/vote-settings', { voting_url: 'https://vote.example.org/', is_voting_over: true });
const tags = ['Финал'];
await publish({ title: 'Репетиция', slug: 'rehearsal', tags }, 24);
const group = (await t.editor('POST', '/api/admin/groups', { name: 'Победитель' })).json().id;
await publish({ title: 'Победила Мира', slug: 'pobedila-mira', tags, group, content: '<p>Мира Ли победила</p>' });
await publish({ title: 'Мира: интервью', slug: 'mira-interview', tags: [...tags, 'Мира Ли'] });
const winner = { title: 'Мира Ли', slug: 'winner-mira', status: 'published', place: 'both', content: '<p>Мира Ли</p>' };
const page_id = (await t.editor('POST', '/api/admin/pages', winner)).json().id;
const juniors = { title: 'Юниоры', slug: 'juniors', year: new Date().getFullYear(), is_public: true, page_id };
await t.editor('POST', '/api/admin/editions', juniors);

/** News, as if they had been written so many hours ago. */
async function publish(news: { slug: string; [field: string]: unknown }, hours = 0): Promise<void> {
  await t.editor('POST', '/api/admin/news', news);
  if (hours === 0) return;
  const moment = new Date(Date.now() - hours * HOUR).toISOString();
  const moments = { publish_at: moment, updated_at: moment };
  await t.store.db.updateTable('articles').set(moments).where('slug', '=', news.slug).execute();
}

const page = async (path: string) => (await t.visitor('GET', path)).payload;
const PAGES = ['/programme', '/about', '/nowhere'];
/** Each names the winner, in its own part or in what it leads to. */
const TELLING = [
  ...['/', '/news', '/watch', '/vote', '/news/tag/final', '/news/rehearsal', '/programme/anna', '/history/juniors'],
  ...['/news/pobedila-mira', '/news/mira-interview', '/winner-mira'],
];

const FEEDS = ['/feed.xml', '/feed.atom', '/feed.json', '/news/tag/final/feed.xml', '/news/tag/final/feed.atom'];

const mainOf = (html: string) => /<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? '';

test('no body of a spoiler-free page names the winner', async () => {
  for (const path of [...PAGES, ...TELLING]) {
    const own = path.split('/').at(-1) ?? '';
    // The visitor has typed the page's own address.
    expect((await page(path + HIDE)).replaceAll(WINNER.test(own) ? own : '?', ''), path).not.toMatch(WINNER);
  }
});

test.each(TELLING)('without it %s tells who won', async (path) => expect(mainOf(await page(path))).toMatch(WINNER));

test('what does not tell stays, news from before the show too; it is said what is hidden, and how to see it; every link stays spoiler-free', async () => {
  for (const path of ['/', '/news']) expect(await page(path + HIDE)).toContain('Репетиция');
  for (const path of ['/news/rehearsal', '/programme/anna']) expect(await page(path + HIDE)).toContain('<h1');
  const html = await page(`/news${HIDE}&view=150`);
  expect(html).toMatch(/<b>Без спойлеров\.<\/b>.*<a href="\/news\?view=150" data-spoilers="">Показать всё<\/a>/s);
  expect(html).toContain('href="/vote?view=150&amp;spoilers=hide"');
  expect(html).toContain('<link rel="canonical" href="https://festival.example/news"/>');
});

test('what may tell says at its own address that it is hidden, and search engines leave these pages alone', async () => {
  expect(await page(`/news/mira-interview${HIDE}`)).toMatch(/<h1[^>]*>Новость скрыта<\/h1>/);
  expect(await page(`/winner-mira${HIDE}`)).toMatch(/<h1[^>]*>Страница скрыта<\/h1>/);
  for (let asked = 0; asked < 2; asked += 1)
    expect((await t.visitor('GET', `/news${HIDE}`)).headers['x-robots-tag']).toBe('noindex');
});

test('has none of our scripts but the inline one: no event and no navigation can tell later', async () => {
  const html = await page(`/${HIDE}`);
  expect(html).not.toMatch(/<script[^>]*(src=|type="module")|modulepreload|data-hydration|__reactRouter/);
  expect((await page('/')).match(/data-hydration/g)).not.toBeNull();
});

test('sends those who asked once to the spoiler-free address, and only them', async () => {
  const cookie = 'a=b; rampa.spoilers=hide; c=d';
  await page('/news');
  const sent = await t.visitor('GET', '/news?view=150', undefined, { cookie });
  expect(sent.statusCode).toBe(302);
  expect(sent.headers).toMatchObject({ location: '/news?view=150&spoilers=hide', 'cache-control': 'no-store' });
  expect((await t.visitor('GET', '/news', undefined, { cookie })).statusCode).toBe(302);
  expect((await t.visitor('GET', `/news${HIDE}`, undefined, { cookie })).statusCode).toBe(200);
  for (const other of ['rampa.spoilers=show', 'xrampa.spoilers=hide', 'rampa.spoilers=hidden'])
    expect((await t.visitor('GET', '/news', undefined, { cookie: other })).statusCode).toBe(200);
  for (const path of ['/news.data', '/feed-dzen.xml', '/news/tag/final/feed.json', ...FEEDS])
    expect((await t.visitor('GET', path, undefined, { cookie })).headers.location).toBe(`${path}?spoilers=hide`);
  for (const path of ['/api/news', '/admin', '/player'])
    expect((await t.visitor('GET', path, undefined, { cookie })).statusCode, path).not.toBe(302);
});

test('has one spelling: other values are the page itself', async () => {
  const plain = (await t.visitor('GET', '/about')).headers.etag;
  for (const query of ['?spoilers=', '?spoilers=HIDE', '?spoilers=show', '?spoilers=show&spoilers=hide'])
    expect((await t.visitor('GET', `/about${query}`)).headers.etag, query).toBe(plain);
  const safe = (await t.visitor('GET', `/about${HIDE}`)).headers.etag;
  expect((await t.visitor('GET', `/about?x=1&spoilers=hide&y`)).headers.etag).toBe(safe);
  expect(safe).not.toBe(plain);
});

test('feeds leave out what tells, lead to pages that do, and are linked by those', async () => {
  for (const path of FEEDS) {
    expect(await page(path)).toMatch(WINNER);
    const safe = await page(path + HIDE);
    expect(safe).not.toMatch(WINNER);
    expect(safe).toContain('https://festival.example/news/rehearsal?spoilers=hide');
  }
  expect(await page('/feed-dzen.xml')).toMatch(WINNER);
  expect(await page(`/feed-dzen.xml${HIDE}`)).not.toMatch(WINNER);
  expect(await page(`/news/tag/final${HIDE}`)).toContain('<a href="/news/tag/final/feed.xml?spoilers=hide">RSS</a>');
  expect(await page(`/news${HIDE}`)).toContain('href="/feed.xml?spoilers=hide"');
});

test('sends those who asked once nowhere else: an unknown address never leads to another site', async () => {
  for (const path of ['//evil.example/x', '///evil.example', '//evil.example\\x', '/News', `/${'a'.repeat(400)}`]) {
    const { statusCode, headers } = await t.visitor('GET', path, undefined, { cookie: 'rampa.spoilers=hide' });
    expect([statusCode, headers.location], path).toEqual([302, '/404?spoilers=hide']);
  }
});

test('a hidden page has no picture and no address for social networks: both would tell', async () => {
  for (const path of ['/news/pobedila-mira', '/winner-mira']) {
    expect(await page(path)).toMatch(/property="og:image".*property="og:url"|property="og:url".*property="og:image"/s);
    expect(await page(path + HIDE)).not.toMatch(/og:(image|url)|twitter:image|ld\+json/);
  }
  // The contestant's own picture has the place and the points.
  expect(await page('/programme/anna')).toMatch(/og:image" content="[^"]*\/og\/programme\/anna-/);
  expect(await page(`/programme/anna${HIDE}`)).toMatch(/og:image" content="[^"]*\/og\/programme-/);
});

test('a former address leads to the news, not to a name that tells', async () => {
  await t.editor('PUT', '/api/admin/news/mira-interview', { title: 'Интервью', slug: 'mira-first' });
  expect((await t.visitor('GET', '/news/mira-interview')).headers.location).toBe('/news/mira-first');
  const safe = await t.visitor('GET', `/news/mira-interview${HIDE}`);
  expect([safe.statusCode, safe.headers.location]).toEqual([302, `/news${HIDE}`]);
});

test('during a live show the stage is left out: the winner sings again', async () => {
  await t.editor('PUT', '/api/watch-settings', { title: 'Эфир', description: 'Финал', is_stream_enabled: true });
  expect(await page(`/watch${HIDE}`)).not.toMatch(WINNER);
  const [show] = (await t.visitor('GET', '/api/programme')).json().shows;
  const mira = { name: 'Мира Ли', slug: 'mira', shows: [show.id] };
  const { id } = (await t.editor('POST', '/api/admin/contestants', mira)).json();
  const press = { show_id: show.id, kind: 'performance', contestant_id: id, key: 'encore-of-mira', seen: 0 };
  expect((await t.editor('POST', '/api/stage', press)).statusCode).toBe(200);
  for (const path of ['/', '/watch', '/programme', '/programme/mira']) {
    expect(await page(path), path).toMatch(/На сцене|Сейчас на сцене/);
    expect(await page(path + HIDE), path).not.toMatch(/На сцене|Сейчас на сцене/);
  }
});

test('beside a live show a gala after the contest uncovers nothing, with points of its own after a final neither', async () => {
  const [show] = (await t.visitor('GET', '/api/programme')).json().shows;
  const sections = [{ kind: 'jury', title: 'Жюри', mode: 'givers', givers: [] }];
  await t.editor('PUT', `/api/admin/results/${show.id}`, { sections, control_total: null });
  const starts_at = new Date(Date.now() - 1000).toISOString();
  await publish({ title: 'Мира поёт', slug: 'mira-sings' }, 1 / 2);
  const { id: gala } = (await t.editor('POST', '/api/admin/shows', { title: 'Гала', starts_at })).json();
  expect(await page('/news')).toContain('Мира поёт');
  expect(await page(`/news${HIDE}`)).not.toContain('Мира поёт');
  await t.editor('PUT', `/api/admin/shows/${show.id}`, { ...show, title: 'Гранд-финал' });
  await t.editor('PUT', `/api/admin/results/${gala}`, { sections, control_total: null });
  expect(await page(`/news${HIDE}`)).not.toContain('Мира поёт');
});

test('open points have begun the contest, also in a show that was moved to a later day', async () => {
  const site = await needSite();
  const ask = askOf(site);
  const { id, ids } = await addShow(ask, ['Мира']);
  await arm(ask, id, jury({ Псков: [[ids[0], 12]] }));
  await reveal(ask, id);
  await site.editor('POST', '/api/admin/news', { title: 'Победила Мира', slug: 'news' });
  expect((await site.visitor('GET', '/news')).payload).toMatch(WINNER);
  expect((await site.visitor('GET', `/news${HIDE}`)).payload).not.toMatch(WINNER);
});
