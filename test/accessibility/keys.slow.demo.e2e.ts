import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { untilHydrated } from '../rig/browser/browser.ts';
import { QUIET } from '../rig/browser/visits.ts';
import { needVisitor } from './visitor.ts';

const PAGES = '/ /news /news/mira-sokolovskaya /watch /vote /about /programme /results /nothing'.split(' ');

const { origin, visit } = await needVisitor();
let page: Page;
beforeEach(async () => {
  page = await visit(QUIET, { colorScheme: 'light', reducedMotion: 'reduce' });
});

async function open(path: string, { accepted = true } = {}): Promise<void> {
  if (accepted) await page.evaluate(() => localStorage.setItem('cookieConsent', 'true'));
  await page.goto(origin + path, { waitUntil: 'load' });
  await untilHydrated(page);
}

type Stop = NonNullable<ReturnType<typeof stopHere>>;

function stopHere() {
  const at = document.activeElement;
  if (!(at instanceof HTMLElement) || at === document.body) return undefined;
  const outlines = [null, '::after', '::before'].map((part) => {
    const { outlineStyle, outlineWidth, content } = getComputedStyle(at, part);
    return outlineStyle === 'none' || (part && content === 'none') ? 0 : Number.parseFloat(outlineWidth);
  });
  const lines = Array.from(at.getClientRects());
  const [first] = lines;
  const { width = 0, height = 0 } = lines.length === 1 ? (first ?? {}) : at.getBoundingClientRect();
  const top = first && document.elementFromPoint(first.x + first.width / 2, first.y + first.height / 2);
  return {
    name: (at.ariaLabel || at.textContent || at.tagName).trim().slice(0, 40),
    /** Its own or that of what it draws over itself, in px. */
    outline: Math.max(...outlines),
    width,
    height,
    /** Something else lies over its middle. */
    isCovered: !top || !(at.contains(top) || top.contains(at)),
  };
}

async function walk(): Promise<Stop[]> {
  const stops: Stop[] = [];
  for (let step = 0; step < 150; step++) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(stopHere);
    // Inside the player the browser has its own.
    if (!stop) break;
    if (stop.name !== 'IFRAME') stops.push(stop);
  }
  return stops;
}

function expectGood(stops: Stop[]): void {
  expect([stops.filter(({ outline }) => outline < 2), stops.filter(({ isCovered }) => isCovered)]).toEqual([[], []]);
  expect(stops.filter(({ width, height }) => width < 24 || height < 24)).toEqual([]);
}
const focused = (read: (at: Element | null) => unknown) =>
  expect.poll(() => page.evaluate(`(${read})(document.activeElement)`));
const idOf = (at: Element | null) => at?.id;
const mainAround = (at: Element | null) => at?.closest('main')?.id;

test.each(PAGES)('by keyboard every stop of %s is seen, large enough and not covered by the question', async (path) => {
  await open(path, { accepted: false });
  const stops = await walk();
  expect(stops.length).toBeGreaterThan(10);
  expect(stops[0]?.name).toBe('Перейти к содержанию');
  expectGood(stops);
  expect(stops.map(({ name }) => name)).toContain('Принять все');
});

test('by keyboard the focus is seen in every look of a phone', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open('/vote');
  for (const look of ['light', 'dark', '150 white', '150 black', '200 blue wide', '200 beige wider plain']) {
    await page.evaluate((name) => {
      const { dataset } = document.documentElement;
      dataset.theme = name === 'dark' ? name : 'light';
      if (name !== dataset.theme) dataset.view = name;
    }, look);
    const stops = await walk();
    expect([look, stops[0]?.name, stops.length > 10]).toEqual([look, 'Перейти к содержанию', true]);
    expectGood(stops);
  }
});

test('by keyboard the first link leads past everything to the content', async () => {
  await open('/news', { accepted: false });
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await focused(idOf).toBe('main');
  await page.keyboard.press('Tab');
  await focused(mainAround).toBe('main');
});

test('by keyboard the menu of a phone opens, closes with Escape and gives the focus back', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open('/about');
  await page.locator('#view summary').click();
  const menu = page.getByRole('button', { name: 'Меню' });
  await menu.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Закрыть меню', expanded: true }).waitFor();
  await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Главная');
  const boxOf = (selector: string) => page.locator(selector).first().boundingBox();
  const [above, list] = [await boxOf('header'), await boxOf('#menu')];
  expect(list?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0) - 2);
  await page.keyboard.press('Escape');
  await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('false');
  await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLElement).innerText.trim())).toBe('Меню');
});

const heading = () =>
  page.evaluate(() => (document.activeElement?.tagName === 'H1' ? document.activeElement.textContent : null));
const said = () => page.getByRole('status').allTextContents();
const turn = (name: string) => page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click();

test('a page turned without a new document has the focus on its heading, and its title is said, also when its data cannot be had', async () => {
  await open('/about');
  await turn('Новости');
  await expect.poll(heading).toBe('Новости');
  await expect.poll(() => said()).toContain(await page.title());
  await page.keyboard.press('Tab');
  await focused(mainAround).toBe('main');
  await open('/about');
  await page.route('**/*.data*', (route) => route.abort());
  await turn('Новости');
  await expect.poll(heading).toBe('Новости');
  await expect.poll(() => page.getByRole('alert').count()).toBe(1);
});
