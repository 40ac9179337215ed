import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fieldOf, tool, visit } from './visitor.ts';
import { openWorlds, type Worlds } from './worlds.ts';

let worlds: Worlds;
let page: Page;
beforeAll(async () => {
  worlds = await openWorlds();
});
afterAll(() => worlds.close());

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

describe('what a visitor has chosen', () => {
  test('is stored nowhere before the decision about cookies, and holds while pages are turned', async () => {
    page = await visit(worlds, '/', { viewport: { width: 360, height: 740 } });
    await tool(page, /Тема/).click();
    await tool(page, /Отключить анимацию/).click();
    await choose('150 %');
    await goToNews();
    await expect
      .poll(() => page.evaluate(() => ({ ...document.documentElement.dataset })))
      .toMatchObject({
        theme: 'light',
        still: '',
        view: '150',
      });
    // What the router keeps for itself, it would store when the page is left.
    await page.reload();
    await expect.poll(() => everythingStored()).toBe('');
    await expect.poll(() => page.locator('html').getAttribute('data-view')).toBeNull();
  });

  test.each([
    ['Принять все', 'true'],
    ['Отклонить', 'false'],
  ])('is written down with the decision «%s»', async (answer, consent) => {
    page = await visit(worlds, '/about');
    await choose('Белым по чёрному');
    await expect.poll(() => kept()).toBeNull();
    await page.getByRole('button', { name: answer }).click();
    await expect.poll(() => kept()).toBe('black');
    await expect.poll(() => page.evaluate(() => localStorage.getItem('cookieConsent'))).toBe(consent);
    await page.reload();
    await expect.poll(() => page.locator('html').getAttribute('data-view')).toBe('black');
    await page.getByRole('link', { name: 'Обычная версия' }).click();
    await expect.poll(() => kept()).toBeNull();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('SUMMARY');
    await goToNews();
    await page.reload();
    await expect
      .poll(async () => (await everythingStored()).split(',').filter((key) => key && !key.startsWith('rampa.')))
      .toEqual(['cookieConsent']);
  });

  test('is on the page before its body is there, so that nothing flashes', async () => {
    const stored = { cookieConsent: 'true', 'rampa.view': 'light still 150 white wide plain' };
    page = await visit(worlds, '/', { stored });
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

  test('counts only as far as there is such a choice', async () => {
    page = await visit(worlds, '/', {
      stored: { cookieConsent: 'true', 'rampa.view': 'pink 150 200 "><b> light dark' },
    });
    await expect
      .poll(() => page.evaluate(() => ({ ...document.documentElement.dataset })))
      .toMatchObject({
        theme: 'light',
        view: '150',
      });
  });
});

describe('the view for low vision', () => {
  test('is the first thing on a page after the links that skip it', async () => {
    page = await visit(worlds, '/', { viewport: { width: 360, height: 740 } });
    const names: (string | undefined)[] = [];
    for (let step = 0; step < 3; step++) {
      await page.keyboard.press('Tab');
      names.push(await page.evaluate(() => document.activeElement?.textContent?.trim()));
    }
    expect(names).toEqual(['Перейти к содержанию', 'К вопросу о файлах cookie', 'Версия для слабовидящих']);
  });

  test('enlarges text, changes colours and spacing, and puts words in the place of pictures', async () => {
    page = await visit(worlds, '/news/mira-sokolovskaya');
    const size = () =>
      page
        .locator('.article-body p')
        .first()
        .evaluate((text) => getComputedStyle(text).fontSize);
    const usual = Number.parseFloat(await size());
    await choose('200 %');
    expect(Number.parseFloat(await size()) / usual).toBeGreaterThan(1.7);
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
    await expect.poll(() => page.getByRole('button', { name: '200 %' }).getAttribute('aria-pressed')).toBe('true');
    await expect.poll(() => page.getByRole('button', { name: '100 %' }).getAttribute('aria-pressed')).toBe('false');
  });

  test('shows places in the programme, posters, and what stands on them on a ground of its own', async () => {
    page = await visit(worlds, '/programme?view=200');
    await expect.poll(() => page.locator('ol').first().innerText()).toMatch(/^1\n/);
    page = await visit(worlds, '/news/vtoroy-shans?view=black', { stored: { cookieConsent: 'false' } });
    const stage = page.locator('.embed-stage').first();
    await expect.poll(() => stage.locator('img').isVisible()).toBe(true);
    const ground = (element: Locator) => element.evaluate((each) => getComputedStyle(each).backgroundColor);
    await expect.poll(() => ground(stage.getByRole('button'))).toBe('rgb(0, 0, 0)');
    await expect.poll(() => ground(stage.locator('p'))).toBe('rgb(0, 0, 0)');
  });

  test('closes with Escape and gives the focus back', async () => {
    page = await visit(worlds, '/');
    await page.locator('#view summary').click();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('button', { name: '100 %' }).isVisible()).toBe(false);
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('SUMMARY');
  });

  test('of an address rules over the stored one, and is left by its own link', async () => {
    page = await visit(worlds, '/news?view=beige', {
      stored: { cookieConsent: 'true', 'rampa.view': 'light 200 black' },
    });
    await expect
      .poll(() => page.evaluate(() => ({ ...document.documentElement.dataset })))
      .toMatchObject({
        theme: 'light',
        view: 'beige',
      });
    await choose('150 %');
    await page.waitForURL('**/news?view=150-beige*');
    await page.getByRole('link', { name: 'Обычная версия' }).click();
    await page.waitForURL(`${worlds.demo.origin}/news`);
    await expect.poll(() => page.locator('html').getAttribute('data-view')).toBeNull();
    await expect.poll(() => kept()).toBe('light');
  });
});
