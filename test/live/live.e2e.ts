import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type CutStream, serveStream } from '../rig/browser/stream.ts';
import { BUTTON, isSameDocument, keepNight, type Night, WORDS } from './night.ts';

const night = keepNight();
const put: Night['put'] = (...change) => night.put(...change);
const visit: Night['visit'] = (...going) => night.visit(...going);

describe('an open page', () => {
  test('goes from waiting to the player and back, in two browsers, without reload', async () => {
    const pages = await Promise.all([visit('/watch'), visit('/watch')]);
    for (const page of pages) await page.getByRole('heading', { level: 1 }).waitFor();
    await put('/api/watch-settings', { ...WORDS, is_stream_enabled: true });
    for (const page of pages) await page.locator('iframe[src^="/player"]').waitFor();
    await put('/api/watch-settings', { ...WORDS, is_stream_enabled: false, is_stream_over: true });
    for (const page of pages) {
      await page.getByRole('heading', { name: 'Трансляция завершена' }).waitFor();
      await expect.poll(() => page.locator('iframe').count()).toBe(0);
      expect(await isSameDocument(page)).toBe(true);
    }
  });

  test('shows the vote button, the marks of the menu and the home page’s answers as they change', async () => {
    const [vote, home] = await Promise.all([visit('/vote'), visit('/')]);
    await expect.poll(() => vote.locator(BUTTON).count()).toBe(0);
    await put('/api/vote-settings', { is_voting_enabled: true });
    await put('/api/watch-settings', { ...WORDS, is_stream_enabled: true });
    await vote.locator(BUTTON).waitFor();
    await home.getByText('Идёт сейчас').waitFor();
    await home.locator('header').getByText('идёт эфир').waitFor({ state: 'attached' });
    await home.locator('header').getByText('открыто').waitFor({ state: 'attached' });
    await home.getByRole('status').getByText('Прямой эфир начался.').waitFor({ state: 'attached' });
    await put('/api/vote-settings', { is_voting_enabled: false });
    await vote.locator(BUTTON).waitFor({ state: 'detached' });
    await home.getByText('Завершено', { exact: true }).waitFor();
    await vote.getByRole('heading', { name: 'Голосование завершено' }).waitFor();
    await home.getByRole('heading', { name: 'Голоса считают' }).waitFor();
    expect([await isSameDocument(vote), await isSameDocument(home)]).toEqual([true, true]);
  });

  test('reads its lists again when there is news', async () => {
    const home = await visit('/');
    await night.publish('Свежая новость');
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
    await second.goto(`${night.server.origin}/watch`);
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
    await expect.poll(() => page.locator(BUTTON).count()).toBe(0);
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
    const opensAt = Date.now() + 9000;
    await put('/api/vote-settings', { is_voting_enabled: true, opens_at: new Date(opensAt).toISOString() });
    const page = await visit('/vote', wrongClock(by));
    const left = () => page.getByRole('timer').evaluate((timer) => timer.shadowRoot?.textContent);
    await expect.poll(left).toMatch(/^Через 00:0\d$/);
    expect(await page.content()).not.toContain('vote.example.org');
    await page.locator(BUTTON).waitFor();
    expect(Date.now()).toBeGreaterThanOrEqual(opensAt);
    await night.reset();
  });

  test('opens by the page’s own reckoning when nobody tells it', async () => {
    const opensAt = Date.now() + 9000;
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
    await expect.poll(() => late.locator(BUTTON).count()).toBe(0);
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
    await expect.poll(() => page.getByRole('link', { name: 'Основной' }).getAttribute('aria-current')).toBe('true');
  });

  test('sign language that was chosen stays when the editor moves everybody, and after it is cut the main one plays', async () => {
    const signed = await serveStream();
    const sources = [
      { id: 'main', title: 'Основной', stream_url: main.address },
      { id: 'signed', title: 'Второй экран', stream_url: signed.address, kind: 'sign' },
      { id: 'spare', title: 'Запасной', stream_url: spare.address },
    ];
    await put('/api/watch-settings', { ...WORDS, sources });
    const page = await visit('/watch');
    await page.getByRole('button', { name: /Принять/ }).click();
    await page.getByRole('link', { name: /Второй экран\s*Жестовый язык/ }).click();
    await playing(page, signed);
    await put('/api/watch-settings', { ...WORDS, active_source: 'spare' });
    const heard = page.waitForResponse((response) => response.url().endsWith('/api/live'));
    await page.reload();
    await heard;
    await playing(page, signed);
    const told = page.getByRole('status');
    await put('/api/watch-settings', { ...WORDS, sources: sources.toSpliced(1, 1) });
    await told.getByText('«Второй экран» больше не идёт. Показываем «Запасной». Пока без жестового языка.').waitFor();
    await put('/api/watch-settings', { ...WORDS, sources });
    await playing(page, signed);
    await signed.cut();
    await told.getByText('«Второй экран» не отвечает. Показываем «Основной». Пока без жестового языка.').waitFor();
    await playing(page, main);
    await main.cut();
    await playing(page, spare);
    await told.getByText('«Основной» не отвечает. Показываем «Запасной». Пока без жестового языка.').waitFor();
  });
});
