import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { launchBrowser } from './browser.ts';
import { ADMIN, startServer, type TestServer } from './server.ts';

export const WORDS = { title: 'Финал «Рампы»', description: 'Прямой эфир из зала' };
const VOTE = 'https://vote.example.org/room';
export const BUTTON = 'a[href^="https://vote.example.org"]';

/** A server, its editor, and visitors each with a browser of their own. */
export interface Night {
  server: TestServer;
  put: (path: string, body: object) => Promise<void>;
  publish: (title: string) => Promise<void>;
  /** A visitor on a page that already hears of changes. */
  visit: (path: string, prepare?: (page: Page) => Promise<unknown>) => Promise<Page>;
  /** The stream is off, the vote is closed and has no window. */
  reset: () => Promise<void>;
  leaveAll: () => Promise<void>;
  close: () => Promise<void>;
}

/** A night for the tests of a file: there before the first of them, reset before each, left by its visitors after each. */
export function keepNight(): Night {
  const night = {} as Night;
  beforeAll(async () => {
    Object.assign(night, await openNight());
  });
  afterAll(() => night.close());
  beforeEach(() => night.reset());
  afterEach(() => night.leaveAll());
  return night;
}

async function openNight(): Promise<Night> {
  const [server, browser] = await Promise.all([startServer(), launchBrowser()]);
  const contexts: BrowserContext[] = [];
  const token = await signIn(server);

  async function call(method: string, path: string, body: object): Promise<void> {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const answer = await fetch(server.origin + path, { method, headers, body: JSON.stringify(body) });
    expect([path, answer.ok ? '' : await answer.text()]).toEqual([path, '']);
  }

  const put = (path: string, body: object) => call('PUT', path, body);
  return {
    server,
    put,
    publish: (title) => call('POST', '/api/admin/news', { title }),
    visit: (path, prepare) => visit(browser, contexts, server.origin + path, prepare),
    async reset() {
      const source = { stream_url: null, sources: [], active_source: null };
      await put('/api/watch-settings', { ...WORDS, is_stream_enabled: false, ...source });
      const noWindow = { opens_at: null, closes_at: null, spread_seconds: 0, vote_state: null };
      await put('/api/vote-settings', { is_voting_enabled: false, voting_url: VOTE, ...noWindow });
    },
    async leaveAll() {
      for (const context of contexts.splice(0)) await context.close();
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

async function visit(
  browser: Browser,
  contexts: BrowserContext[],
  address: string,
  prepare?: (page: Page) => Promise<unknown>,
): Promise<Page> {
  const context = await browser.newContext({ locale: 'ru-RU' });
  contexts.push(context);
  const page = await context.newPage();
  await prepare?.(page);
  const heard = page.waitForRequest((request) => request.url().endsWith('/api/live'));
  await page.goto(address);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await heard;
  return page;
}

export const isSameDocument = (page: Page) => page.evaluate(() => 'sameDocument' in window);
