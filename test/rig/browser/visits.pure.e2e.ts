import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { createVisits, type Visit } from './visits.ts';

let server: Server;
let browser: Browser;
let visit: Visit;
let address: string;
beforeAll(async () => {
  server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html', 'Set-Cookie': 'served=yes' }).end('<h1>Page</h1>');
  }).listen(0, '127.0.0.1');
  browser = await launchBrowser();
  visit = createVisits(browser);
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/page`;
});
afterAll(async () => {
  await browser?.close();
  server.close();
});

const OPTIONS = { viewport: { width: 500, height: 400 } };

test('a visitor finds nothing of the one before in the same tab', async () => {
  const first = await visit(address, { ...OPTIONS, stored: { mine: 'yes' } });
  const kept = () =>
    visitPage.evaluate(async () => ({
      local: { ...localStorage },
      session: { ...sessionStorage },
      databases: (await indexedDB.databases()).map(({ name }) => name),
      caches: await caches.keys(),
      cookie: document.cookie,
      heading: document.querySelector('h1')?.textContent,
      width: innerWidth,
      script: 'mine' in window,
      isDark: matchMedia('(prefers-color-scheme: dark)').matches,
      mayRead: (await navigator.permissions.query({ name: 'clipboard-read' as PermissionName })).state,
      isOnline: navigator.onLine,
    }));
  let visitPage = first;
  await first.evaluate(async () => {
    sessionStorage.setItem('mine', 'yes');
    await cookieStore.set('mine', 'yes');
    await caches.open('mine');
    await new Promise((resolve) => {
      indexedDB.open('mine').onsuccess = resolve;
    });
  });
  const left = await kept();
  expect(left).toMatchObject({
    local: { mine: 'yes' },
    session: { mine: 'yes' },
    databases: ['mine'],
    caches: ['mine'],
  });
  expect(left.cookie).toContain('mine=yes');
  await first.route('**/page', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Mine</h1>' }));
  await first.setViewportSize({ width: 900, height: 400 });
  await first.addInitScript(() => Object.assign(window, { mine: 'yes' }));
  await first.emulateMedia({ colorScheme: 'dark' });
  await first.context().grantPermissions(['clipboard-read']);
  await first.context().newPage();
  await first.reload();
  await expect.poll(() => kept()).toMatchObject({ heading: 'Mine', script: true, isDark: true, mayRead: 'granted' });
  await first.context().setOffline(true);
  let asked = 0;
  first.on('request', () => {
    asked += 1;
  });
  await first.evaluate(() => console.error('mine'));
  await expect.poll(() => first.complaints).toEqual(['mine']);
  await first.leave();
  const second = await visit(address, OPTIONS);
  visitPage = second;
  expect(second).toBe(first);
  await expect
    .poll(() => kept())
    .toEqual({
      local: {},
      session: {},
      databases: [],
      caches: [],
      cookie: 'served=yes',
      heading: 'Page',
      width: 500,
      script: false,
      isDark: false,
      mayRead: 'prompt',
      isOnline: true,
    });
  expect(second.context().pages()).toEqual([second]);
  expect([asked, second.complaints]).toEqual([0, []]);
  await second.evaluate(() => console.error('seen'));
  await expect.poll(() => second.complaints).toEqual(['seen']);
});

test('a tab in which something lasts is nobody else’s', async () => {
  for (const spend of ['clock', 'function'] as const) {
    const first = await visit(address, OPTIONS);
    if (spend === 'clock') await first.clock.install();
    if (spend === 'function') await first.exposeFunction('mine', () => 'yes');
    await first.leave();
    expect(first.isClosed()).toBe(true);
    expect(await visit(address, OPTIONS)).not.toBe(first);
  }
});

test('a tab goes to nobody who asks for another one', async () => {
  const first = await visit(address, OPTIONS);
  await first.leave();
  expect(await visit(address, { ...OPTIONS, colorScheme: 'dark' })).not.toBe(first);
  const second = await visit(address, OPTIONS);
  expect(second).toBe(first);
  expect(await visit(address, OPTIONS)).not.toBe(second);
});
