import { expect, test } from 'vitest';
import { needBrowser } from '../rig/needs.ts';

const panel = await needBrowser();

const WORDS = 'Достопримечательности конкурсантов';
const nest = (depth: number, [open, close]: [open: string, close: string], inner = WORDS) =>
  `${open}${inner}`.repeat(depth - 1) + open + inner + close.repeat(depth);

const LIST: [string, string] = ['<ul><li>', '</li></ul>'];
const QUOTE: [string, string] = ['<blockquote>', '</blockquote>'];

async function openAt320(title: string, content: string) {
  const made = await panel.call('POST', '/admin/news', { title, content });
  const { slug }: { slug: string } = await made.json();
  const page = await panel.open(`/news/${slug}`, { viewport: { width: 320, height: 640 } });
  await expect.poll(() => page.locator('.article-body p').first().innerText()).toBe('Начало');
  return page;
}

test.each<[what: string, content: string]>([
  ['lists fourteen deep', nest(14, LIST)],
  ['lists forty deep', nest(40, LIST)],
  ['quotations eight deep', nest(8, QUOTE, `<p>${WORDS}</p>`)],
  ['quotations ninety deep', nest(90, QUOTE, '')],
  ['lists in quotations in lists', nest(12, ['<ol><li><blockquote>', '</blockquote></li></ol>'])],
  ['items of the deepest indent in lists', nest(6, ['<ol><li class="ql-indent-8" data-list="ordered">', '</li></ol>'])],
])('%s do not make a page scroll sideways at 320 px', async (what, content) => {
  const page = await openAt320(what, `<p>Начало</p>${content}`);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
});

test('raised and lowered text does not move the lines', async () => {
  const line = (words: string) => `<p>Начало</p><p>${words}</p>`;
  const heights: number[] = [];
  for (const words of ['106 H2O', '10<sup>6</sup> H<sub>2</sub>O']) {
    const page = await openAt320('Строка', line(words));
    const box = await page.locator('.article-body p').nth(1).boundingBox();
    heights.push(box?.height ?? 0);
  }
  expect(heights[0]).toBeGreaterThan(0);
  expect(heights[1]).toBe(heights[0]);
});
