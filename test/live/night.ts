import type { Page } from 'playwright-core';
import { beforeEach, expect } from 'vitest';
import { needBrowser } from '../rig/needs.ts';

const WORDS = { title: 'Финал «Рампы»', description: 'Прямой эфир из зала' };
export const BUTTON = 'a[href^="https://vote.example.org"]';

/** A night for the tests of a file. Before each the stream is off, the vote is closed and has no window, and no show is public. */
export async function needNight() {
  const { server, browser, ask, open, visit } = await needBrowser();
  const put = async (path: string, body: object) => void (await ask('PUT', path, body));
  const putWatch = (change: object) => put('/watch-settings', { ...WORDS, ...change });
  beforeEach(async () => {
    const source = { stream_url: null, player_url: null, sources: [], active_source: null, delay_seconds: 0 };
    await putWatch({ is_stream_enabled: false, is_stream_over: false, ...source });
    const noWindow = { opens_at: null, closes_at: null, spread_seconds: 0, vote_state: null, is_voting_over: false };
    await put('/vote-settings', { is_voting_enabled: false, voting_url: 'https://vote.example.org/room', ...noWindow });
    const { shows } = await ask<{ shows: object[] }>('GET', '/programme');
    for (const show of shows as { id: number }[]) await put(`/admin/shows/${show.id}`, { ...show, is_public: false });
  });
  return {
    ...{ server, browser, ask, open, put, putWatch },
    /** Lets the vote open in so many ms; gives that moment. */
    openVoteIn: async (ms: number, more: object = {}) => {
      const opensAt = Date.now() + ms;
      await put('/vote-settings', { is_voting_enabled: true, opens_at: new Date(opensAt).toISOString(), ...more });
      return opensAt;
    },
    publish: async (title: string) => void (await ask('POST', '/admin/news', { title })),
    read: async <Answer>(path: string) => (await (await fetch(`${server.origin}/api${path}`)).json()) as Answer,
    visit: async (path: string, prepare?: (page: Page) => Promise<unknown>): Promise<Page> => {
      const { promise: heard, resolve, reject } = Promise.withResolvers<void>();
      const page = await visit(server.origin + path, {
        locale: 'ru-RU',
        prepare: async (early) => {
          await prepare?.(early);
          early.on('response', (response) => isStream(response.url()) && resolve());
          early.on('requestfailed', (request) => isStream(request.url()) && resolve());
        },
      });
      await page.evaluate(() => Object.assign(window, { sameDocument: true }));
      const mute = setTimeout(() => reject(new Error(`${path} has no stream. ${page.complaints.join(' ')}`)), 60_000);
      await heard;
      clearTimeout(mute);
      return page;
    },
  };
}

/** A viewer whose picture of our player stands still. `told` of its window: what the player said last, and when that was heard. */
export async function visitPaused(night: Awaited<ReturnType<typeof needNight>>, stream_url: string) {
  await night.putWatch({ is_stream_enabled: true, stream_url });
  const page = await night.visit('/watch', (early) =>
    early.addInitScript(() => {
      // Reports of the player reach a page after its own script: it must not have been ahead of them.
      addEventListener('message', ({ data }) => {
        if (data?.type === 'rampa-player-moment')
          Object.assign(window, { told: { ...data, heardAt: performance.now() } });
      });
    }),
  );
  const video = page.frameLocator('iframe').locator('video');
  const rate = () => page.evaluate(() => (window as { told?: { rate: number } }).told?.rate ?? 0);
  // Not exactly 1: hls.js catches up at 1.1 on a busy machine.
  await expect.poll(rate).toBeGreaterThan(0);
  await video.evaluate((element) => (element as HTMLVideoElement).pause());
  await expect.poll(rate).toBe(0);
  return { page, video };
}

export const isStream = (url: URL | string) => /\/api\/live(\?since=[^&]*)?$/.test(String(url));

/** What the countdown says. */
export const timeLeft = (page: Page) => page.getByRole('timer').textContent();

export const isSameDocument = (page: Page) => page.evaluate(() => 'sameDocument' in window);
