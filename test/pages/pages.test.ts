import { beforeAll, describe, expect, test, vi } from 'vitest';
import routes from '../../app/routes.ts';
import { addPast } from '../editions/world.ts';
import { addShow, arm, askOf, jury, reveal } from '../programme/show.ts';
import { rowsIn } from '../rig/cases.ts';
import { uploadPicture } from '../rig/image-app.ts';
import { needSite } from '../rig/needs.ts';
import { wordsIn } from '../rig/words.ts';
import { announceNews } from '../rig/world/editors.ts';
import { noise } from '../rig/world/pictures.ts';

const t = await needSite({ PUBLIC_URL: 'https://festival.example' });

async function page(path: string) {
  const { statusCode: status, payload: html, headers } = await t.visitor('GET', path);
  const text = wordsIn(html).replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  return { status, html, text, headers };
}

const create = (article: object) => t.editor('POST', '/api/admin/news', article);

test.each([
  ['<p>Текст</p>', false],
  ['<pre>let a = 1;</pre>', true],
])('only a text with code loads the sheet for it: %s', async (content, isLoaded) => {
  const slug = (await create({ title: 'Код', date: '2020-01-01', content })).json().slug;
  expect(/href="\/assets\/code-[\w-]+\.css"/.test((await page(`/news/${slug}`)).html)).toBe(isLoaded);
});

const LINKS = { '/': 'Главная', '/watch': 'Смотреть', '/vote': 'Голосовать', '/news': 'Новости', '/about': 'О нас' };
const WITHIN = '<h1>Внутри</h1><p>Текст</p>';
await create({ title: 'Якорь «Рампы»', slug: 'anchor', date: '2025-07-20', content: WITHIN });

const PAGES = [...Object.keys(LINKS), '/news/anchor'];
test.each(PAGES)('%s is a complete Russian document, with the links of the site and the question', async (path) => {
  const { status, html, text, headers } = await page(path);
  expect([status, html]).toEqual([200, expect.stringMatching(/<html[^>]* lang="ru"/)]);
  expect(html.match(/<h1[\s>]/g)).toHaveLength(1);
  expect(html).toMatch(/<title>[^<]+<\/title>/);
  expect(html).toMatch(/<meta name="description" content="[^"]+"/);
  expect(html).toContain(`<link rel="canonical" href="https://festival.example${path}"`);
  expect(html).toMatch(/<meta property="og:title" content="[^"]+"/);
  expect(html).toMatch(/<meta property="og:url" content="https:\/\/festival\.example/);
  expect(html).not.toMatch(/<[a-z][^>]* style="/);
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)];
  if (path === '/' || path.startsWith('/news')) expect(blocks.length).toBeGreaterThan(0);
  for (const [, json = ''] of blocks) expect(JSON.parse(json)).toHaveProperty('@context');
  const footer = html.slice(html.indexOf('<footer'));
  for (const [href, name] of Object.entries(LINKS)) {
    expect(html).toMatch(new RegExp(`<a[^>]* href="${href}"[^>]*>(?:<[^>]+>)*[^<]*${name}`));
    expect(footer).toContain(`href="${href}"`);
  }
  for (const service of ['telegram.org', 'youtube.com', 'tiktok.com', 'rutube.ru']) expect(html).toContain(service);
  expect(text).toMatch(/cookie/i);
  expect(text).toContain('20 июля 2025');
});

const empty = await needSite();

test('news no short word of a site text is left alone at the end of a line; articles are shown as written', async () => {
  await create({ title: 'Песня о море', slug: 'sea', date: '2025-07-20', content: '<p>Она и он на берегу</p>' });
  for (const shown of ['Песня о море', 'Она и он на берегу']) expect((await page('/news')).html).toContain(shown);
  expect((await page('/news/sea')).html).toContain('<h1>Песня о море</h1>');
  expect((await page('/about')).html).toContain('выходят на\u00a0одну сцену');
  expect((await t.visitor('GET', '/api/site-content')).json().about_text).toContain('выходят на одну сцену');
});

