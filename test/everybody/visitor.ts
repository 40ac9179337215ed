import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { Worlds } from './worlds.ts';

/** The field of the dark theme and of the light one. */
export const DARK = 'rgb(12, 9, 19)';
export const LIGHT = 'rgb(247, 241, 234)';

type Options = BrowserContextOptions & { stored?: Record<string, string> };

/** A new visitor of the festival; `stored` is what an earlier visit left in the browser. */
export async function visit(
  { demo, browser }: Worlds,
  path: string,
  { stored = {}, ...options }: Options = {},
): Promise<Page> {
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }));
  const context = await browser.newContext({
    locale: 'ru-RU',
    viewport: { width: 1280, height: 800 },
    colorScheme: 'dark',
    storageState: { cookies: [], origins: [{ origin: demo.origin, localStorage }] },
    ...options,
  });
  const page = await context.newPage();
  await page.goto(demo.origin + path, { waitUntil: 'load' });
  return page;
}

/** A button of the bar above the page. */
export function tool(page: Page, name: RegExp): Locator {
  return page.getByRole('region', { name: 'Вид сайта' }).getByRole('button', { name });
}

export function fieldOf(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
}
