import type { Locator, Page } from 'playwright-core';
import type { VisitOptions } from '../rig/browser/visits.ts';
import type { Worlds } from './worlds.ts';

/** The field of the dark theme and of the light one. */
export const DARK = 'rgb(12, 9, 19)';
export const LIGHT = 'rgb(247, 241, 234)';

/** A new visitor of the festival; `stored` is what an earlier visit left in the browser. */
export function visit({ demo, visit: open }: Worlds, path: string, options: VisitOptions = {}): Promise<Page> {
  return open(demo.origin + path, {
    locale: 'ru-RU',
    viewport: { width: 1280, height: 800 },
    colorScheme: 'dark',
    ...options,
  });
}

/** A button of the bar above the page. */
export function tool(page: Page, name: RegExp): Locator {
  return page.getByRole('region', { name: 'Вид сайта' }).getByRole('button', { name });
}

export function fieldOf(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
}