test('news the home page has the three newest with excerpts of 100 characters, the list all with 120', async () => {
  const text = 'абвгдежзик'.repeat(15);
  for (const day of [21, 22, 23, 24])
    await create({ title: `День ${day}`, slug: `day-${day}`, date: `2025-07-${day}`, content: `<p>${text}</p>` });
  const home = await page('/');
  const linked = new Set(Array.from(home.html.matchAll(/href="\/news\/(day-\d+)"/g), ([, slug]) => slug));
  expect([...linked]).toEqual(['day-24', 'day-23', 'day-22']);
  expect(home.text).toContain(`${text.slice(0, 100)}…`);
  expect(home.text).not.toContain(text.slice(0, 101));
  const list = await page('/news');
  for (const slug of ['day-24', 'day-21', 'anchor']) expect(list.html).toContain(`href="/news/${slug}"`);
  expect(list.text).toContain(`${text.slice(0, 120)}…`);
  expect(list.text).not.toContain(text.slice(0, 121));
  expect(list.html).toContain('<time datetime="2025-07-24">24 июля 2025</time>');
});

test('news an article shows its title, date and body with one h1 of its own, and a title cannot end the JSON-LD', async () => {
  const content = '<h1>Внутренний</h1><p>Тело &lt;script&gt;</p><img src="https://x.example/a.png" alt="а">';
  await create({ title: 'Ещё <b>раз</b> & «снова»', slug: 'once', date: '2025-07-01', content });
  const { html } = await page('/news/once');
  expect(html).toContain('Ещё &lt;b&gt;раз&lt;/b&gt; &amp; «снова»');
  expect(html).toContain('<time datetime="2025-07-01">1 июля 2025</time>');
  expect(html).toContain('Тело &lt;script&gt;');
  expect(html).toMatch(/<img[^>]* loading="lazy"/);
  await create({ title: '</script><script>alert(1)</script>', slug: 'breaker' });
  for (const path of ['/news/breaker', '/news', '/']) expect((await page(path)).html).not.toContain('<script>alert(1)');
});

test('news an empty site says that there is none; more than a hundred go on over pages, each on one of them, and no other number is a page', async () => {
  expect((await empty.visitor('GET', '/news')).payload).toContain('Новостей пока нет');
  expect((await empty.visitor('GET', '/')).statusCode).toBe(200);
  for (let n = 1; n <= 205; n += 1)
    await empty.editor('POST', '/api/admin/news', { title: `Новость ${n}`, slug: `n-${n}`, date: '2025-05-05' });
  const links = async (path: string) => {
    const { payload } = await empty.visitor('GET', path);
    return new Set(Array.from(payload.matchAll(/href="\/news\/(n-\d+)"/g), ([, slug]) => slug));
  };
  const pages = await Promise.all(['/news', '/news?page=2', '/news?page=3'].map(links));
  expect(pages.map(({ size }) => size)).toEqual([100, 100, 5]);
  expect(new Set(pages.flatMap((slugs) => [...slugs])).size).toBe(205);
  for (const bad of ['4', '0', '-1', 'abc', '1.5', '02'])
    expect([bad, (await empty.visitor('GET', `/news?page=${bad}`)).statusCode]).toEqual([bad, 404]);
});

