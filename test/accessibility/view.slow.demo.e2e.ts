import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { isPaused } from '../../app/ui/live/live.ts';
import { untilHydrated } from '../rig/browser/browser.ts';
import { DARK, fieldOf, LIGHT, needVisitor, tool } from './visitor.ts';

const { origin, visit } = await needVisitor();
let page: Page;

const look = () => page.evaluate(() => ({ ...document.documentElement.dataset }));
const kept = () => page.evaluate(() => localStorage.getItem('rampa.view'));
const everythingStored = () =>
  page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage), document.cookie].filter(Boolean));
const choose = async (name: string) => {
  const panel = page.locator('#view');
  if (!(await panel.getAttribute('open').then((open) => open !== null))) await panel.locator('summary').click();
  await panel.getByRole('button', { name, exact: true }).click();
};
async function goToNews(): Promise<void> {
  await page.evaluate(() => Object.assign(window, { walked: true }));
  await untilHydrated(page);
  await page.locator('footer').getByRole('link', { name: 'Новости', exact: true }).click();
  await page.waitForURL('**/news*');
  expect(await page.evaluate(() => 'walked' in window)).toBe(true);
}

test('what a visitor has chosen is stored nowhere before the decision about cookies, and holds while pages are turned', async () => {
  page = await visit('/', { viewport: { width: 360, height: 740 } });
  await tool(page, /Тема/).click();
  await expect.poll(() => page.getByRole('status').filter({ hasText: 'Тема: светлая' }).count()).toBe(1);
  await tool(page, /Отключить анимацию/).click();
  await choose('150 %');
  await goToNews();
  await expect.poll(look).toMatchObject({ theme: 'light', still: '', view: '150' });
  // What the router keeps for itself, it would store when the page is left.
  await page.reload();
  await expect.poll(everythingStored).toEqual([]);
  await expect.poll(() => page.locator('html').getAttribute('data-view')).toBeNull();
});

test('the player stores nothing before the decision about cookies either', async () => {
  page = await visit('/watch');
  await page.frameLocator('iframe').locator('video').waitFor({ state: 'attached' });
  await page.reload();
  await expect.poll(everythingStored).toEqual([]);
});

test.each([
  ['Принять все', 'true'],
  ['Отклонить', 'false'],
])('what a visitor has chosen is written down with the decision «%s»', async (answer, consent) => {
  page = await visit('/about');
  await choose('Белым по чёрному');
  await expect.poll(kept).toBeNull();
  await page.getByRole('button', { name: answer }).click();
  await expect.poll(kept).toBe('black');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('cookieConsent'))).toBe(consent);
  await page.reload();
  await expect.poll(() => page.locator('html').getAttribute('data-view')).toBe('black');
  await page.getByRole('link', { name: 'Обычная версия' }).click();
  await expect.poll(kept).toBeNull();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('SUMMARY');
  await goToNews();
  await page.reload();
  const isForeign = (key: string) => !key.startsWith('rampa.');
  await expect.poll(async () => (await everythingStored()).filter(isForeign)).toEqual(['cookieConsent']);
});

