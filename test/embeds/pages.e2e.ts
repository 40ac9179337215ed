import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { embedAt, FRAME_HOSTS, frameOf } from '../../model/embeds/embeds.ts';
import { PROVIDERS } from '../../model/embeds/providers.ts';
import { keepEmbed } from '../../model/embeds/stored.ts';
import { createTestApp, type TestApp } from '../rig/app.ts';
import { launchBrowser } from '../rig/browser/browser.ts';
import { createVisits, QUIET, type Visit, type WatchedPage } from '../rig/browser/visits.ts';
import { figureOf } from './figure.ts';

const HEX = '0123456789abcdef0123456789abcdef';
const ADDRESSES = [
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  `https://rutube.ru/video/${HEX}/`,
  'https://vkvideo.ru/video-1_22',
  'https://ok.ru/video/12345',
  'https://dzen.ru/embed/vnVEaPfaSym8',
  'https://t.me/festival_live/42',
  'https://music.yandex.ru/album/12/track/34',
  'https://vk.com/wall-1_22',
  'https://dzen.ru/video/watch/6401a3b2c4d5e6f708192a3b',
];
const EMBEDS = ADDRESSES.map((address) => embedAt(address) ?? never(address));
const FRAMES = EMBEDS.flatMap((embed) => frameOf(embed) ?? []);
const HOSTS = FRAMES.map((frame) => new URL(frame).host);

let t: TestApp;
let origin: string;
let browser: Browser;
let visit: Visit;
beforeAll(async () => {
  [t, browser] = await Promise.all([createTestApp(), launchBrowser()]);
  visit = createVisits(browser);
  const content = ADDRESSES.map((address) => `${figureOf(address)}<p>Абзац</p>`).join('');
  await t.editor('POST', '/api/admin/news', { title: 'Записи финала', slug: 'final', content });
  origin = await t.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => Promise.all([browser.close(), t.close()]));

test('every provider is here, and each of their players', () => {
  expect(new Set(EMBEDS.map(({ provider }) => provider))).toEqual(new Set(Object.keys(PROVIDERS)));
  expect(new Set(HOSTS)).toEqual(new Set(FRAME_HOSTS));
});

test('nothing is asked of others before a click, then exactly the host of the player, which gets the focus', async () => {
  // By client navigation: the policy is that of the first document.
  const { page, asked } = await open('/news');
  await page.getByRole('link', { name: 'Записи финала' }).first().click();
  await page.waitForURL('**/news/final');
  const buttons = page.locator('.embed-stage button');
  await expect.poll(() => buttons.filter({ visible: true }).count()).toBe(FRAMES.length);
  for (const figure of await page.locator('figure.embed').all()) await figure.scrollIntoViewIfNeeded();
  expect(asked).toEqual([]);

  for (const [at, host] of HOSTS.entries()) {
    const stage = page.locator('.embed-stage').nth(at);
    const before = await sizeOf(stage);
    if (at % 2 === 0) await stage.locator('img').click({ position: { x: 40, y: 40 } });
    else await stage.getByRole('button', { name: /^(Смотреть|Слушать|Показать): / }).press('Enter');
    await expect.poll(() => asked).toEqual(HOSTS.slice(0, at + 1));
    expect(new URL((await stage.locator('iframe').getAttribute('src')) ?? '').host).toBe(host);
    expect(await sizeOf(stage)).toEqual(before);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('.embed-stage')?.innerHTML))
      .toBe(await stage.innerHTML());
  }
  const frame = page.locator('iframe').first();
  await expect.poll(() => frame.getAttribute('title')).toBe('YouTube');
  await expect.poll(() => frame.getAttribute('referrerpolicy')).toBe('strict-origin-when-cross-origin');
  await expect.poll(() => frame.getAttribute('sandbox')).not.toContain('top-navigation');
  expect(page.url()).toBe(`${origin}/news/final`);
  expect(page.complaints).toEqual([]);
});

test('with accepted cookies the players come at once, without starting to play', async () => {
  const { page, asked } = await open('/news/final');
  await page.getByRole('button', { name: 'Отклонить все' }).click();
  await expect.poll(() => page.locator('.embed-stage button').first().isVisible()).toBe(true);
  expect([asked, await page.locator('iframe').count()]).toEqual([[], 0]);
  await page.getByRole('link', { name: 'Настройки cookie' }).click();
  await page.getByRole('button', { name: 'Принять все' }).click();
  await expect.poll(() => page.locator('iframe').count()).toBe(FRAMES.length);
  const sources = () => page.locator('iframe').evaluateAll((all) => all.map((frame) => frame.getAttribute('src')));
  await expect.poll(() => sources()).toEqual(FRAMES);

  await page.reload();
  await expect.poll(sources).toEqual(FRAMES);
  for (const frame of await page.locator('iframe').all()) await frame.scrollIntoViewIfNeeded();
  await expect.poll(() => new Set(asked)).toEqual(new Set(HOSTS));
});