describe('pictures', () => {
  const PLACED = '<p><img src="https://x.example/a.png" alt="чужая"></p>';
  let [cover, inBody] = ['', ''];

  beforeAll(async () => {
    const upload = async (width: number, height: number) =>
      (await uploadPicture(t.editor, await noise(width, height).jpeg().toBuffer())).url;
    [cover, inBody] = [await upload(1700, 956), await upload(900, 600)];
    const content = `<p><img src="${inBody}" alt="зал"></p><p><img src="${inBody}" width="300" height="7"></p>${PLACED}`;
    const article = { title: 'С картинкой', slug: 'pictured', date: '2999-01-02', content };
    await create({ ...article, coverImageUrl: cover, coverAlt: 'Сцена «Рампы»' });
    const plain = { title: 'Без своей', slug: 'elsewhere', date: '2999-01-01' };
    await create({ ...plain, coverImageUrl: 'https://x.example/cover.jpg', coverAlt: 'Чужая' });
  });

  const sources = (url: string, copies: number[], width: number) =>
    [...copies.map((each) => `${url.replace('.jpg', '')}-${each}.webp ${each}w`), `${url} ${width}w`].join(', ');
  const tags = (html: string, url: string) =>
    html.match(/<(img|link rel="preload")[^>]*>/g)?.filter((tag) => tag.includes(url));

  test.each(['/', '/news'])('%s offers every cover in the widths there are', async (path) => {
    const { html } = await page(path);
    const [card = ''] = tags(html, cover)?.filter((tag) => tag.startsWith('<img')) ?? [];
    expect(card).toContain(` srcSet="${sources(cover, [480, 640, 960, 1600], 1700)}" sizes="(min-width:64rem)`);
    expect(card).toContain(' alt="" width="1700" height="956" ');
    const [foreign = ''] = tags(html, 'https://x.example/cover.jpg') ?? [];
    expect(foreign).toContain(' alt=""');
    expect(foreign).not.toMatch(/srcset|sizes/i);
  });

  test('the first of an article is described and fetched before everything else; those of its body hold their place and load lazily, others’ stay as they are', async () => {
    const { html } = await page('/news/pictured');
    const [preload = '', hero = '', ...others] = tags(html, cover) ?? [];
    expect(others).toEqual([]);
    const [, sizes] = / sizes="([^"]+)"/.exec(hero) ?? [];
    expect(hero).toContain(` srcSet="${sources(cover, [480, 640, 960, 1600], 1700)}"`);
    expect(hero).toContain(' alt="Сцена «Рампы»" width="1700" height="956"');
    expect(hero).toContain(' loading="eager" fetchPriority="high"');
    expect(preload).toContain(' as="image" ');
    expect(preload).toContain(` imageSrcSet="${sources(cover, [480, 640, 960, 1600], 1700)}" imageSizes="${sizes}" `);
    expect(html.indexOf(preload)).toBeLessThan(html.indexOf('</head>'));
    expect(html).toContain(`"image":["https://festival.example${cover}"]`);
    const [first = '', second = ''] = tags(html, inBody) ?? [];
    const lazy = `<img loading="lazy" decoding="async" src="${inBody}"`;
    const srcset = ` srcset="${sources(inBody, [480, 640], 900)}" sizes="`;
    expect(first).toContain(`${lazy} alt="зал" width="900" height="600"${srcset}`);
    expect(second).toContain(`${lazy} width="300" height="200"${srcset}`);
    expect(html).toContain('<img loading="lazy" decoding="async" src="https://x.example/a.png" alt="чужая">');
  });

  test.each(['/', '/news', '/news/pictured'])('of %s are looked up at once', async (path) => {
    await announceNews(t);
    const reading = vi.spyOn(t.store.db, 'selectFrom');
    await page(path);
    expect(reading.mock.calls.filter(([table]) => String(table) === 'images')).toHaveLength(1);
    reading.mockRestore();
  });
});

