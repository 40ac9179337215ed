import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import type { Shown } from '../../app/ui/live/viewer-clock.ts';
import { untilHydrated } from '../rig/browser/browser.ts';
import { RECORDED_AT, serveStream } from '../rig/browser/stream.ts';
import { needBrowser } from '../rig/needs.ts';

const WINDOW = 60_000; // ms; the stream keeps half of it

const { server, visit } = await needBrowser();
const stream = await serveStream();
afterAll(stream.cut);

async function frame(src: string, script = () => {}) {
  const page = await visit(`${server.origin}/about`, { prepare: (early) => early.addInitScript(script) });
  // Hydration removes foreign elements.
  await untilHydrated(page);
  await page.evaluate((address) => {
    addEventListener('message', ({ data }) => {
      if (data.type === 'rampa-player-moment') Object.assign(window, { told: data });
    });
    const player = { src: `/player?src=${encodeURIComponent(address)}`, allow: 'autoplay' };
    document.body.prepend(Object.assign(document.createElement('iframe'), player));
  }, src);
  return { page, told: () => page.evaluate(() => (window as { told?: Shown }).told) };
}

const send = (page: Page, message: object) =>
  page.evaluate((data) => document.querySelector('iframe')?.contentWindow?.postMessage(data, origin), message);
const video = <T>(page: Page, act: (video: HTMLVideoElement) => T) =>
  page
    .frameLocator('iframe')
    .locator('video')
    .evaluate(act as never) as Promise<T>;

test('tells the page around which moment of a live stream is shown, every second', async () => {
  const from = Date.now() - WINDOW;
  const { page, told } = await frame(stream.address);
  await expect.poll(async () => (await told())?.rate).toBeGreaterThan(0);
  const first = await told();
  expect(first).toMatchObject({ live: true });
  expect(first?.moment).toBeGreaterThan(from);
  expect(first?.moment).toBeLessThan(Date.now());
  await expect.poll(async () => (await told())?.moment).toBeGreaterThan((first?.moment ?? 0) + 1000);
  await video(page, (element) => element.pause());
  await expect.poll(async () => (await told())?.rate).toBe(0);
});

test('goes to a moment of a recording, also behind a break that was not recorded, and answers whoever asks', async () => {
  const [before, after] = RECORDED_AT;
  const { page, told } = await frame(stream.recording);
  await expect.poll(async () => (await told())?.moment).toBeGreaterThanOrEqual(before);
  await video(page, (element) => element.pause());
  for (const [moment, seconds] of [
    [after + 8000, 32],
    [before + 10_000, 10],
    [before - 5000, 0],
    [before + 60_000, 24], // in the break
  ] as const) {
    await send(page, { type: 'rampa-player-seek', moment });
    await expect.poll(() => video(page, ({ currentTime }) => currentTime)).toBe(seconds);
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
  const { page, told } = await frame(stream.file, () => {
    const getStartDate = () => new Date('2026-07-20T17:00:00.000Z');
    Object.assign(HTMLVideoElement.prototype, { getStartDate });
  });
  await expect.poll(async () => (await told())?.moment).toBeGreaterThan(from);
  expect(await told()).toMatchObject({ live: false });
  await video(page, (element) => element.pause());
  await expect.poll(async () => (await told())?.rate).toBe(0);
  const { moment, seconds } = (await told()) as Shown;
  expect(moment).toBeCloseTo(from + seconds * 1000, 0);
});