test('a playing video goes on while its text is corrected and the poster of another arrives', async () => {
  const [other, played, next] = ADDRESSES.map((address) => figureOf(address));
  const text = (opening: string) => `<p>${opening}</p>${other}<p>Потом</p>${played}<p>Конец</p>`;
  const write = (content: string) => t.editor('PUT', '/api/admin/news/playing', { title: 'Играет', content });
  await t.editor('POST', '/api/admin/news', { title: 'Играет', slug: 'playing', content: text('Начло') });
  const { page, asked } = await open('/news/playing');
  await page.getByRole('button', { name: 'Смотреть: Rutube' }).click();
  await page.locator('iframe').evaluate((frame) => Object.assign(window, { playing: frame }));
  const isPlaying = () =>
    page.evaluate(() => document.querySelector('iframe') === (window as unknown as { playing: Element }).playing);

  const row = await t.store.db
    .selectFrom('embeds')
    .selectAll()
    .where('provider', '=', 'youtube')
    .executeTakeFirstOrThrow();
  await keepEmbed(t.store, row, { title: 'Гала-концерт', duration: 61, poster: null }, true);
  await write(`${text('Начало')}${next}`);
  const order = () => page.locator('.article-body > *').evaluateAll((all) => all.map((block) => block.textContent));
  const opens = expect.stringContaining('Смотреть на YouTube 1:01');
  const plays = expect.stringMatching(/^Смотреть на\u00a0Rutube$/);
  const added = expect.stringContaining('VK Видео');
  await expect.poll(order).toEqual(['Начало', opens, 'Потом', plays, 'Конец', added]);
  await expect.poll(isPlaying).toBe(true);
  await expect.poll(() => page.getByRole('button', { name: 'Смотреть: VK Видео' }).isVisible()).toBe(true);

  await write('<p>Без видео</p>');
  await expect.poll(order).toEqual(['Без видео']);
  expect(asked).toEqual(['rutube.ru']);
  expect(page.complaints).toEqual([]);
});

test('without JavaScript there are links and nothing foreign', async () => {
  const { page, asked } = await open('/news/final', { javaScriptEnabled: false });
  const links = await page
    .locator('figure.embed figcaption')
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]));
  expect(links).toEqual(EMBEDS.map(({ provider }, at) => [PROVIDERS[provider].call, ADDRESSES[at]]));
  expect([await page.getByRole('button').count(), await page.locator('iframe').count(), asked]).toEqual([0, 0, []]);
});

test('only pages with an embed load its sheet and script', async () => {
  await t.editor('POST', '/api/admin/news', { title: 'Просто текст', slug: 'plain', content: '<p>Текст</p>' });
  const loads = async (path: string) => {
    const { page, files } = await open(path);
    await page.mouse.move(5, 5);
    await page.waitForLoadState('networkidle');
    return files
      .filter((file) => /\/(embeds-.*\.css|frames-.*\.js)$/.test(file))
      .map((file) => file.replace(/-.*\./, '.'));
  };
  expect(await loads('/news/final')).toEqual(['/assets/embeds.css', '/assets/frames.js']);
  expect(await loads('/news/plain')).toEqual([]);
});

/** Other hosts answer with an empty page; `asked` and `files`: requests to them and to the site. */
async function open(
  path: string,
  options: { javaScriptEnabled?: boolean } = {},
): Promise<{ page: WatchedPage; asked: string[]; files: string[] }> {
  const asked: string[] = [];
  const files: string[] = [];
  const prepare = (page: WatchedPage) =>
    page.route('**/*', (route) => {
      const url = new URL(route.request().url());
      if (url.origin === origin || !url.protocol.startsWith('http')) {
        files.push(url.pathname);
        return route.fallback();
      }
      asked.push(url.host);
      return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>player</title>' });
    });
  const page = await visit(origin + QUIET, { ...options, prepare });
  await page.goto(origin + path);
  return { page, asked, files };
}

async function sizeOf(stage: Locator): Promise<(number | undefined)[]> {
  const box = await stage.boundingBox();
  return [box?.width, box?.height];
}

function never(address: string): never {
  throw new Error(`${address} is of no provider`);
}
