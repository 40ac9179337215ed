import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { ADMIN, startServer, type TestServer } from './server.ts';
import { type CutStream, serveStream } from './stream.ts';

let server: TestServer;
let browser: Browser;
let token: string;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchBrowser()]);
  const login = await fetch(`${server.origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  ({ token } = (await login.json()) as { token: string });
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});
beforeEach(async () => {
  await put('/api/watch-settings', {
    ...WORDS,
    is_stream_enabled: false,
    stream_url: null,
    sources: [],
    active_source: null,
  });
  await put('/api/vote-settings', CLOSED);
});
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});

const WORDS = { title: 'Финал «Рампы»', description: 'Прямой эфир из зала' };
const VOTE = 'https://vote.example.org/room';
const CLOSED = {
  is_voting_enabled: false,
  voting_url: VOTE,
  opens_at: null,
  closes_at: null,
  spread_seconds: 0,
  vote_state: null,
};
const BUTTON = 'a[href^="https://vote.example.org"]';

async function put(path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const answer = await fetch(server.origin + path, { method: 'PUT', headers, body: JSON.stringify(body) });
  expect([answer.status, answer.ok ? '' : await answer.text()]).toEqual([200, '']);
}

/** A visitor with a browser of their own, on a page that already hears of changes. */
async function visit(path: string, prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
  const context = await browser.newContext({ locale: 'ru-RU' });
  contexts.push(context);
  const page = await context.newPage();
  await prepare?.(page);
  const heard = page.waitForRequest((request) => request.url().endsWith('/api/live'));
  await page.goto(server.origin + path);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await heard;
  return page;
}

const isSameDocument = (page: Page) => page.evaluate(() => 'sameDocument' in window);

describe('an open page', () => {
  test('goes from waiting to the player and back, in two browsers, without reload', async () => {
    const pages = await Promise.all([visit('/watch'), visit('/watch')]);
    for (const page of pages) await page.getByRole('heading', { level: 1 }).waitFor();
    await put('/api/watch-settings', { ...WORDS, is_stream_enabled: true });
    for (const page of pages) await page.locator('iframe[src^="/player"]').waitFor();
    await put('/api/watch-settings', { ...WORDS, is_stream_enabled: false });
    for (const page of pages) {
      await page.locator('iframe').waitFor({ state: 'detached' });
      expect(await isSameDocument(page)).toBe(true);
    }
  });

  test('shows the vote button, the marks of the menu and the home page’s answers as they change', async () => {
    const [vote, home] = await Promise.all([visit('/vote'), visit('/')]);
    expect(await vote.locator(BUTTON).count()).toBe(0);
    await put('/api/vote-settings', { is_voting_enabled: true });
    await put('/api/watch-settings', { ...WORDS, is_stream_enabled: true });
    await vote.locator(BUTTON).waitFor();
    await home.getByText('Идёт сейчас').waitFor();
    await home.locator('header').getByText('идёт эфир').waitFor({ state: 'attached' });
    await home.locator('header').getByText('открыто').waitFor({ state: 'attached' });
    await home.getByRole('status').getByText('Прямой эфир начался.').waitFor({ state: 'attached' });
    await put('/api/vote-settings', { is_voting_enabled: false });
    await vote.locator(BUTTON).waitFor({ state: 'detached' });
    expect([await isSameDocument(vote), await isSameDocument(home)]).toEqual([true, true]);
  });

  test('reads its lists again when there is news', async () => {
    const home = await visit('/');
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    await fetch(`${server.origin}/api/admin/news`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ title: 'Свежая новость' }),
    });
    await home.getByText('Свежая новость').first().waitFor();
    expect(await isSameDocument(home)).toBe(true);
  });

  test('shares one connection among the tabs of a browser', async () => {
    const first = await visit('/watch');
    const second = await first.context().newPage();
    let connections = 0;
    second.on('request', (request) => {
      if (request.url().endsWith('/api/live')) connections += 1;
    });
    await second.goto(`${server.origin}/watch`);
    await second.waitForTimeout(2500);
    await put('/api/watch-settings', { ...WORDS, is_stream_enabled: true });
    await second.locator('iframe[src^="/player"]').waitFor();
    expect(connections).toBe(0);
    await first.close();
    await put('/api/watch-settings', { ...WORDS, is_stream_enabled: false });
    await second.locator('iframe').waitFor({ state: 'detached' });
    expect(connections).toBe(1);
  });

  test('polls when there are no events to be had', async () => {
    const page = await visit('/watch', (blocked) =>
      blocked.route('**/api/live', (route) => route.fulfill({ status: 503, headers: { 'retry-after': '30' } })),
    );
    await put('/api/watch-settings', { ...WORDS, is_stream_enabled: true });
    await page.locator('iframe[src^="/player"]').waitFor();
  });

  test('only offers what is new while the visitor keeps it still', async () => {
    const page = await visit('/vote');
    await page.waitForTimeout(500);
    await page.evaluate(() => document.documentElement.setAttribute('data-still', ''));
    await put('/api/vote-settings', { is_voting_enabled: true });
    const offer = page.getByRole('button', { name: 'Показать', exact: true });
    await offer.waitFor();
    expect(await page.locator(BUTTON).count()).toBe(0);
    await offer.click();
    await page.locator(BUTTON).waitFor();
  });
});

describe('the window of the vote', () => {
  const TEN_MINUTES = 600_000;
  const wrongClock = (by: number) => (page: Page) =>
    page.addInitScript((shift) => {
      const now = Date.now.bind(Date);
      window.Date = class extends Date {
        constructor(...given: []) {
          if (given.length === 0) super(now() + shift);
          else super(...given);
        }
        static override now() {
          return now() + shift;
        }
      } as DateConstructor;
    }, by);

  test.each([-TEN_MINUTES, 0, TEN_MINUTES])('opens at the server’s second on a clock that is %i ms off', async (by) => {
    const opensAt = Date.now() + 6000;
    await put('/api/vote-settings', { is_voting_enabled: true, opens_at: new Date(opensAt).toISOString() });
    const page = await visit('/vote', wrongClock(by));
    const left = () => page.getByRole('timer').evaluate((timer) => timer.shadowRoot?.textContent);
    await expect.poll(left).toMatch(/^Через 00:0\d$/);
    expect(await page.content()).not.toContain('vote.example.org');
    await page.locator(BUTTON).waitFor();
    expect(Date.now()).toBeGreaterThanOrEqual(opensAt);
    await put('/api/vote-settings', CLOSED);
  });

  test('opens by the page’s own reckoning when nobody tells it', async () => {
    const opensAt = Date.now() + 6000;
    await put('/api/vote-settings', { is_voting_enabled: true, opens_at: new Date(opensAt).toISOString() });
    const page = await visit('/vote', (deaf) => deaf.route('**/api/live*', (route) => route.abort()));
    await page.locator(BUTTON).waitFor();
    expect(Date.now()).toBeGreaterThanOrEqual(opensAt);
  });

  test('waits for the moment that the page drew when the opening is spread', async () => {
    const opensAt = Date.now() + 1000;
    const opening = { is_voting_enabled: true, opens_at: new Date(opensAt).toISOString(), spread_seconds: 8 };
    await put('/api/vote-settings', opening);
    const draw = (lot: number) => (page: Page) =>
      page.addInitScript((value) => {
        Math.random = () => value;
      }, lot);
    const [early, late] = await Promise.all([visit('/vote', draw(0.1)), visit('/vote', draw(0.9))]);
    await early.locator(BUTTON).waitFor();
    expect(await late.locator(BUTTON).count()).toBe(0);
    await late.getByText('Голосование открывается').waitFor();
    await late.locator(BUTTON).waitFor();
    expect(Date.now()).toBeGreaterThanOrEqual(opensAt + 0.9 * 8000 - 600);
  });
});

describe('the sources of the stream', () => {
  let main: CutStream;
  let spare: CutStream;
  beforeEach(async () => {
    [main, spare] = await Promise.all([serveStream(), serveStream()]);
    const sources = [
      { id: 'main', title: 'Основной', stream_url: main.address },
      { id: 'spare', title: 'Запасной', stream_url: spare.address },
    ];
    await put('/api/watch-settings', { ...WORDS, is_stream_enabled: true, sources });
  });
  afterEach(async () => {
    await Promise.all([main.cut(), spare.cut()]);
  });

  const playing = async (page: Page, stream: CutStream) => {
    const player = page.frameLocator(`iframe[src*="${encodeURIComponent(stream.address)}"]`);
    await expect
      .poll(() =>
        player
          .locator('video')
          .evaluate((video: HTMLVideoElement) => video.currentTime)
          .catch(() => 0),
      )
      .toBeGreaterThan(0.3);
  };

  test('the next one plays when the one that is watched is cut', async () => {
    const page = await visit('/watch');
    await playing(page, main);
    await main.cut();
    await playing(page, spare);
    await page.getByRole('status').getByText('«Основной» не отвечает. Показываем «Запасной».').waitFor();
  });

  test('the next one plays when the first does not start', async () => {
    await main.cut();
    await playing(await visit('/watch'), spare);
  });

  test('a visitor’s choice lasts until the editor moves everybody', async () => {
    const page = await visit('/watch');
    await page.getByRole('button', { name: /Принять/ }).click();
    await page.getByRole('link', { name: 'Запасной' }).click();
    await playing(page, spare);
    const heard = page.waitForResponse((response) => response.url().endsWith('/api/live'));
    await page.reload();
    await playing(page, spare);
    await heard;
    await put('/api/watch-settings', { ...WORDS, active_source: 'spare' });
    await put('/api/watch-settings', { ...WORDS, active_source: 'main' });
    await playing(page, main);
    expect(await page.getByRole('link', { name: 'Основной' }).getAttribute('aria-current')).toBe('true');
  });
});