test('what a visitor has chosen is on the page before its body is there, so that nothing flashes, and counts only as far as there is such a choice', async () => {
  const stored = { cookieConsent: 'true', 'rampa.view': 'pink light still 150 200 white wide plain "><b> dark' };
  page = await visit('/', { stored });
  await page.context().addInitScript(() => {
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

test('the view for low vision is the first thing on a page after the links that skip it, closes with Escape and gives the focus back', async () => {
  page = await visit('/', { viewport: { width: 360, height: 740 } });
  for (const name of ['Перейти к содержанию', 'К вопросу о файлах cookie', 'Версия для слабовидящих']) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe(name);
  }
  for (const each of ['Enter', 'Tab', 'Escape']) await page.keyboard.press(each);
  await expect.poll(() => page.getByRole('button', { name: '100 %' }).isVisible()).toBe(false);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('SUMMARY');
});

test('the view for low vision enlarges text, changes colours and spacing, and puts words in the place of pictures', async () => {
  page = await visit('/news/mira-sokolovskaya');
  const text = page.locator('.article-body p').first();
  const size = () => text.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  const usual = await size();
  await choose('200 %');
  expect((await size()) / usual).toBeGreaterThan(1.7);
  await choose('Тёмно-синим по голубому');
  await expect.poll(() => fieldOf(page)).toBe('rgb(157, 209, 255)');
  await choose('Большой');
  expect(
    await page.locator('h1').evaluate((text) => {
      const { letterSpacing, fontSize } = getComputedStyle(text);
      return Number.parseFloat(letterSpacing) / Number.parseFloat(fontSize);
    }),
  ).toBeCloseTo(0.16);
  const words = page.locator('main .picture-words').first();
  await expect.poll(() => words.isVisible()).toBe(false);
  await choose('Не показывать');
  await expect.poll(() => words.isVisible()).toBe(true);
  await expect.poll(() => words.textContent()).toContain('Силуэт певицы');
  await expect.poll(() => page.locator('main img').filter({ visible: true }).count()).toBe(0);
  await page.getByRole('button', { name: '200 %', pressed: true }).waitFor();
  await page.getByRole('button', { name: '100 %', pressed: false }).waitFor();
});

test('the view for low vision of an address rules over the stored one, and is left by its own link', async () => {
  page = await visit('/news?view=beige', { stored: { cookieConsent: 'true', 'rampa.view': 'light 200 black' } });
  await expect.poll(look).toMatchObject({ theme: 'light', view: 'beige' });
  await choose('150 %');
  await page.waitForURL('**/news?view=150-beige*');
  await page.getByRole('link', { name: 'Обычная версия' }).click();
  await page.waitForURL(`${origin}/news`);
  await expect.poll(() => page.locator('html').getAttribute('data-view')).toBeNull();
  await expect.poll(kept).toBe('light');
});

test('the theme follows the system, goes round from what shows first, colours the browser’s own frame, and shows in other tabs', async () => {
  page = await visit('/', { stored: { cookieConsent: 'true' } });
  const other = await page.context().newPage();
  await other.goto(page.url());
  const frame = () =>
    page.evaluate(() =>
      Array.from(document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
        .filter(({ media }) => matchMedia(media).matches)
        .map(({ content }) => content)
        .join(),
    );
  const shows = async (field: string, colour: string) => {
    for (const tab of [page, other]) await expect.poll(() => fieldOf(tab)).toBe(field);
    await expect.poll(frame).toBe(colour);
  };
  await shows(DARK, '#0c0913');
  await tool(page, /Тема: как в системе/).click();
  await shows(LIGHT, '#f7f1ea');
  await tool(page, /Тема: светлая/).click();
  await shows(DARK, '#0c0913');
  await tool(page, /Тема: тёмная/).click();
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => fieldOf(page)).toBe(LIGHT);
  await tool(page, /Тема: как в системе/).click();
  await shows(DARK, '#0c0913');
});

test('the theme leaves a dark page dark up to its edges, and comes back after it; that of the panel is its own', async () => {
  page = await visit('/watch', { colorScheme: 'light', stored: { cookieConsent: 'true' } });
  const root = () =>
    page.evaluate(() => {
      const { colorScheme, backgroundColor } = getComputedStyle(document.documentElement);
      return [colorScheme, backgroundColor];
    });
  await expect.poll(() => root()).toEqual(['dark', DARK]);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Новости' }).click();
  await expect.poll(root).toEqual(['light dark', LIGHT]);

  const stored = { cookieConsent: 'false', 'rampa.view': 'light', 'rampa.colour-scheme': 'dark' };
  page = await visit('/admin/login', { stored });
  const shown = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  await expect.poll(shown).toBe('dark');
});

test('stillness stops what moves and is told to scripts', async () => {
  page = await visit('/', { reducedMotion: 'no-preference' });
  const card = page.getByRole('region', { name: 'Новости' }).getByRole('article').first();
  const moving = async () => {
    await page.mouse.move(0, 0);
    await card.hover();
    return page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);
  };
  await expect.poll(() => moving()).toBeGreaterThan(0);
  await expect.poll(() => page.evaluate(isPaused)).toBe(false);
  await tool(page, /Отключить анимацию/).click();
  await expect.poll(() => page.evaluate(isPaused)).toBe(true);
  await expect.poll(() => moving()).toBe(0);
  await tool(page, /Включить анимацию/).click();
  await expect.poll(() => page.evaluate(isPaused)).toBe(false);
});
