import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isStill } from '../../app/ui/still.ts';
import { openWorlds, type Worlds } from './worlds.ts';

let worlds: Worlds;
let context: BrowserContext;
let page: Page;
beforeAll(async () => {
  worlds = await openWorlds();
}, 180_000);
afterAll(() => worlds.close());
afterEach(() => context.close());

/** A new visitor; `stored` is what an earlier visit left in the browser. */
async function visit(
  path: string,
  { stored = {}, ...options }: BrowserContextOptions & { stored?: Record<string, string> } = {},
): Promise<void> {
  const { origin } = worlds.demo;
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }));
  context = await worlds.browser.newContext({
    locale: 'ru-RU',
    viewport: { width: 1280, height: 800 },
    colorScheme: 'dark',
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
    ...options,
  });
  page = await context.newPage();
  await page.goto(origin + path, { waitUntil: 'load' });
}

const tool = (name: RegExp) => page.getByRole('region', { name: 'Вид сайта' }).getByRole('button', { name });
const field = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const DARK = 'rgb(12, 9, 19)';
const LIGHT = 'rgb(247, 241, 234)';
const kept = () => page.evaluate(() => localStorage.getItem('rampa.view'));
const everythingStored = () =>
  page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage), document.cookie].join());
const choose = async (name: string) => {
  const panel = page.locator('#view');
  if (!(await panel.getAttribute('open').then((open) => open !== null))) await panel.locator('summary').click();
  await panel.getByRole('button', { name, exact: true }).click();
};
async function goToNews(): Promise<void> {
  await page.evaluate(() => Object.assign(window, { walked: true }));
  await page.waitForFunction(() => Object.keys(document.documentElement).some((key) => key.startsWith('__react')));
  await page.locator('footer').getByRole('link', { name: 'Новости', exact: true }).click();
  await page.waitForURL('**/news*');
  expect(await page.evaluate(() => 'walked' in window)).toBe(true);
}

describe('the theme', () => {
  test('follows the system, and goes round from what shows first', async () => {
    await visit('/');
    expect(await field()).toBe(DARK);
    await tool(/Тема: как в системе/).click();
    expect(await field()).toBe(LIGHT);
    await tool(/Тема: светлая/).click();
    expect(await field()).toBe(DARK);
    await tool(/Тема: тёмная/).click();
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await field()).toBe(LIGHT);
    await tool(/Тема: как в системе/).click();
    expect(await field()).toBe(DARK);
  });

  test('colours the browser’s own frame', async () => {
    await visit('/');
    const frame = () =>
      page.evaluate(() =>
        Array.from(document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
          .filter(({ media }) => matchMedia(media).matches)
          .map(({ content }) => content)
          .join(),
      );
    expect(await frame()).toBe('#0c0913');
    await tool(/Тема/).click();
    expect(await frame()).toBe('#f7f1ea');
  });

  test('has a sign of 24 px or more on a phone, and its name in words', async () => {
    await visit('/', { viewport: { width: 360, height: 740 } });
    const box = await tool(/Тема: как в системе/).boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
    await tool(/Тема/).click();
    expect(await page.getByRole('status').filter({ hasText: 'Тема: светлая' }).count()).toBe(1);
  });

  test('of the panel is the panel’s own', async () => {
    await visit('/admin/login', {
      stored: { cookieConsent: 'false', 'rampa.view': 'light', 'rampa.colour-scheme': 'dark' },
    });
    const shown = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    await expect.poll(shown).toBe('dark');
  });
});

