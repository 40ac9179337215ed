import { afterAll, beforeAll, expect, test } from 'vitest';
import { heading, openPanel, type Panel } from '../rig/browser/panel.ts';
import { createVisits } from '../rig/browser/visits.ts';
import { bodyOf } from './editor/desk.ts';

/** Compressed scripts and styles of a first visit, in bytes. */
const LIMIT = 450_000;

let panel: Panel;
beforeAll(async () => {
  panel = await openPanel();
});
afterAll(() => panel.close());

test('a first visit to the panel stays within its budget, and only the screen of an article brings the editor', async () => {
  const overview = await firstVisit('/admin', (page) => heading(page, 'Обзор').waitFor());
  expect(overview.hasEditor).toBe(false);
  const article = await firstVisit('/admin/news/new', (page) => bodyOf(page).waitFor());
  expect(article.hasEditor).toBe(true);
  expect(Math.max(overview.bytes, article.bytes)).toBeLessThanOrEqual(LIMIT);
});

async function firstVisit(address: string, isShown: (page: Awaited<ReturnType<Panel['open']>>) => Promise<unknown>) {
  const stored = { authToken: panel.token, cookieConsent: 'true' };
  const page = await createVisits(panel.browser)(`${panel.server.origin}/healthz`, { stored });
  const sizes: Promise<number>[] = [];
  const sources: Promise<string>[] = [];
  page.on('response', (response) => {
    if (!/\.(js|css)$/.test(new URL(response.url()).pathname)) return;
    sizes.push(
      response
        .request()
        .sizes()
        .then(({ responseBodySize }) => responseBodySize),
    );
    sources.push(response.text());
  });
  await page.goto(panel.server.origin + address, { waitUntil: 'networkidle' });
  await isShown(page);
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  const hasEditor = (await Promise.all(sources)).some((source) => source.includes('ProseMirror'));
  await page.leave();
  return { bytes, hasEditor };
}
