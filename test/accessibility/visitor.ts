import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import type { VisitOptions } from '../rig/browser/visits.ts';
import { needFestival } from '../rig/needs.ts';

export const DARK = 'rgb(12, 9, 19)';
export const LIGHT = 'rgb(247, 241, 234)';
export const PAGES = `
  / /news /news/mira-sokolovskaya /news/kak-ustroena-translyatsiya /news/perviy-polufinal /news/vtoroy-shans
  /watch /vote /about /programme /programme/elektrichka-640 /results /history /nothing
`
  .trim()
  .split(/\s+/);

/** A festival in full swing. Everybody else visits it too: nothing may be changed there. */
export async function needVisitor() {
  const { origin, browser, visit: open } = await needFestival();
  // A server that was busy with its own start a moment ago sends visitors away.
  while (!(await fetch(origin)).ok) await sleep(250);
  const usual = { locale: 'ru-RU', viewport: { width: 1280, height: 800 }, colorScheme: 'dark' } as const;
  const visit = (path: string, options?: VisitOptions) => open(origin + path, { ...usual, ...options });
  return { origin, browser, visit };
}

export function tool(page: Page, name: RegExp): Locator {
  return page.getByRole('region', { name: 'Вид сайта' }).getByRole('button', { name });
}

export function fieldOf(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
}
