import { expect, test } from 'vitest';
import { PROVIDERS } from '../../model/embeds/providers.ts';
import { storeMetadata } from '../../model/embeds/stored.ts';
import { untilHydrated } from '../rig/browser/browser.ts';
import { figureOf } from './figure.ts';
import { ADDRESSES, EMBEDS, FRAMES, HOSTS, needEmbeds } from './pages.ts';

const { site, publish, open } = await needEmbeds();

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
  const write = (content: string) => site.editor('PUT', '/api/admin/news/playing', { title: 'Играет', content });
  await publish('Играет', 'playing', text('Начло'));
  const { page, asked } = await open('/news/playing');
  await page.getByRole('button', { name: 'Смотреть: Rutube' }).click();
  await page.locator('iframe').evaluate((frame) => Object.assign(window, { playing: frame }));
  const isPlaying = () =>
    page.evaluate(() => document.querySelector('iframe') === (window as unknown as { playing: Element }).playing);

  const { db } = site.store;
  const row = await db.selectFrom('embeds').selectAll().where('provider', '=', 'youtube').executeTakeFirstOrThrow();
  await storeMetadata(site.store, row, { title: 'Гала-концерт', duration: 61, poster: null }, true);
  await write(`${text('Начало')}${next}`);
  const order = () => page.locator('.article-body > *').evaluateAll((all) => all.map((block) => block.textContent));
  const opens = expect.stringContaining('Смотреть на YouTube · 1:01');
  const plays = expect.stringMatching(/^Смотреть на\u00a0Rutube$/);
  await expect.poll(order).toEqual(['Начало', opens, 'Потом', plays, 'Конец', expect.stringContaining('VK Видео')]);
  await expect.poll(isPlaying).toBe(true);
  await expect.poll(() => page.getByRole('button', { name: 'Смотреть: VK Видео' }).isVisible()).toBe(true);

  await write('<p>Без видео</p>');
  await expect.poll(order).toEqual(['Без видео']);
  expect(asked).toEqual(['rutube.ru']);
  expect(page.complaints).toEqual([]);
});

test('without JavaScript there are links and nothing foreign', async () => {
  const { page, asked } = await open('/news/final', { javaScriptEnabled: false });
  const captions = page.locator('figure.embed figcaption').getByRole('link');
  const links = await captions.evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]));
  expect(links).toEqual(EMBEDS.map(({ provider }, at) => [PROVIDERS[provider].call, ADDRESSES[at]]));
  expect([await page.getByRole('button').count(), await page.locator('iframe').count(), asked]).toEqual([0, 0, []]);
});

test('only pages with an embed load its sheet and script', async () => {
  await publish('Просто текст', 'plain', '<p>Текст</p>');
  const loads = async (path: string) => {
    const { page, files } = await open(path);
    await page.mouse.move(5, 5);
    await untilHydrated(page);
    await page.waitForLoadState('networkidle');
    const own = files.filter((file) => /\/(embeds-.*\.css|frames-.*\.js)$/.test(file));
    return own.map((file) => file.replace(/-.*\./, '.'));
  };
  expect(await loads('/news/final')).toEqual(['/assets/embeds.css', '/assets/frames.js']);
  expect(await loads('/news/plain')).toEqual([]);
});
