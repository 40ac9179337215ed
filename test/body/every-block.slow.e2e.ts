import { beforeAll, expect, test } from 'vitest';
import { makeArticle } from '../panel/editor/desk.ts';
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
  const button = page.locator('.article-body .button a').first();
  await expect.poll(() => button.evaluate((element) => getComputedStyle(element).borderTopWidth)).toBe('0px');
});

const LONG = 'Достопримечательности конкурсантов';
const nest = (depth: number, [open, close]: [open: string, close: string], inner = LONG) =>
  `${open}${inner}`.repeat(depth - 1) + open + inner + close.repeat(depth);
const LIST: [string, string] = ['<ul><li>', '</li></ul>'];
const QUOTE: [string, string] = ['<blockquote>', '</blockquote>'];

test('nests of blocks do not make a page scroll sideways at 320 px, and raised or lowered text does not move the lines', async () => {
  const nests = [
    nest(14, LIST),
    nest(40, LIST),
    nest(8, QUOTE, `<p>${LONG}</p>`),
    nest(90, QUOTE, ''),
    nest(12, ['<ol><li><blockquote>', '</blockquote></li></ol>']),
    nest(6, ['<ol><li class="ql-indent-8" data-list="ordered">', '</li></ol>']),
  ];
  const content = ['<p>Начало</p>', '<p>106 H2O</p>', '<p>10<sup>6</sup> H<sub>2</sub>O</p>', ...nests].join('');
  const { slug } = await makeArticle(panel, { title: 'Глубоко', content });
  const page = await panel.open(`/news/${slug}`, { viewport: { width: 320, height: 640 } });
  const lines = page.locator('.article-body > p');
  await expect.poll(() => lines.first().innerText()).toBe('Начало');
  await expect.poll(() => page.locator('.article-body > :is(ul, ol, blockquote)').count()).toBe(nests.length);
  await expectFits(page);
  const [plain, raised] = await Promise.all([1, 2].map((at) => lines.nth(at).boundingBox()));
  expect(plain?.height).toBeGreaterThan(0);
  expect(raised?.height).toBe(plain?.height);
});
