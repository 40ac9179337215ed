import { afterAll, expect, test } from 'vitest';
import type { Shown } from '../../app/ui/live/viewer-clock.ts';
import { untilHydrated } from '../rig/browser/browser.ts';
import { RECORDED_AT, serveStream } from '../rig/browser/stream.ts';
import { QUIET, type WatchedPage } from '../rig/browser/visits.ts';
import { needBrowser } from '../rig/needs.ts';

const WINDOW = 60_000; // ms; the stream keeps half of it

const { server, ask, visit } = await needBrowser();
const stream = await serveStream();
afterAll(stream.cut);
const sources = [stream.address, stream.twoQualities].map((stream_url, at) => ({ title: `№ ${at}`, stream_url }));
await ask('PUT', '/watch-settings', { title: 'Финал', description: 'Прямой эфир', is_stream_enabled: true, sources });

/** Without a user gesture, on which the autoplay policy depends. */
const newPage = (stored = {}) => visit(server.origin + QUIET, { locale: 'ru-RU', stored });
const playerOf = (src: string, more = {}) => `${server.origin}/player?${new URLSearchParams({ src, ...more })}`;

/** Does something to the video, which may stand in a frame. */
function video<T>(page: WatchedPage, act: (video: HTMLVideoElement) => T, frame?: string): Promise<T> {
  return (frame ? page.frameLocator(frame) : page).locator('video').evaluate(act as never);
}

async function play(address: string, stored = {}): Promise<WatchedPage> {
  const page = await newPage(stored);
  await page.goto(playerOf(address));
  await moves(page);
  return page;
}

/** A player in a browser that pauses the video once, at its first `event`. */
async function openPausing(event: string): Promise<WatchedPage> {
  const page = await newPage();
  await page.addInitScript((name) => {
    addEventListener(name, ({ target }) => (target as HTMLVideoElement).pause(), { capture: true, once: true });
    addEventListener('pause', () => console.log('paused'), { capture: true });
  }, event);
  // Playwright's evaluations count as the visitor's taps: none may come before the pause.
  const paused = page.waitForEvent('console', (message) => message.text() === 'paused');
  await page.goto(playerOf(stream.address));
  await paused;
  return page;
}

async function moves(page: WatchedPage): Promise<void> {
  const time = () => video(page, ({ currentTime }) => currentTime);
  await expect.poll(time).toBeGreaterThan(0);
  const from = await time();
  await expect.poll(time).toBeGreaterThan(from + 0.2);
}

/** A player in a frame of the site, and what it has told the page last. */
async function frame(src: string, more = {}, script = () => {}) {
  const page = await visit(`${server.origin}/about`, { prepare: (early) => early.addInitScript(script) });
  // Hydration removes foreign elements.
  await untilHydrated(page);
  const player = { src: playerOf(src, more), allow: 'autoplay' };
  await page.evaluate((given) => {
    addEventListener('message', ({ data }) => {
      if (data.type === 'rampa-player-moment') Object.assign(window, { told: data });
    });
    document.body.prepend(Object.assign(document.createElement('iframe'), given));
  }, player);
  return { page, told: () => page.evaluate(() => (window as { told?: Shown }).told) };
}

const send = (page: WatchedPage, message: object) =>
  page.evaluate((data) => document.querySelector('iframe')?.contentWindow?.postMessage(data, origin), message);

test('offers the qualities there are, and the picture goes on in the one that was chosen', async () => {
  const page = await play(stream.twoQualities);
  const choice = page.getByRole('combobox', { name: 'Качество' });
  await expect.poll(() => choice.locator('option').allTextContents()).toEqual(['Качество: авто', '360p', '180p']);
  await choice.selectOption('180p');
  await moves(page);
});

test('is as loud as the visitor left it, once the visitor has decided what may be stored', async () => {
  for (const [stored, expected] of [
    [{ cookieConsent: 'true' }, 0.3],
    [{}, 1],
  ] as const) {
    const page = await play(stream.address, stored);
    await video(page, (element) => Object.assign(element, { muted: false, volume: 0.3 }) && undefined);
    await page.waitForTimeout(200);
    await page.reload();
    await moves(page);
    expect([stored, await video(page, ({ volume }) => volume)]).toEqual([stored, expected]);
    await page.leave();
  }
});