describe('what a visitor has chosen', () => {
  test('is stored nowhere before the decision about cookies, and holds while pages are turned', async () => {
    await visit('/', { viewport: { width: 360, height: 740 } });
    await tool(/Тема/).click();
    await tool(/Остановить движение/).click();
    await choose('150 %');
    await goToNews();
    expect(await page.evaluate(() => ({ ...document.documentElement.dataset }))).toMatchObject({
      theme: 'light',
      still: '',
      view: '150',
    });
    // What the router keeps for itself, it would store when the page is left.
    await page.reload();
    expect(await everythingStored()).toBe('');
    expect(await page.locator('html').getAttribute('data-view')).toBeNull();
  });

  test.each([
    ['Принять все', 'true'],
    ['Отклонить', 'false'],
  ])('is written down with the decision «%s»', async (answer, consent) => {
    await visit('/about');
    await choose('Белым по чёрному');
    expect(await kept()).toBeNull();
    await page.getByRole('button', { name: answer }).click();
    expect(await kept()).toBe('black');
    expect(await page.evaluate(() => localStorage.getItem('cookieConsent'))).toBe(consent);
    await page.reload();
    expect(await page.locator('html').getAttribute('data-view')).toBe('black');
    await page.getByRole('link', { name: 'Обычная версия' }).click();
    expect(await kept()).toBeNull();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SUMMARY');
    await goToNews();
    await page.reload();
    expect((await everythingStored()).split(',').filter((key) => key && !key.startsWith('rampa.'))).toEqual([
      'cookieConsent',
    ]);
  });

  test('is on the page before its body is there, so that nothing flashes', async () => {
    const stored = { cookieConsent: 'true', 'rampa.view': 'light still 150 white wide plain' };
    await visit('/', { stored });
    await context.addInitScript(() => {
      new MutationObserver((_changes, observer) => {
        if (!document.body) return;
        Object.assign(window, { atFirst: { ...document.documentElement.dataset } });
        observer.disconnect();
      }).observe(document, { childList: true, subtree: true });
    });
    await page.reload();
    expect(await page.evaluate(() => (window as unknown as { atFirst: object }).atFirst)).toMatchObject({
      theme: 'light',
      still: '',
      view: '150 white wide plain',
    });
  });

  test('counts only as far as there is such a choice', async () => {
    await visit('/', { stored: { cookieConsent: 'true', 'rampa.view': 'pink 150 200 "><b> light dark' } });
    expect(await page.evaluate(() => ({ ...document.documentElement.dataset }))).toMatchObject({
      theme: 'light',
      view: '150',
    });
  });
});

describe('the view for low vision', () => {
  test('is the first thing on a page after the links that skip it', async () => {
    await visit('/', { viewport: { width: 360, height: 740 } });
    const names: (string | undefined)[] = [];
    for (let step = 0; step < 3; step++) {
      await page.keyboard.press('Tab');
      names.push(await page.evaluate(() => document.activeElement?.textContent?.trim()));
    }
    expect(names).toEqual(['Перейти к содержанию', 'К вопросу о файлах cookie', 'Версия для слабовидящих']);
  });

  test('enlarges text, changes colours and spacing, and puts words in the place of pictures', async () => {
    await visit('/news/mira-sokolovskaya');
    const size = () =>
      page
        .locator('.article-body p')
        .first()
        .evaluate((text) => getComputedStyle(text).fontSize);
    const usual = Number.parseFloat(await size());
    await choose('200 %');
    expect(Number.parseFloat(await size()) / usual).toBeGreaterThan(1.7);
    await choose('Тёмно-синим по голубому');
    expect(await field()).toBe('rgb(157, 209, 255)');
    await choose('Очень большое');
    expect(
      await page.locator('h1').evaluate((text) => {
        const { letterSpacing, fontSize } = getComputedStyle(text);
        return Number.parseFloat(letterSpacing) / Number.parseFloat(fontSize);
      }),
    ).toBeCloseTo(0.16);
    const words = page.locator('main .picture-words').first();
    expect(await words.isVisible()).toBe(false);
    await choose('Не показывать');
    expect(await words.isVisible()).toBe(true);
    expect(await words.textContent()).toContain('Силуэт певицы');
    expect(await page.locator('main img').filter({ visible: true }).count()).toBe(0);
    expect(await page.getByRole('button', { name: '200 %' }).getAttribute('aria-pressed')).toBe('true');
    expect(await page.getByRole('button', { name: '100 %' }).getAttribute('aria-pressed')).toBe('false');
  });

  test('closes with Escape and gives the focus back', async () => {
    await visit('/');
    await page.locator('#view summary').click();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    expect(await page.getByRole('button', { name: '100 %' }).isVisible()).toBe(false);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SUMMARY');
  });

  test('of an address rules over the stored one, and is left by its own link', async () => {
    await visit('/news?view=beige', { stored: { cookieConsent: 'true', 'rampa.view': 'light 200 black' } });
    expect(await page.evaluate(() => ({ ...document.documentElement.dataset }))).toMatchObject({
      theme: 'light',
      view: 'beige',
    });
    await choose('150 %');
    await page.waitForURL('**/news?view=150-beige*');
    await page.getByRole('link', { name: 'Обычная версия' }).click();
    await page.waitForURL(`${worlds.demo.origin}/news`);
    expect(await page.locator('html').getAttribute('data-view')).toBeNull();
    expect(await kept()).toBe('light');
  });
});

test('stillness stops what moves and is told to scripts', async () => {
  await visit('/', { reducedMotion: 'no-preference' });
  const moving = () =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);
  expect(await moving()).toBeGreaterThan(0);
  expect(await page.evaluate(isStill)).toBe(false);
  await tool(/Остановить движение/).click();
  expect(await page.evaluate(isStill)).toBe(true);
  expect(await moving()).toBe(0);
  await tool(/Включить движение/).click();
  expect(await page.evaluate(isStill)).toBe(false);
});
