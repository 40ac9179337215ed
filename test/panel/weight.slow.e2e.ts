import { expect, test } from 'vitest';
import { heading, type WatchedPage } from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';
import { bodyOf } from './editor/desk.ts';

/** Compressed scripts and styles of a first visit, in bytes. */
const LIMIT = 450_000;
/** Of the control desk, beyond what the overview brings: it is opened in a crowded hall. */
const DESK_LIMIT = 60_000;

const panel = await needBrowser();

test('a first visit to the panel stays within its budget', async () => {
  const overview = await firstVisit('/admin', (page) => heading(page, 'Обзор').waitFor());
  const article = await firstVisit('/admin/news/new', (page) => bodyOf(page).waitFor());
  expect(Math.max(overview.bytes, article.bytes)).toBeLessThanOrEqual(LIMIT);
  const desk = await firstVisit('/admin/live', (page) => page.getByText('На связи', { exact: true }).waitFor());
  const own = [...desk.files].filter(([name]) => !overview.files.has(name));
  expect(own.length).toBeGreaterThan(0);
  expect(own.reduce((sum, [, size]) => sum + size, 0)).toBeLessThanOrEqual(DESK_LIMIT);
});

async function firstVisit(address: string, isShown: (page: WatchedPage) => Promise<unknown>) {
  const page = await panel.open('/healthz');
  const sizes: Promise<[string, number]>[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!/\.(js|css)$/.test(pathname)) return;
    sizes.push(
      response
        .request()
        .sizes()
        .then(({ responseBodySize }) => [pathname, responseBodySize]),
    );
  });
  // An event stream never rests.
  const waitUntil = address === '/admin/live' ? 'load' : 'networkidle';
  await page.goto(panel.server.origin + address, { waitUntil });
  await isShown(page);
  const files = new Map(await Promise.all(sizes));
  const bytes = [...files.values()].reduce((sum, size) => sum + size, 0);
  await page.leave();
  return { bytes, files };
}
