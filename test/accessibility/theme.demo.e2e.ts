import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isStill } from '../../app/ui/view/reduced-motion.ts';
import { DARK, fieldOf, LIGHT, tool, visit } from './visitor.ts';
import { openWorlds, type Worlds } from './worlds.ts';

let worlds: Worlds;
let page: Page;
beforeAll(async () => {
  worlds = await openWorlds();
});
afterAll(() => worlds.close());

describe('the theme', () => {
  test('follows the system, and goes round from what shows first', async () => {
    page = await visit(worlds, '/');
    await expect.poll(() => fieldOf(page)).toBe(DARK);
    await tool(page, /Тема: как в системе/).click();
    await expect.poll(() => fieldOf(page)).toBe(LIGHT);
    await tool(page, /Тема: светлая/).click();
    await expect.poll(() => fieldOf(page)).toBe(DARK);
    await tool(page, /Тема: тёмная/).click();
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(() => fieldOf(page)).toBe(LIGHT);
    await tool(page, /Тема: как в системе/).click();
    await expect.poll(() => fieldOf(page)).toBe(DARK);
  });

  test('that is chosen in one tab shows in the others', async () => {
    page = await visit(worlds, '/', { stored: { cookieConsent: 'true' } });
    const other = await page.context().newPage();
    await other.goto(page.url());
    await expect.poll(() => fieldOf(other)).toBe(DARK);
    await tool(page, /Тема/).click();
    await expect.poll(() => fieldOf(other)).toBe(LIGHT);
  });

  test('colours the browser’s own frame', async () => {
    page = await visit(worlds, '/');
    const frame = () =>
      page.evaluate(() =>
        Array.from(document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
          .filter(({ media }) => matchMedia(media).matches)
          .map(({ content }) => content)
          .join(),
      );
    await expect.poll(() => frame()).toBe('#0c0913');
    await tool(page, /Тема/).click();
    await expect.poll(() => frame()).toBe('#f7f1ea');
  });

  test('leaves a dark page dark up to its edges, and comes back after it', async () => {
    page = await visit(worlds, '/watch', { colorScheme: 'light', stored: { cookieConsent: 'true' } });
    const root = () =>
      page.evaluate(() => {
        const { colorScheme, backgroundColor } = getComputedStyle(document.documentElement);
        return [colorScheme, backgroundColor];
      });
    await expect.poll(() => root()).toEqual(['dark', DARK]);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Новости' }).click();
    await expect.poll(root).toEqual(['light dark', LIGHT]);
  });

  test('has a sign of 24 px or more on a phone, and its name in words', async () => {
    page = await visit(worlds, '/', { viewport: { width: 360, height: 740 } });
    const box = await tool(page, /Тема: как в системе/).boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
    await tool(page, /Тема/).click();
    await expect.poll(() => page.getByRole('status').filter({ hasText: 'Тема: светлая' }).count()).toBe(1);
  });

  test('of the panel is the panel’s own', async () => {
    page = await visit(worlds, '/admin/login', {
      stored: { cookieConsent: 'false', 'rampa.view': 'light', 'rampa.colour-scheme': 'dark' },
    });
    const shown = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    await expect.poll(shown).toBe('dark');
  });
});

test('stillness stops what moves and is told to scripts', async () => {
  page = await visit(worlds, '/', { reducedMotion: 'no-preference' });
  const moving = () =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);
  await expect.poll(() => moving()).toBeGreaterThan(0);
  await expect.poll(() => page.evaluate(isStill)).toBe(false);
  await tool(page, /Отключить анимацию/).click();
  await expect.poll(() => page.evaluate(isStill)).toBe(true);
  await expect.poll(() => moving()).toBe(0);
  await tool(page, /Включить анимацию/).click();
  await expect.poll(() => page.evaluate(isStill)).toBe(false);
});
