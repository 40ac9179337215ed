import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../rig/browser/browser.ts';
import { hostileBodies } from '../rig/world/hostile-bodies.ts';
import { publicBodies, share } from './corpora.ts';
import { showOnPages } from './pages.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

test('hostile bodies do nothing on the article, the list, the home page and in the editor', {
  timeout: 180_000,
}, async () => {
  const collected = share(publicBodies(), 1 / 300).map((html, at) => ({ name: `public ${at}`, html }));
  const { findings } = await showOnPages(browser, [...collected, ...share(hostileBodies(), 1 / 500)]);
  expect(findings).toEqual([]);
});
