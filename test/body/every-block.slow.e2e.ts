import { beforeAll, expect, test } from 'vitest';
import { expectFits, expectNoComplaints, PHONE, upload } from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';
import { STORED_BLOCKS } from '../rig/world/blocks.ts';
import { noise } from '../rig/world/pictures.ts';

const ADDRESS = '/news/every-block';

const panel = await needBrowser();
beforeAll(async () => {
  const pictures = await Promise.all([1, 2].map((seed) => noise(900, 600, seed).jpeg().toBuffer()));
  const [one, other] = await Promise.all(pictures.map((bytes) => upload(panel, bytes)));
  const body = Object.values(STORED_BLOCKS)
    .map(([first = '']) => first.replaceAll('/uploads/a.png', `${one}`).replaceAll('/uploads/b.png', `${other}`))
    .join('<p>Между ними</p>');
  await panel.call('POST', '/admin/news', { title: 'Все блоки', slug: 'every-block', content: body });
});

const WORDS = ['Итоги финала', 'Правила голосования', 'Анна, режиссёр', 'Правила & условия', 'Гимн', 'Гала-концерт'];

test.each([360, 1366])('every block fits %i px, without barriers', async (width) => {
  const page = await panel.open(ADDRESS, { token: null, stored: {}, viewport: { width, height: 760 } });
  await page.waitForLoadState('networkidle');
  for (const word of WORDS) expect([word, await page.getByText(word).count()]).not.toEqual([word, 0]);
  await expectFits(page);
  expectNoComplaints(page);
});

test('every block is read without JavaScript, and on paper', async () => {
  const page = await panel.open(ADDRESS, { token: null, stored: {}, viewport: PHONE, javaScriptEnabled: false });
  const visible = async (word: string) => page.getByText(word).filter({ visible: true }).count();
  for (const word of WORDS) expect([word, (await visible(word)) > 0]).toEqual([word, true]);
  await page.emulateMedia({ media: 'print' });
  for (const word of [...WORDS, 'Один голос']) expect([word, (await visible(word)) > 0]).toEqual([word, true]);
  const printed = page.locator('.article-body a[href^="https://rutube.ru/video/"]').filter({ visible: true });
  await expect.poll(() => printed.count()).toBe(1);
  const after = () => printed.evaluate((element) => getComputedStyle(element, '::after').content);
  await expect.poll(after).toContain('rutube.ru/video/');
});
