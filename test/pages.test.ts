import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from './app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ PUBLIC_URL: 'https://festival.example' });
});
afterAll(() => t.close());

async function page(
  path: string,
): Promise<{ status: number; html: string; text: string; headers: Record<string, unknown> }> {
  const { statusCode, payload, headers } = await t.visitor('GET', path);
  const text = payload
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ');
  return { status: statusCode, html: payload, text, headers };
}

const create = (article: object) => t.editor('POST', '/api/admin/news', article);

describe('every public page', () => {
  const PAGES = ['/', '/news', '/watch', '/vote', '/about', '/news/anchor'];
  beforeAll(async () => {
    await create({
      title: 'Якорь «Рампы»',
      slug: 'anchor',
      date: '2025-07-20',
      content: '<h1>Внутри</h1><p>Текст</p>',
    });
  });

  test.each(PAGES)('%s is a complete Russian document for people and machines', async (path) => {
    const { status, html, headers } = await page(path);
    expect(status).toBe(200);
    expect(html).toMatch(/<html[^>]* lang="ru"/);
    expect(html.match(/<h1[\s>]/g)).toHaveLength(1);
    expect(html).toMatch(/<title>[^<]+<\/title>/);
    expect(html).toMatch(/<meta name="description" content="[^"]+"/);
    expect(html).toContain(`<link rel="canonical" href="https://festival.example${path === '/' ? '/' : path}"`);
    expect(html).toMatch(/<meta property="og:title" content="[^"]+"/);
    expect(html).toMatch(/<meta property="og:url" content="https:\/\/festival\.example/);
    expect(html).not.toMatch(/<[a-z][^>]* style="/);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });

  test.each(PAGES)('%s carries JSON-LD that is JSON', async (path) => {
    const blocks = [...(await page(path)).html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)];
    if (path === '/' || path.startsWith('/news')) expect(blocks.length).toBeGreaterThan(0);
    for (const [, json = ''] of blocks) expect(JSON.parse(json)).toHaveProperty('@context');
  });

  test.each(PAGES)('%s has the header’s links, the footer and the consent banner', async (path) => {
    const { html, text } = await page(path);
    for (const [href, name] of [
      ['/', 'Главная'],
      ['/watch', 'Смотреть'],
      ['/vote', 'Голосовать'],
      ['/news', 'Новости'],
      ['/about', 'О нас'],
    ]) {
      expect(html).toMatch(new RegExp(`<a[^>]* href="${href}"[^>]*>(?:<[^>]+>)*[^<]*${name}`));
    }
    for (const service of ['telegram.org', 'youtube.com', 'tiktok.com', 'rutube.ru']) expect(html).toContain(service);
    expect(text).toMatch(/cookie/i);
    expect(text).toContain('20 июля 2025');
  });
});

describe('news', () => {
  test('an empty site says that there is no news', async () => {
    const empty = await createTestApp();
    const answer = await empty.visitor('GET', '/news');
    expect(answer.payload).toContain('Новостей пока нет');
    expect((await empty.visitor('GET', '/')).statusCode).toBe(200);
    await empty.close();
  });

  test('the home page has the three newest with excerpts of 100 characters, the list all with 120', async () => {
    const text = 'абвгдежзик'.repeat(15);
    for (const day of [21, 22, 23, 24])
      await create({ title: `День ${day}`, slug: `day-${day}`, date: `2025-07-${day}`, content: `<p>${text}</p>` });
    const home = await page('/');
    expect(
      [...home.html.matchAll(/href="\/news\/(day-\d+)"/g)]
        .map(([, slug]) => slug)
        .filter((s, i, all) => all.indexOf(s) === i),
    ).toEqual(['day-24', 'day-23', 'day-22']);
    expect(home.text).toContain(`${text.slice(0, 100)}…`);
    expect(home.text).not.toContain(text.slice(0, 101));
    const list = await page('/news');
    for (const slug of ['day-24', 'day-21', 'anchor']) expect(list.html).toContain(`href="/news/${slug}"`);
    expect(list.text).toContain(`${text.slice(0, 120)}…`);
    expect(list.text).not.toContain(text.slice(0, 121));
    expect(list.html).toContain('<time datetime="2025-07-24">24 июля 2025</time>');
  });

  test('an article shows its title, date and body with one h1 of its own', async () => {
    await create({
      title: 'Ещё <b>раз</b> & «снова»',
      slug: 'once',
      date: '2025-07-01',
      content: '<h1>Внутренний</h1><p>Тело &lt;script&gt;</p><img src="https://x.example/a.png" alt="а">',
    });
    const { html } = await page('/news/once');
    expect(html).toContain('Ещё &lt;b&gt;раз&lt;/b&gt; &amp; «снова»');
    expect(html).toContain('<time datetime="2025-07-01">1 июля 2025</time>');
    expect(html).toContain('Тело &lt;script&gt;');
    expect(html).toMatch(/<img[^>]* loading="lazy"/);
  });

  test('a title cannot end the JSON-LD', async () => {
    await create({ title: '</script><script>alert(1)</script>', slug: 'breaker' });
    for (const path of ['/news/breaker', '/news', '/'])
      expect((await page(path)).html).not.toContain('<script>alert(1)');
  });

  test('an unknown article is 404 with its own block, a blank one says what is missing', async () => {
    const unknown = await page('/news/no-such-thing');
    expect(unknown.status).toBe(404);
    expect(unknown.text).toContain('Статья не найдена или имеет неверный формат.');
    expect(unknown.html).toContain('href="/news"');
    const blank = await page('/news/%20');
    expect(blank.status).toBe(404);
    expect(blank.text).toContain('Идентификатор статьи не указан.');
  });

  test('a former address leads on', async () => {
    await create({ title: 'Переезд', slug: 'moved-from' });
    await t.editor('PUT', '/api/admin/news/moved-from', { slug: 'moved-to' });
    const { status, headers } = await page('/news/moved-from');
    expect([status, headers.location, headers['cache-control']]).toEqual([301, '/news/moved-to', 'no-cache']);
  });

  test('more than a hundred go on over pages', async () => {
    const many = await createTestApp();
    const rows = Array.from({ length: 205 }, (_, at) => at + 1);
    for (const n of rows)
      await many.editor('POST', '/api/admin/news', { title: `Новость ${n}`, slug: `n-${n}`, date: '2025-05-05' });
    const links = async (path: string) =>
      new Set(
        [...(await many.visitor('GET', path)).payload.matchAll(/href="\/news\/(n-\d+)"/g)].map(([, slug]) => slug),
      );
    const pages = await Promise.all(['/news', '/news?page=2', '/news?page=3'].map(links));
    expect(pages.map(({ size }) => size)).toEqual([100, 100, 5]);
    expect(new Set(pages.flatMap((slugs) => [...slugs])).size).toBe(205);
    for (const bad of ['4', '0', '-1', 'abc', '1.5', '02'])
      expect([bad, (await many.visitor('GET', `/news?page=${bad}`)).statusCode]).toEqual([bad, 404]);
    await many.close();
  }, 60_000);
});

describe('watch and vote', () => {
  test('the stream waits until it is switched on, then the player is framed with source and title', async () => {
    expect((await page('/watch')).text).toContain('20 июля');
    expect((await page('/watch')).html).not.toContain('<iframe');
    await t.editor('PUT', '/api/watch-settings', {
      title: 'Финал & точка',
      description: 'Смотрим',
      is_stream_enabled: true,
      stream_url: 'https://live.example/a.m3u8?x=1&y=2',
    });
    const { html, text } = await page('/watch');
    expect(text).toContain('Финал & точка');
    const src = /<iframe[^>]* src="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const framed = new URL(src, 'https://festival.example');
    expect(framed.pathname).toBe('/player');
    expect(framed.searchParams.get('src')).toBe('https://live.example/a.m3u8?x=1&y=2');
    expect(framed.searchParams.get('title')).toBe('Финал & точка');
  });

  test('a foreign player is not framed before the visitor agrees', async () => {
    await t.editor('PUT', '/api/watch-settings', {
      title: 'Финал',
      description: 'Смотрим',
      is_stream_enabled: true,
      player_url: 'https://vkvideo.ru/video_ext.php?oid=1',
    });
    const { html, text } = await page('/watch');
    expect(html).not.toMatch(/<iframe[^>]* src="https:\/\/vkvideo/);
    expect(text).toContain('Смотреть');
  });

  test('voting opens in a new tab only when it is on and has an address', async () => {
    const link = /<a[^>]* href="https:\/\/vote\.example\/"[^>]*>/;
    await t.editor('PUT', '/api/vote-settings', { voting_url: 'https://vote.example/', is_voting_enabled: false });
    expect((await page('/vote')).html).not.toMatch(link);
    expect((await page('/vote')).text).toContain('Голосование закрыто');
    await t.editor('PUT', '/api/vote-settings', { is_voting_enabled: true });
    const [anchor = ''] = link.exec((await page('/vote')).html) ?? [];
    expect(anchor).toContain('target="_blank"');
    expect(anchor).toContain('rel="noopener');
    await t.editor('PUT', '/api/vote-settings', { voting_url: '' });
    expect((await page('/vote')).text).toContain('Голосование закрыто');
  });
});

describe('site text', () => {
  test('drives the pages; a blank line makes a paragraph, an empty link is hidden', async () => {
    const texts = (await t.visitor('GET', '/api/site-content')).json();
    await t.editor('PUT', '/api/site-content', {
      hero_title: 'Свой <заголовок>',
      about_text: 'Первый.\n\nВторой.',
      social_tiktok: '',
      banner_date: '21 июля 2025',
    });
    expect((await page('/')).html).toContain('Свой &lt;заголовок&gt;');
    expect((await page('/about')).html).toMatch(/<p[^>]*>Первый\.<\/p>[^П]*<p[^>]*>Второй\.<\/p>/);
    expect((await page('/about')).html).not.toContain('tiktok.com');
    expect((await page('/vote')).text).toContain('21 июля 2025');
    await t.editor('PUT', '/api/site-content', texts);
  });
});

describe('addresses', () => {
  test.each([
    '/nothing',
    '/news/a/b',
    '/admin/nothing',
    '/%D1%8F',
    '/player/x',
    '/.env',
    '/assets/none.js',
    '/uploads/none.png',
  ])('%s is 404', async (path) => {
    expect((await page(path)).status).toBe(404);
  });

  test('an unknown page is a page of the site', async () => {
    const { html, text, headers } = await page('/nothing');
    expect(String(headers['content-type'])).toContain('text/html');
    expect(html.match(/<h1[\s>]/g)).toHaveLength(1);
    expect(text).toContain('Новости');
    expect(html).toMatch(/<meta name="robots" content="noindex/);
    expect(headers['content-security-policy']).toContain('script-src http://localhost:80/assets/ ');
  });

  test.each([
    ['/news/', '/news'],
    ['/news/anchor/', '/news/anchor'],
    ['/news/?page=2', '/news?page=2'],
    ['/admin/', '/admin'],
  ])('%s leads to %s by 308', async (from, to) => {
    const { status, headers } = await page(from);
    expect([status, headers.location]).toEqual([308, to]);
  });

  test.each(['//evil.example/', '//evil.example/news/'])('%s leads nowhere else', async (path) => {
    const { status, headers } = await page(path);
    expect(String(headers.location ?? '')).not.toContain('evil.example');
    expect(status).toBeGreaterThanOrEqual(400);
  });

  test('the panel’s documents hold the guard’s message, no data, and are kept nowhere', async () => {
    for (const path of [
      '/admin',
      '/admin/news',
      '/admin/news/new',
      '/admin/news/edit/anchor',
      '/admin/voting',
      '/admin/watch-settings',
      '/admin/site-content',
    ]) {
      const { status, html, text, headers } = await page(path);
      expect([path, status]).toEqual([path, 200]);
      expect(text).toContain('Проверка авторизации...');
      expect(html).not.toContain('Якорь');
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['x-robots-tag']).toContain('noindex');
    }
    expect((await page('/admin/login')).status).toBe(200);
  });

  test('the player gives one answer for every source', async () => {
    const plain = await page('/player');
    expect(plain.status).toBe(200);
    expect((await page('/player?src=https://x.example/a.m3u8&title=%3Cscript%3E')).html).toBe(plain.html);
    expect(plain.headers['content-security-policy']).toContain("frame-ancestors 'self'");
  });
});

test('feed, sitemap and robots name the public address and only public articles', async () => {
  const feed = await t.visitor('GET', '/feed.xml');
  expect(feed.headers['content-type']).toContain('xml');
  expect(feed.payload).toContain('<link>https://festival.example/news/anchor</link>');
  expect((await t.visitor('GET', '/sitemap.xml')).payload).toContain('<loc>https://festival.example/news/anchor</loc>');
  expect((await t.visitor('GET', '/robots.txt')).payload).toContain('Sitemap: https://festival.example/sitemap.xml');
});

describe('a database that cannot be read', () => {
  test.each([
    ['/', 'Ошибка загрузки последних новостей: '],
    ['/news', 'Ошибка: '],
    ['/news/anchor', 'Ошибка при загрузке статьи.'],
    ['/watch', 'Не удалось загрузить информацию о трансляции. Пожалуйста, попробуйте обновить страницу.'],
    ['/vote', 'Ошибка при загрузке данных для голосования.'],
  ])('%s is 503 with its own words and a way to try again', async (path, words) => {
    const broken = await createTestApp();
    await broken.store.db.destroy();
    const { statusCode, payload, headers } = await broken.visitor('GET', path);
    expect(statusCode).toBe(503);
    expect(payload).toContain(words);
    expect(payload).toContain('Повторить');
    expect(payload).toContain('Главная');
    expect(headers['retry-after']).toBe('5');
    await broken.app.close();
  });
});
