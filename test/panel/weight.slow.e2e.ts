import { expect, test } from 'vitest';
import { heading, type Panel } from '../rig/browser/panel.ts';
import { createVisits } from '../rig/browser/visits.ts';
import { needBrowser } from '../rig/needs.ts';
import { bodyOf } from './editor/desk.ts';

/** Compressed scripts and styles of a first visit, in bytes. */
const LIMIT = 450_000;
/** Of the control desk, beyond what the overview brings: it is opened in a crowded hall. */
const DESK_LIMIT = 60_000;

const panel = await needBrowser();

test('a first visit to the panel stays within its budget, and only the screen of an article brings the editor', async () => {
  const overview = await firstVisit('/admin', (page) => heading(page, 'Обзор').waitFor());
  expect(overview.hasEditor).toBe(false);
  const article = await firstVisit('/admin/news/new', (page) => bodyOf(page).waitFor());
  expect(article.hasEditor).toBe(true);
  expect(Math.max(overview.bytes, article.bytes)).toBeLessThanOrEqual(LIMIT);
  const desk = await firstVisit('/admin/live', (page) => page.getByText('На связи', { exact: true }).waitFor());
  expect(desk.hasEditor).toBe(false);
  const own = [...desk.files].filter(([name]) => !overview.files.has(name));
  expect(own.length).toBeGreaterThan(0);
  expect(own.reduce((sum, [, size]) => sum + size, 0)).toBeLessThanOrEqual(DESK_LIMIT);
});

async function firstVisit(address: string, isShown: (page: Awaited<ReturnType<Panel['open']>>) => Promise<unknown>) {
  const stored = { authToken: panel.token, cookieConsent: 'true' };
  const page = await createVisits(panel.browser)(`${panel.server.origin}/healthz`, { stored });
  const sizes: Promise<[string, number]>[] = [];
  const sources: Promise<string>[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!/\.(js|css)$/.test(pathname)) return;
    sizes.push(
      response
        .request()
        .sizes()
        .then(({ responseBodySize }) => [pathname, responseBodySize]),
    );
    sources.push(response.text());
  });
  // An event stream never rests.
  const waitUntil = address === '/admin/live' ? 'load' : 'networkidle';
  await page.goto(panel.server.origin + address, { waitUntil });
  await isShown(page);
  const files = new Map(await Promise.all(sizes));
  const bytes = [...files.values()].reduce((sum, size) => sum + size, 0);
  const hasEditor = (await Promise.all(sources)).some((source) => source.includes('ProseMirror'));
  await page.leave();
  return { bytes, files, hasEditor };
}
