import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../rig/browser/browser.ts';
import { findBarriers, send, signIn } from '../rig/browser/panel.ts';
import { type CutStream, recordingOf, serveStream } from '../rig/browser/stream.ts';
import { startServer, type TestServer } from '../rig/server.ts';

const RECORDING = '/recordings/final.m3u8';
const SECOND = 1000;

let server: TestServer;
let stream: CutStream;
let browser: Browser;
let token: string;
/** The first frame of the recording; a minute after its first 24 seconds is missing. */
const from = Date.now() - 400 * SECOND;
const OVER = {
  ...{ is_stream_enabled: false, is_stream_over: true },
  ...{ recording_url: RECORDING, recording_starts_at: new Date(from).toISOString() },
};
beforeAll(async () => {
  [server, stream, browser] = await Promise.all([startServer(), serveStream(), launchBrowser()]);
  token = await signIn(server.origin);
  await put({ stream_url: stream.address });
  const show = await post('/admin/shows', { title: 'Финал', starts_at: new Date(from).toISOString() });
  let seen = 0;
  const ids: number[] = [];
  for (const [name, second] of Object.entries({ Анна: 2, Борис: 90 })) {
    const { id } = await post('/admin/contestants', { name, song: 'Песня', shows: [show.id] });
    ids.push(id);
    const cue = { kind: 'performance', contestant_id: id, at: new Date(from + second * SECOND).toISOString() };
    seen = (await post('/stage', { show_id: show.id, ...cue, key: randomUUID(), seen })).seq;
  }
  const givers = ['Псков', 'Тверь'].map((name, at) => ({ name, points: [[ids[at], 12]] }));
  const sections = [{ kind: 'jury', title: 'Жюри', mode: 'givers', scale: [], givers }];
  await send(server.origin, 'PUT', `/admin/results/${show.id}`, token, { sections, control_total: 24 });
  let { seq: revealed } = await post(`/results/${show.id}/arm`, {});
  for (const second of [5, 88]) {
    const step = { key: randomUUID(), seen: revealed, at: new Date(from + second * SECOND).toISOString() };
    revealed = (await post(`/results/${show.id}/reveal`, step)).seq;
  }
});
afterAll(async () => {
  await browser.close();
  await Promise.all([server.stop(), stream.cut()]);
});

const put = (change: object) =>
  send(server.origin, 'PUT', '/watch-settings', token, { title: 'Гранд-финал', description: 'Эфир', ...change });
const post = async (path: string, body: object) => (await send(server.origin, 'POST', path, token, body)).json();

async function open(path: string): Promise<{ page: Page; loaded: string[] }> {
  const context = await browser.newContext({ locale: 'ru-RU', viewport: { width: 1366, height: 768 } });
  const page = await context.newPage();
  const loaded: string[] = [];
  await page.route(`**${RECORDING}`, (route) => {
    loaded.push(route.request().url());
    const body = recordingOf([from, from + 84 * SECOND], new URL(stream.address).origin);
    return route.fulfill({ contentType: 'application/vnd.apple.mpegurl', body });
  });
  await page.goto(server.origin + path);
  return { page, loaded };
}

const second = (page: Page) =>
  page
    .frameLocator('iframe')
    .locator('video')
    .evaluate(({ currentTime, paused }: HTMLVideoElement) => (paused ? -1 : currentTime));
const chapter = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Выступления' }).getByRole('link', { name });

test('an open page becomes the recording when the broadcast is over, goes to a performance by a tap or a key, and shows the points of that moment', async () => {
  await put({ is_stream_enabled: true });
  const { page, loaded } = await open('/watch');
  await page.getByText('Прямой эфир', { exact: true }).waitFor();
  await put(OVER);
  await page.getByRole('heading', { name: 'Выступления' }).waitFor();
  // Not a byte of it before somebody wants to watch.
  await page.frameLocator('iframe').getByRole('button', { name: 'Смотреть' }).waitFor();
  expect(loaded).toEqual([]);
  expect(await findBarriers(page)).toEqual([]);
  await chapter(page, 'Борис').click();
  await expect.poll(() => second(page)).toBeGreaterThanOrEqual(30);
  expect(new URL(page.url()).search).toBe('?t=90');
  await page.locator('a[aria-current="true"]', { hasText: 'Борис' }).waitFor();
  await page.getByText('Жюри: Тверь. 12 баллов — Борис.').waitFor();
  await chapter(page, 'Анна').press('Enter');
  await page.locator('a[aria-current="true"]', { hasText: 'Анна' }).waitFor();
  await expect.poll(() => second(page)).toBeGreaterThanOrEqual(2);
  expect(await second(page)).toBeLessThan(24);
  await page.getByText('Жюри: Псков. 12 баллов — Анна.').waitFor();
  expect(await page.getByText('Тверь').count()).toBe(0);
  await page.context().close();
});

test('the page of a contestant leads to the place of the recording, which plays from there', async () => {
  await put(OVER);
  const { page } = await open('/programme/boris');
  await page.getByRole('link', { name: 'Смотреть выступление в записи' }).click();
  await page.waitForURL('**/watch?t=90');
  await expect.poll(() => second(page)).toBeGreaterThanOrEqual(30);
  await page.locator('a[aria-current="true"]', { hasText: 'Борис' }).waitFor();
  await page.context().close();
});
