import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../rig/browser/browser.ts';
import { send, signIn } from '../rig/browser/panel.ts';
import { type CutStream, serveStream } from '../rig/browser/stream.ts';
import { startServer, type TestServer } from '../rig/server.ts';

let server: TestServer;
let stream: CutStream;
let browser: Browser;
beforeAll(async () => {
  [server, stream, browser] = await Promise.all([startServer(), serveStream(), launchBrowser()]);
  const sources = [stream.address, stream.twoQualities].map((stream_url, at) => ({ title: `№ ${at}`, stream_url }));
  await put({ is_stream_enabled: true, sources });
});
afterAll(async () => {
  await browser.close();
  await Promise.all([server.stop(), stream.cut()]);
});

async function put(change: object): Promise<void> {
  const body = { title: 'Финал', description: 'Прямой эфир', ...change };
  const answer = await send(server.origin, 'PUT', '/watch-settings', await signIn(server.origin), body);
  expect(answer.status).toBe(200);
}

async function play(address: string, consent?: string): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'ru-RU' })).newPage();
  if (consent) await page.addInitScript((value) => localStorage.setItem('cookieConsent', value), consent);
  await page.goto(`${server.origin}/player?src=${encodeURIComponent(address)}`);
  await moves(page);
  return page;
}

/** A player in a browser that pauses the video once, at its first `event`. */
async function openPausing(event: string): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'ru-RU' })).newPage();
  await page.addInitScript((name) => {
    addEventListener(name, ({ target }) => (target as HTMLVideoElement).pause(), { capture: true, once: true });
    addEventListener('pause', () => console.log('paused'), { capture: true });
  }, event);
  // Playwright's evaluations count as the visitor's taps: none may come before the pause.
  const paused = page.waitForEvent('console', (message) => message.text() === 'paused');
  await page.goto(`${server.origin}/player?src=${encodeURIComponent(stream.address)}`);
  await paused;
  return page;
}

/** Waits until playback advances. */
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
  await expect.poll(() => choice.locator('option').allTextContents()).toEqual(['Качество: авто', '360p', '180p']);
  await choice.selectOption('180p');
  await moves(page);
  await page.context().close();
});

test('offers no choice of quality or sound where there is none', async () => {
  const page = await play(stream.address);
  await page.getByRole('combobox', { name: 'Субтитры' }).waitFor();
  await expect.poll(() => page.getByRole('combobox').count()).toBe(1);
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

test.each(['playing', 'timeupdate'])(
  'asks for a tap when the browser stops it by itself, at its first %s',
  async (event) => {
    const page = await openPausing(event);
    await page.getByRole('button', { name: 'Смотреть' }).click();
    await moves(page);
    await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.muted)).toBe(false);
    await page.locator('video').evaluate((video: HTMLVideoElement) => video.pause());
    await page.locator('video[controls]').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Смотреть' }).count()).toBe(0);
    await page.context().close();
  },
);

test('shows that it plays as soon as it does, and while it is muted offers the live edge beside the sound', async () => {
  const page = await (await browser.newContext({ locale: 'ru-RU' })).newPage();
  await page.addInitScript(() => {
    // Without its polling every half second the player has only the video's events.
    const original = window.setInterval;
    const timed = (act: TimerHandler, ms?: number) => (ms === 500 && !('isLate' in window) ? 0 : original(act, ms));
    Object.assign(window, { setInterval: timed });
  });
  await page.goto(`${server.origin}/player?src=${encodeURIComponent(stream.address)}`);
  await moves(page);
  await expect.poll(() => page.getByText('Загружаем трансляцию…').count()).toBe(0);
  await expect.poll(() => page.evaluate(() => navigator.mediaSession.metadata?.title)).toBe('Финал');
  await page.addInitScript(() => {
    const time = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'currentTime');
    const get = () => 0;
    Object.assign(window, { isLate: true });
    Object.defineProperty(HTMLMediaElement.prototype, 'currentTime', {
      ...time,
      get(this: HTMLMediaElement) {
        return (time?.get ?? get).call(this) - (this.muted ? 25 : 0);
      },
    });
    // Playwright's evaluations count as the visitor's taps: one that comes first would allow the sound.
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = async function (this: HTMLMediaElement) {
      if (!this.muted) throw new DOMException('Without a tap', 'NotAllowedError');
      return play.call(this);
    };
  });
  await page.reload();
  await page.getByRole('button', { name: /^К эфиру, −2\d с$/ }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Включить звук' }).isVisible()).toBe(true);
  await page.context().close();
});

