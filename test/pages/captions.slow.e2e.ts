import { readFile } from 'node:fs/promises';
import path from 'node:path';
import Fastify from 'fastify';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { findBarriers } from '../rig/browser/panel.ts';
import type { VisitOptions, WatchedPage } from '../rig/browser/visits.ts';
import { needBrowser } from '../rig/needs.ts';

const TYPES: Record<string, string> = { '.m3u8': 'application/vnd.apple.mpegurl', '.vtt': 'text/vtt' };

const { server, visit, ask } = await needBrowser();
const stream = await serveCaptioned();
afterAll(stream.stop);
const words = { title: 'Финал', description: 'Прямой эфир', is_stream_enabled: true, stream_url: stream.address };
await ask('PUT', '/watch-settings', words);

const PLAYER = `${server.origin}/player?src=${encodeURIComponent(stream.address)}`;

async function open(options: VisitOptions = {}): Promise<WatchedPage> {
  const page = await visit(PLAYER, { locale: 'ru-RU', viewport: { width: 1366, height: 768 }, ...options });
  await expect.poll(() => optionsOf(page, 'Субтитры')).toContain('Live captions');
  return page;
}

const menu = (page: Page, name: string) => page.getByRole('combobox', { name });
const optionsOf = (page: Page, name: string) => menu(page, name).locator('option').allTextContents();
const chosenIn = (page: Page, name: string) => menu(page, name).locator('option:checked').textContent();
const captionsOf = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) =>
    Array.from(video.textTracks)
      .filter(({ mode }) => mode === 'showing')
      .flatMap(({ activeCues }) => Array.from(activeCues ?? []))
      .map((cue) => (cue as VTTCue).text),
  );

test('two keys switch captions on; those in the picture (CEA-608) and in files (WebVTT) are chosen in one menu, one at a time', async () => {
  const page = await open();
  expect(await captionsOf(page)).toEqual([]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => captionsOf(page)).toEqual(['Играет оркестр']);
  expect([page.complaints, await findBarriers(page)]).toEqual([[], []]);
  const offered = ['Субтитры: выключены', 'Русские', 'English', 'Утеряны', 'Live captions'];
  expect(await optionsOf(page, 'Субтитры')).toEqual(offered);
  await menu(page, 'Субтитры').selectOption('Live captions');
  await expect.poll(() => captionsOf(page)).toEqual(['APPLAUSE']);
  await menu(page, 'Субтитры').selectOption('English');
  await expect.poll(() => captionsOf(page)).toEqual(['The orchestra plays']);
  // Those that are missing are offered no more, and the picture and the others go on.
  const refused = page.waitForResponse((response) => response.url().endsWith('/none.m3u8'));
  await menu(page, 'Субтитры').selectOption('Утеряны');
  expect((await refused).status()).toBe(404);
  await expect.poll(() => optionsOf(page, 'Субтитры')).not.toContain('Утеряны');
  await menu(page, 'Субтитры').selectOption('Русские');
  await expect.poll(() => captionsOf(page)).toEqual(['Играет оркестр']);
});

test('captions and the language of the sound are as the visitor left them, after a decision what may be stored', async () => {
  for (const [stored, expected] of [
    [{ cookieConsent: 'false' }, ['English', 'Русский, тифлокомментарий']],
    [{}, ['Субтитры: выключены', 'Русский']],
  ] as const) {
    const first = await open({ stored });
    await menu(first, 'Субтитры').selectOption('English');
    await menu(first, 'Звук').selectOption('Русский, тифлокомментарий');
    await expect.poll(() => chosenIn(first, 'Звук')).toBe('Русский, тифлокомментарий');
    await expect.poll(() => captionsOf(first)).toEqual(['The orchestra plays']);
    const page = await first.context().newPage();
    await page.goto(PLAYER);
    const shown = async () => [await chosenIn(page, 'Субтитры'), await chosenIn(page, 'Звук')];
    await expect.poll(shown).toEqual(expected);
    await first.leave();
  }
});

test('captions and menus follow the low-vision view of the page around, without a reload', async () => {
  const page = await visit(`${server.origin}/watch`, { viewport: { width: 1366, height: 768 } });
  const player = page.frameLocator('iframe');
  const captions = player.locator('label', { hasText: 'Субтитры' });
  await captions.waitFor();
  const look = () =>
    captions.evaluate((label) => {
      const { backgroundColor, color } = getComputedStyle(label);
      return [backgroundColor, color, getComputedStyle(document.documentElement).fontSize];
    });
  await page.locator('#view summary').click();
  await page.getByRole('button', { name: 'Чёрным по белому' }).click();
  await page.getByRole('button', { name: '200 %' }).click();
  await expect.poll(look).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)', '32px']);
  await page.getByRole('button', { name: 'Как на сайте' }).click();
  await page.getByRole('button', { name: '100 %' }).click();
  await expect.poll(look).toEqual(['rgba(7, 5, 16, 0.82)', 'rgb(255, 255, 255)', '16px']);
});

test('the system shows the poster', async () => {
  const page = await open();
  await expect.poll(() => page.evaluate(() => navigator.mediaSession.metadata?.title)).toBe('Финал');
  const poster = await page.evaluate(() => navigator.mediaSession.metadata?.artwork[0]?.src ?? '');
  expect((await fetch(poster)).headers.get('content-type')).toBe('image/jpeg');
});

/** A recording of 90 seconds in two languages, one of them also described, with subtitles of which one file is lost. */
async function serveCaptioned(): Promise<{ address: string; stop: () => Promise<void> }> {
  const app = Fastify({ forceCloseConnections: true });
  app.addHook('onSend', async (_request, reply) => void reply.header('Access-Control-Allow-Origin', '*'));
  app.get('/none.m3u8', async (_request, reply) => reply.code(404).send());
  app.get<{ Params: { file: string } }>('/:file', async ({ params: { file }, headers: { range } }, reply) => {
    const bytes = await readFile(new URL(`../rig/browser/captions/${file}`, import.meta.url));
    reply.type(TYPES[path.extname(file)] ?? 'video/mp4');
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
    if (from === undefined) return reply.send(bytes);
    const part = bytes.subarray(Number(from), Number(to) + 1);
    return reply.code(206).header('Content-Range', `bytes ${from}-${to}/${bytes.length}`).send(part);
  });
  return { address: `${await app.listen({ port: 0, host: '127.0.0.1' })}/master.m3u8`, stop: () => app.close() };
}
