import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { needVisitor } from '../accessibility/visitor.ts';

const { visit } = await needVisitor();
const at = (path: string, width: number, height: number) =>
  visit(path, { viewport: { width, height }, stored: { cookieConsent: 'true' } });
const boxesOf = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((found) => found.map((each) => each.getBoundingClientRect().toJSON() as DOMRect));

test('the results have what is said of a row on the line of its name, the table below the list, and on a phone three lines for each row', async () => {
  const page = await at('/results', 1366, 768);
  const [names, notes] = [await boxesOf(page, 'main li:has(em) a'), await boxesOf(page, 'main li em')];
  expect(notes.length).toBeGreaterThan(0);
  for (const [index, { y, height }] of notes.entries())
    expect(Math.abs(y + height / 2 - (names[index]?.y ?? 0) - (names[index]?.height ?? 0) / 2)).toBeLessThan(6);
  const [list, table] = [await boxesOf(page, 'main ol[class]:last-of-type'), await boxesOf(page, 'main table')];
  expect(table[0]?.width).toBeGreaterThan(1100);
  expect(list.at(-1)?.width).toBeGreaterThan(1100);
  await page.setViewportSize({ width: 360, height: 640 });
  const rows = await boxesOf(page, 'main li:has(em)');
  expect(rows.filter(({ height }) => height < 90)).toHaveLength(rows.length);
});

test.each([
  [360, 640],
  [1366, 768],
])('a page that is not there says what to do in the first view: %i × %i', async (width, height) => {
  const ways = await boxesOf(await at('/nothing', width, height), 'main :is(form, a)');
  expect(ways).toHaveLength(3);
  expect(Math.max(...ways.map(({ bottom }) => bottom))).toBeLessThan(height);
});

test('an article shows its cover in the column of the title, which is in the first view, and no picture is taller than the window', async () => {
  const page = await at('/news/vtoroy-shans', 1366, 768);
  const [cover, back, title, text] = await Promise.all(
    ['article img', 'article header a', 'h1', '.article-body p'].map(async (each) => (await boxesOf(page, each))[0]),
  );
  expect(cover?.width).toBe(title?.width);
  expect((cover?.width ?? 0) / (cover?.height ?? 1)).toBeLessThan(3.3);
  expect((title?.top ?? 0) - (back?.bottom ?? 0)).toBeGreaterThanOrEqual(12);
  expect(text?.top).toBeLessThan(730);
  for (const { width, height } of await boxesOf(page, '.article-body .wide img')) {
    expect(height).toBeLessThanOrEqual(768 * 0.8 + 1);
    expect(width / height).toBeCloseTo(1, 1);
  }
});

test('a table that scrolls has room between its columns, and the last card of three is a row of its own, picture left, words right', async () => {
  const rules = await at('/vote-rules', 360, 640);
  const gaps = await rules.locator('td').evaluateAll((found) =>
    found.map((each) => {
      const words = document.createRange();
      words.selectNodeContents(each);
      return each.getBoundingClientRect().right - words.getBoundingClientRect().right;
    }),
  );
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(11);
  await rules.setViewportSize({ width: 1366, height: 768 });
  // As high as a cell with one line: neither a short cell nor a heading is broken.
  const heights = await rules.locator('thead th').evaluateAll((all) => all.map((each) => each.clientHeight));
  expect(Math.max(...heights)).toBeLessThan(45);
  const list = await at('/news/tag/final', 768, 1024);
  const cards = await boxesOf(list, 'main article');
  const last = list.locator('main article').last();
  const [picture, words] = [await last.locator('img').boundingBox(), await last.locator('h2').boundingBox()];
  expect(cards.length % 2).toBe(1);
  expect(cards.at(-1)?.right).toBe(cards[1]?.right);
  expect(cards.at(-1)?.height).toBeLessThanOrEqual(cards[0]?.height ?? 0);
  expect([picture?.x, words?.x]).toEqual([cards[0]?.x, cards[1]?.x]);
});

test('in a narrow view for low vision the menu waits for its button and opens within the window', async () => {
  const page = await at('/results?view=200', 360, 640);
  const link = page.locator('#menu a').first();
  expect(await link.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Меню' }).click();
  await expect.poll(async () => (await link.boundingBox())?.y ?? 999).toBeLessThan(600);
});

test('on paper shows and points name the festival, and nothing else of the header', async () => {
  for (const path of ['/programme', '/results']) {
    const page = await at(path, 1280, 800);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('[data-header]').innerText()).toBe('Рампа');
  }
});

test('on paper an article ends without an empty sheet', async () => {
  const page = await at('/news/mira-sokolovskaya', 1366, 768);
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true });
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page[^s]/g)).toHaveLength(2);
});

test('on a phone the shows are linked in one row, the one that is on first', async () => {
  const page = await at('/programme', 360, 640);
  const links = page.getByRole('navigation', { name: 'Концерты' }).getByRole('link');
  expect(await links.first().innerText()).toContain('Гранд-финал');
  const tops = await links.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
  expect([tops.length, new Set(tops).size]).toEqual([2, 1]);
});

test('a screen of a hall cuts no town, and shows it at seven tenths of the name', async () => {
  const page = await at('/results?screen', 3840, 2160);
  const small = page.locator('main li small');
  await small.first().waitFor();
  expect(await small.evaluateAll((all) => all.map((each) => getComputedStyle(each).maxWidth))).not.toContain('672px');
  const sizes = [small, page.locator('main li a')].map((each) =>
    each.first().evaluate((words) => Number.parseFloat(getComputedStyle(words).fontSize)),
  );
  const [town = 0, name = 1] = await Promise.all(sizes);
  expect(town / name).toBeGreaterThan(0.7);
});