const EVENTS = ['playing', 'timeupdate'];
test.each(EVENTS)('asks for a tap when the browser stops it by itself, at its first %s', async (event) => {
  const page = await openPausing(event);
  await page.getByRole('button', { name: 'Смотреть' }).click();
  await moves(page);
  await expect.poll(() => video(page, ({ muted }) => muted)).toBe(false);
  await video(page, (element) => element.pause());
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
  await page.goto(playerOf(stream.address));
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

test('where there is nothing to choose it offers no menu; after a pause it says how far behind it is, and leads back', async () => {
  const page = await play(stream.address);
  const back = page.getByRole('button', { name: /^К эфиру, −\d+ с$/ });
  const said = () => page.getByRole('status').filter({ hasText: 'Вы смотрите с отставанием от эфира.' }).count();
  await page.waitForTimeout(1000);
  expect([await page.getByRole('combobox').count(), await back.count(), await said()]).toEqual([0, 0, 0]);
  await video(page, (element) => element.pause());
  await page.waitForTimeout(10_000);
  await video(page, (element) => element.play());
  await back.waitFor();
  expect(await said()).toBe(1);
  await back.press('Enter');
  await expect.poll(() => back.count()).toBe(0);
  expect([await said(), await page.evaluate(() => document.activeElement?.tagName)]).toEqual([0, 'VIDEO']);
  await moves(page);
});

test('in a frame of this site it plays what it is given, with the title that it is given, and tells the page around which moment of a live stream is shown, every second', async () => {
  const from = Date.now() - WINDOW;
  const { page, told } = await frame(`${stream.address}?unlisted`, { title: 'Репетиция' });
  await page.frameLocator('iframe').getByRole('heading', { name: 'Репетиция' }).waitFor({ state: 'attached' });
  await expect.poll(async () => (await told())?.rate).toBeGreaterThan(0);
  const first = await told();
  expect(first).toMatchObject({ live: true });
  expect(first?.moment).toBeGreaterThan(from);
  expect(first?.moment).toBeLessThan(Date.now());
  await expect.poll(async () => (await told())?.moment).toBeGreaterThan((first?.moment ?? 0) + 1000);
  await video(page, (element) => element.pause(), 'iframe');
  await expect.poll(async () => (await told())?.rate).toBe(0);
});

test('goes to a moment of a recording, also behind a break that was not recorded, and answers whoever asks', async () => {
  const [before, after] = RECORDED_AT;
  const { page, told } = await frame(stream.recording);
  await expect.poll(async () => (await told())?.moment).toBeGreaterThanOrEqual(before);
  await video(page, (element) => element.pause(), 'iframe');
  for (const [moment, seconds] of [
    [after + 8000, 32],
    [before + 10_000, 10],
    [before - 5000, 0],
    [before + 60_000, 24], // in the break
  ] as const) {
    await send(page, { type: 'rampa-player-seek', moment });
    await expect.poll(() => video(page, ({ currentTime }) => currentTime, 'iframe')).toBe(seconds);
  }
  await send(page, { type: 'rampa-player-seek', seconds: 34 });
  const expected = { moment: after + 10_000, seconds: 34, live: false, rate: 0 };
  await expect.poll(told).toEqual({ type: 'rampa-player-moment', ...expected });
  await page.evaluate(() => Object.assign(window, { told: undefined }));
  await send(page, { type: 'rampa-player-ask' });
  await expect.poll(told).toMatchObject(expected);
});

test('says of a stream without dates that it has none', async () => {
  const { told } = await frame(`${stream.recording}?undated`);
  await expect.poll(async () => (await told())?.moment).toBe(null);
  expect(await told()).toMatchObject({ live: false });
});

test('plays a file, and tells the dates that a browser knows which plays HLS by itself', async () => {
  const [from] = RECORDED_AT;
  const { page, told } = await frame(stream.file, {}, () => {
    const getStartDate = () => new Date('2026-07-20T17:00:00.000Z');
    Object.assign(HTMLVideoElement.prototype, { getStartDate });
  });
  await expect.poll(async () => (await told())?.moment).toBeGreaterThan(from);
  expect(await told()).toMatchObject({ live: false });
  await video(page, (element) => element.pause(), 'iframe');
  await expect.poll(async () => (await told())?.rate).toBe(0);
  const { moment, seconds } = (await told()) as Shown;
  expect(moment).toBeCloseTo(from + seconds * 1000, 0);
});
