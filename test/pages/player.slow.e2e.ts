import type { Page } from 'playwright-core';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { untilHydrated } from '../rig/browser/browser.ts';
import { serveStream } from '../rig/browser/stream.ts';
import { needBrowser } from '../rig/needs.ts';

const { server, browser, ask } = await needBrowser();
const stream = await serveStream();
afterAll(stream.cut);
const sources = [stream.address, stream.twoQualities].map((stream_url, at) => ({ title: `№ ${at}`, stream_url }));
await ask('PUT', '/watch-settings', { title: 'Финал', description: 'Прямой эфир', is_stream_enabled: true, sources });

/** Without a user gesture, on which the autoplay policy depends. */
async function newPage(): Promise<Page> {
  const context = await browser.newContext({ locale: 'ru-RU' });
  onTestFinished(() => context.close());
  return context.newPage();
}

async function play(address: string, consent?: string): Promise<Page> {
  const page = await newPage();
  if (consent) await page.addInitScript((value) => localStorage.setItem('cookieConsent', value), consent);
  await page.goto(`${server.origin}/player?src=${encodeURIComponent(address)}`);
  await moves(page);
  return page;
}

/** A player in a browser that pauses the video once, at its first `event`. */
async function openPausing(event: string): Promise<Page> {
  const page = await newPage();
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

const EVENTS = ['playing', 'timeupdate'];
test.each(EVENTS)('asks for a tap when the browser stops it by itself, at its first %s', async (event) => {
  const page = await openPausing(event);
  await page.getByRole('button', { name: 'Смотреть' }).click();
  await moves(page);
  await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.muted)).toBe(false);
  await page.locator('video').evaluate((video: HTMLVideoElement) => video.pause());
  await page.locator('video[controls]').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Смотреть' }).count()).toBe(0);
});

test('shows that it plays as soon as it does, and while it is muted offers the live edge beside the sound', async () => {
  const page = await newPage();
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
});

test('where there is nothing to choose it offers captions alone; after a pause it says how far behind it is, and leads back', async () => {
  const page = await play(stream.address);
  await page.getByRole('combobox', { name: 'Субтитры' }).waitFor();
  await expect.poll(() => page.getByRole('combobox').count()).toBe(1);
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
});

test('in a frame of this site it plays what it is given, with the title that it is given', async () => {
  const page = await newPage();
  const unlisted = `${stream.address}?unlisted`;
  await page.goto(`${server.origin}/about`);
  // Hydration removes foreign elements.
  await untilHydrated(page);
  await page.evaluate(
    (src) => document.body.append(Object.assign(document.createElement('iframe'), { src })),
    `/player?${new URLSearchParams({ src: unlisted, title: 'Репетиция' })}`,
  );
  const player = page.frameLocator('iframe');
  await player.getByRole('heading', { name: 'Репетиция' }).waitFor({ state: 'attached' });
  // Below the fold a browser may wait with playing, not with loading.
  const width = () => player.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth);
  await expect.poll(width).toBeGreaterThan(0);
});
