import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { launchBrowser } from '../rig/browser/browser.ts';
import { createVisits, type Visit } from '../rig/browser/visits.ts';
import { ADMIN, startServer, type TestServer } from '../rig/server.ts';

export const WORDS = { title: 'Финал «Рампы»', description: 'Прямой эфир из зала' };
const VOTE = 'https://vote.example.org/room';
export const BUTTON = 'a[href^="https://vote.example.org"]';

/** A server, its editor, and visitors each with a browser of their own. */
export interface Night {
  server: TestServer;
  /** Sends the editor's token. A response holds those of the fields that its route has. */
  call: (method: string, path: string, body: object) => Promise<{ id: number; seq: number }>;
  put: (path: string, body: object) => Promise<void>;
  publish: (title: string) => Promise<void>;
  /** A visitor on a page that already hears of changes. */
  visit: (path: string, prepare?: (page: Page) => Promise<unknown>) => Promise<Page>;
  /** The stream is off, the vote is closed and has no window. */
  reset: () => Promise<void>;
  close: () => Promise<void>;
}

/** A night for the tests of a file: there before the first of them, reset before each. */
export function keepNight(): Night {
  const night = {} as Night;
  beforeAll(async () => {
    Object.assign(night, await openNight());
  });
  afterAll(() => night.close());
  beforeEach(() => night.reset());
  return night;
}

async function openNight(): Promise<Night> {
  const [server, browser] = await Promise.all([startServer(), launchBrowser()]);
  const open = createVisits(browser);
  const token = await signIn(server);

  const call: Night['call'] = async (method, path, body) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const answer = await fetch(server.origin + path, { method, headers, body: JSON.stringify(body) });
    const text = await answer.text();
    expect([path, answer.ok ? '' : text]).toEqual([path, '']);
    return JSON.parse(text);
  };

  const put = async (path: string, body: object): Promise<void> => {
    await call('PUT', path, body);
  };
  return {
    server,
    call,
    put,
    publish: async (title) => {
      await call('POST', '/api/admin/news', { title });
    },
    visit: (path, prepare) => visit(open, server.origin + path, prepare),
    async reset() {
      const source = { stream_url: null, sources: [], active_source: null };
      await put('/api/watch-settings', { ...WORDS, is_stream_enabled: false, is_stream_over: false, ...source });
      const noWindow = { opens_at: null, closes_at: null, spread_seconds: 0, vote_state: null, is_voting_over: false };
      await put('/api/vote-settings', { is_voting_enabled: false, voting_url: VOTE, ...noWindow });
    },
    async close() {
      await browser.close();
      await server.stop();
    },
  };
}

async function signIn({ origin }: TestServer): Promise<string> {
  const login = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  return ((await login.json()) as { token: string }).token;
}

async function visit(open: Visit, address: string, prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
  const { promise: heard, resolve } = Promise.withResolvers<void>();
  const page = await open(address, {
    locale: 'ru-RU',
    prepare: async (early) => {
      await prepare?.(early);
      early.on('request', (request) => {
        if (request.url().endsWith('/api/live')) resolve();
      });
    },
  });
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await heard;
  return page;
}

export const isSameDocument = (page: Page) => page.evaluate(() => 'sameDocument' in window);
