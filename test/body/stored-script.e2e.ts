import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../rig/app.ts';
import { launchBrowser } from '../rig/browser/browser.ts';
import { createVisits } from '../rig/browser/visits.ts';

let t: TestApp;
let browser: Browser;
let origin: string;
beforeAll(async () => {
  [t, browser] = await Promise.all([createTestApp(), launchBrowser()]);
  origin = await t.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await browser.close();
  await t.close();
});

test('a page of a site without PUBLIC_URL comes to life, with nothing refused by its policy', async () => {
  const page = await createVisits(browser)(`${origin}/about`, { viewport: { width: 1280, height: 900 } });
  await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__react')));
  expect(page.complaints).toEqual([]);
});

test('a script that got into a stored body past every filter does not run, and the page works', async () => {
  await t.editor('POST', '/api/admin/news', { title: 'Финал', slug: 'final', content: '<p>Текст</p>' });
  const content = [
    '<p>Текст</p><script>document.documentElement.dataset.ran = "1"</script>',
    '<script type="module">document.documentElement.dataset.ran = "2"</script>',
    '<script type="text/plain" data-hydration>document.documentElement.dataset.ran = "3"</script>',
    '<img src="data:," onerror="document.documentElement.dataset.ran = 4">',
    '<style>h1 { display: none }</style>',
  ].join('');
  await t.store.db.updateTable('articles').set({ content }).where('slug', '=', 'final').execute();
  await t.editor('PUT', '/api/admin/news/final', { date: '2025-07-20' });
  const page = await createVisits(browser)(`${origin}/news/final`, { viewport: { width: 1280, height: 900 } });
  await expect.poll(() => page.complaints.join('\n')).toMatch(/script-src/);
  expect(page.complaints.join('\n')).toMatch(/style-src/);
  await page.getByRole('heading', { level: 1, name: 'Финал' }).waitFor();
  // Our own inline scripts ran: the document is marked, the consent question works.
  await page.getByRole('button', { name: /Отклонить/ }).click();
  await page.waitForTimeout(3000);
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.ran)).toBeUndefined();
  await page.goto(`${origin}/admin/login`);
  await page.getByLabel('Имя пользователя').waitFor();
});
