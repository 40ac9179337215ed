import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { startServer, type TestServer } from './server.ts';
import { type CutStream, serveStream } from './stream.ts';

let server: TestServer;
let stream: CutStream;
let browser: Browser;
beforeAll(async () => {
  [server, stream, browser] = await Promise.all([startServer(), serveStream(), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await Promise.all([server.stop(), stream.cut()]);
});

async function play(address: string, consent?: string): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'ru-RU' })).newPage();
  if (consent) await page.addInitScript((value) => localStorage.setItem('cookieConsent', value), consent);
  await page.goto(`${server.origin}/player?src=${encodeURIComponent(address)}`);
  await moves(page);
  return page;
}

/** Until the picture moves on from where it is. */
async function moves(page: Page): Promise<void> {
  const time = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
  await expect.poll(time).toBeGreaterThan(0);
  const from = await time();
  await expect.poll(time).toBeGreaterThan(from + 0.2);
}

const volume = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.volume);

test('offers the qualities there are, and the picture goes on in the one that was chosen', async () => {
  const page = await play(stream.twoQualities);
  const choice = page.getByRole('combobox', { name: 'Качество' });
  expect(await choice.locator('option').allTextContents()).toEqual(['Качество: авто', '360p', '180p']);
  await choice.selectOption('180p');
  await moves(page);
  await page.context().close();
});

test('offers no choice where there is none', async () => {
  const page = await play(stream.address);
  expect(await page.getByRole('combobox').count()).toBe(0);
  await page.context().close();
});

test('is as loud as the visitor left it, once the visitor has decided what may be stored', async () => {
  for (const [consent, expected] of [
    ['true', 0.3],
    ['false', 0.3],
    [undefined, 1],
  ] as const) {
    const page = await play(stream.address, consent);
    await page.locator('video').evaluate((video: HTMLVideoElement) => {
      video.muted = false;
      video.volume = 0.3;
    });
    await page.waitForTimeout(200);
    await page.reload();
    await moves(page);
    expect([consent, await volume(page)]).toEqual([consent, expected]);
    await page.context().close();
  }
});