test('watch and vote the stream waits until it is switched on, then the player is framed with source and title', async () => {
  expect((await page('/watch')).text).toContain('20 июля');
  expect((await page('/watch')).html).not.toContain('<iframe');
  const stream_url = 'https://live.example/a.m3u8?x=1&y=2';
  const words = { title: 'Финал & точка', description: 'Смотрим', is_stream_enabled: true };
  await t.editor('PUT', '/api/watch-settings', { ...words, stream_url });
  const { html, text } = await page('/watch');
  expect(text).toContain('Финал & точка');
  const src = /<iframe[^>]* src="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const framed = new URL(src, 'https://festival.example');
  expect(framed.pathname).toBe('/player');
  expect(Object.fromEntries(framed.searchParams)).toMatchObject({ src: stream_url, title: words.title });
  // A foreign player is not framed before the visitor agrees.
  await t.editor('PUT', '/api/watch-settings', { ...words, player_url: 'https://vkvideo.ru/video_ext.php?oid=1' });
  const foreign = await page('/watch');
  expect(foreign.html).not.toMatch(/<iframe[^>]* src="https:\/\/vkvideo/);
  expect(foreign.text).toContain('Смотреть');
});

test('site text drives the pages; a blank line makes a paragraph, an empty link is hidden', async () => {
  const texts = (await t.visitor('GET', '/api/site-content')).json();
  const given = { hero_title: 'Свой <заголовок>', about_text: 'Первый.\n\nВторой.', social_tiktok: '' };
  await t.editor('PUT', '/api/site-content', { ...given, banner_date: '21 июля 2025' });
  expect((await page('/')).html).toContain('Свой &lt;заголовок&gt;');
  expect((await page('/about')).html).toMatch(/<p[^>]*>Первый\.<\/p>[^П]*<p[^>]*>Второй\.<\/p>/);
  expect((await page('/about')).html).not.toContain('tiktok.com');
  expect((await page('/vote')).text).toContain('21 июля 2025');
  await t.editor('PUT', '/api/site-content', { hero_title: ' ', about_title: '' });
  expect((await page('/')).html).toMatch(/<h1[^>]*>[^<]*\S[^<]*</);
  expect((await page('/about')).html).toMatch(/<h1[^>]*>О нас/);
  await t.editor('PUT', '/api/site-content', texts);
});

const NONE = '/nothing /news/a/b /admin/nothing /%D1%8F /player/x /.env /assets/none.js /uploads/none.png';
const OTHERS = '/NEWS /ADMIN /Admin/News /Player /news//anchor //evil.example/ //evil.example/news/';
test.each(`${NONE} ${OTHERS}`.split(' '))('addresses %s is no page', async (path) =>
  expect((await page(path)).status).toBe(404),
);

test('addresses an unknown page, and an unknown article, is a page of the site with its own words; a blank article says what is missing', async () => {
  const { html, text, headers } = await page('/nothing');
  expect(String(headers['content-type'])).toContain('text/html');
  expect(html.match(/<h1[\s>]/g)).toHaveLength(1);
  expect(text).toContain('Новости');
  expect(html).toMatch(/<meta name="robots" content="noindex/);
  const scripts = 'script-src https://festival.example/assets/ http://localhost:80/assets/ ';
  expect(headers['content-security-policy']).toContain(scripts);
  const unknown = await page('/news/no-such-thing');
  expect(unknown.status).toBe(404);
  expect(unknown.text).toMatch(
    /404\s+Страница не найдена\s+Статья не найдена или имеет неверный формат\..*На главную.*Все новости/s,
  );
  expect(unknown.html).toMatch(/<main.*href="\/news".*<\/main>/s);
  const blank = await page('/news/%20');
  expect([blank.status, blank.text]).toEqual([404, expect.stringContaining('Идентификатор статьи не указан.')]);
});

test.each(rowsIn('pages/spellings.txt'))('addresses %s leads to its one spelling %s by 308', async (from, to) => {
  const { status, headers } = await page(from);
  expect([status, headers.location]).toEqual([308, to]);
});

test('addresses the panel’s documents hold the guard’s message, no data, and are kept nowhere; the player gives one answer for every source', async () => {
  const screens = ['', '/news', '/news/new', '/news/edit/anchor', '/voting', '/watch-settings', '/site-content'];
  for (const path of screens.map((screen) => `/admin${screen}`)) {
    const { status, html, text, headers } = await page(path);
    expect([path, status]).toEqual([path, 200]);
    expect(text).toContain('Проверка авторизации...');
    expect(html).not.toMatch(/Якорь|Поддержите исполнителя/);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-robots-tag']).toContain('noindex');
  }
  expect((await page('/admin/login')).status).toBe(200);
  const plain = await page('/player');
  expect(plain.status).toBe(200);
  expect((await page('/player?src=https://x.example/a.m3u8&title=%3Cscript%3E')).html).toBe(plain.html);
  expect(plain.headers['content-security-policy']).toContain("frame-ancestors 'self'");
});

test('every public page of the route table that needs no parameter is in the sitemap, but the search', async () => {
  const site = routes.find(({ file }) => file === 'routes/public/layout.tsx')?.children ?? [];
  const pages = site.map(({ path = '' }) => `/${path}`).filter((path) => !/[:*]/.test(path) && path !== '/search');
  expect(pages).toContain('/about');
  // Without a show the programme is no page, without a step of its reveal the results are none, without a past one there is no history.
  const { id, ids } = await addShow(askOf(t), ['Анна']);
  await arm(askOf(t), id, jury({ Томск: [[ids[0], 12]] }));
  await reveal(askOf(t), id);
  await addPast(askOf(t), 2019, []);
  const { payload } = await t.visitor('GET', '/sitemap.xml');
  for (const address of pages) expect(payload).toContain(`<loc>https://festival.example${address}</loc>`);
  expect(payload).not.toContain('/search');
});

const broken = await needSite();
await broken.store.db.destroy();

test.each(rowsIn('pages/faults.txt'))('%s that cannot be read is 503, with a way to try again', async (path, words) => {
  const { statusCode, payload, headers } = await broken.visitor('GET', path);
  expect([statusCode, headers['retry-after']]).toEqual([503, '5']);
  for (const said of [words, 'Повторить', 'Главная']) expect(payload).toContain(said);
});