test('after a pause it says how far behind the viewer is, and leads back to the live edge', async () => {
  const page = await play(stream.address);
  const back = page.getByRole('button', { name: /^К эфиру, −\d+ с$/ });
  const pause = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.pause());
  const goOn = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.play());
  const said = () => page.getByRole('status').filter({ hasText: 'Вы смотрите с отставанием от эфира.' }).count();
  await page.waitForTimeout(1000);
  expect([await back.count(), await said()]).toEqual([0, 0]);
  await pause();
  await page.waitForTimeout(10_000);
  await goOn();
  await back.waitFor();
  expect(await said()).toBe(1);
  await back.press('Enter');
  await expect.poll(() => back.count()).toBe(0);
  expect([await said(), await page.evaluate(() => document.activeElement?.tagName)]).toEqual([0, 'VIDEO']);
  await moves(page);
  await page.context().close();
});

describe('opened by itself', () => {
  const open = async (src: string, title = 'Официальный эфир') => {
    const page = await (await browser.newContext({ locale: 'ru-RU' })).newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${server.origin}/player?${new URLSearchParams({ src, title })}`);
    return { page, asked };
  };

  test('plays a source of the settings under their title, whatever its address says', async () => {
    const { page } = await open(stream.address, 'Победила «Заря»');
    await moves(page);
    await expect.poll(() => page.title()).toBe('Финал');
    await expect.poll(() => page.getByText('Победила').count()).toBe(0);
    await page.context().close();
  });

  test('plays no other: it asks for nothing there, shows no title of it and leads to the page of the broadcast', async () => {
    const strange = 'http://127.0.0.1:9/live.m3u8';
    const { page, asked } = await open(strange);
    await page.getByRole('alert').getByText('Такой трансляции на этом сайте нет.').waitFor();
    expect(await page.content()).not.toContain('Официальный');
    await expect.poll(() => page.title()).toBe('Прямая трансляция');
    expect(asked.filter((url) => !url.startsWith(server.origin))).toEqual([]);
    await page.getByRole('link', { name: 'К странице трансляции' }).click();
    await page.waitForURL('**/watch');
    await page.context().close();
  });

  test('plays nothing while the stream is off', async () => {
    await put({ is_stream_enabled: false });
    const { page } = await open(stream.address);
    await page.getByRole('alert').getByText('Сейчас трансляция не идёт.').waitFor();
    await put({ is_stream_enabled: true });
    await page.context().close();
  });
});

test('in a frame of this site it plays what it is given, with the title that it is given', async () => {
  const page = await (await browser.newContext({ locale: 'ru-RU' })).newPage();
  const unlisted = `${stream.address}?unlisted`;
  await page.goto(`${server.origin}/about`);
  // Hydration removes foreign elements.
  await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__react')));
  await page.evaluate(
    (src) => document.body.append(Object.assign(document.createElement('iframe'), { src })),
    `/player?${new URLSearchParams({ src: unlisted, title: 'Репетиция' })}`,
  );
  const player = page.frameLocator('iframe');
  await player.getByRole('heading', { name: 'Репетиция' }).waitFor({ state: 'attached' });
  // Below the fold a browser may wait with playing, not with loading.
  const width = () => player.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth);
  await expect.poll(width).toBeGreaterThan(0);
  await page.context().close();
});
