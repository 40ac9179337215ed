import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addShow, arm, jury, putOnStage, reveal } from '../programme/show.ts';
import { passSeconds } from '../rig/browser/clock.ts';
import { type CutStream, serveStream } from '../rig/browser/stream.ts';
import { BUTTON, isStream, needNight } from './night.ts';

const night = await needNight();

test('an open page shares one connection among the tabs of a browser', async () => {
  const first = await night.visit('/watch');
  const second = await first.context().newPage();
  let connections = 0;
  second.on('request', (request) => {
    if (isStream(request.url())) connections += 1;
  });
  await second.goto(`${night.server.origin}/watch`);
  await night.putWatch({ is_stream_enabled: true });
  await second.locator('iframe[src^="/player"]').waitFor();
  expect(connections).toBe(0);
  await first.close();
  await night.putWatch({ is_stream_enabled: false });
  await second.locator('iframe').waitFor({ state: 'detached' });
  expect(connections).toBe(1);
});

test('an open page hears of changes while the tab that has the connection stands still in a dialog', async () => {
  const first = await night.visit('/about');
  const second = await first.context().newPage();
  await second.clock.install();
  await second.goto(`${night.server.origin}/vote`);
  await second.waitForTimeout(1500);
  // A dialog would stop all pages of its process: here two of them.
  await first.evaluate(() => {
    BroadcastChannel.prototype.postMessage = () => {};
  });
  await night.put('/vote-settings', { is_voting_enabled: true });
  await second.waitForTimeout(500);
  expect(await second.locator(BUTTON).count()).toBe(0);
  await second.clock.runFor(50_000);
  await second.locator(BUTTON).waitFor({ timeout: 10_000 });
});

test('an open page hears of changes although their code did not come at first', async () => {
  let refused = 0;
  const page = await night.visit('/watch', (early) =>
    early.route(/\/assets\/connection-/, (route) => {
      refused += 1;
      return refused === 1 ? route.abort() : route.continue();
    }),
  );
  await night.putWatch({ is_stream_enabled: true });
  await page.locator('iframe[src^="/player"]').waitFor();
  expect(refused).toBe(2);
});

test('an open page shows no urgent line that is older than the one it shows, and none that a restore took away', async () => {
  const state = await night.read<Record<string, unknown>>('/live?poll');
  const line = (id: string, number: number, text: string) => ({
    ...{ ...state, id, poll_seconds: 0.2 },
    urgent: { id: number, text, link: null, ends_at: null },
  });
  let told = line('aaaaaaaa.9', 9, 'Двери закрыты');
  let asked = 0;
  const page = await night.visit('/about', async (blocked) => {
    // It polls where there are no events to be had.
    await blocked.route(isStream, (route) => route.fulfill({ status: 503, headers: { 'retry-after': '30' } }));
    await blocked.route(/\/api\/live\?poll$/, (route) => {
      asked += 1;
      return route.fulfill({ json: told });
    });
  });
  const shown = page.locator('[data-urgent]');
  await shown.getByText('Двери закрыты').waitFor();
  told = line('aaaaaaaa.8', 8, 'Двери открыты');
  const before = asked;
  await expect.poll(() => asked).toBeGreaterThan(before + 2);
  expect(await shown.innerText()).toContain('Двери закрыты');
  told = line('bbbbbbbb.1', 0, '');
  await expect.poll(() => shown.innerText()).toBe('');
});

test('an open page shows neither the stage nor the board it was loaded with once a restore has taken them away', async () => {
  const { id, ids } = await addShow(night.ask, ['Ефросинья']);
  await putOnStage(night.ask, id, ids[0] ?? 0);
  await arm(night.ask, id, jury({ Псков: [[ids[0], 12]], Тула: [[ids[0], 10]] }));
  await reveal(night.ask, id);
  const state = await night.read<Record<'stage' | 'results', object>>('/live?poll');
  for (const [path, words] of [
    ['/programme', 'На сцене: Ефросинья'],
    ['/results', 'Жюри: Псков'],
  ] as const) {
    let told: object = { ...state, poll_seconds: 0.2 };
    const page = await night.visit(path, async (blocked) => {
      await blocked.route(/\.data/, (route) => route.abort());
      await blocked.route(/\/api\/results$/, (route) => route.abort());
      await blocked.route(isStream, (route) => route.fulfill({ status: 503, headers: { 'retry-after': '30' } }));
      await blocked.route(/\/api\/live\?poll$/, (route) => route.fulfill({ json: told }));
    });
    await page.waitForResponse((response) => response.url().endsWith('/api/live?poll'));
    const shown = page.locator('main').getByText(words).first();
    await shown.waitFor();
    const none = { show: null, state: 'none' };
    told = {
      ...{ ...state, id: 'bbbbbbbb.1', lists: 'bbbbbbbb.1', poll_seconds: 0.2 },
      stage: { ...state.stage, ...none, seq: 0, contestant: null, next: null, since: null },
      results: { ...state.results, ...none, seq: 0, after: 0, of: 0, revealed: 0 },
    };
    await expect.poll(() => shown.count()).toBe(0);
  }
});

test('an open page only offers what is new while the visitor keeps it still', async () => {
  const page = await night.visit('/vote');
  await page.evaluate(() => document.documentElement.setAttribute('data-still', ''));
  await night.put('/vote-settings', { is_voting_enabled: true });
  const offer = page.getByRole('button', { name: 'Показать', exact: true });
  await offer.waitFor();
  await expect.poll(() => page.locator(BUTTON).count()).toBe(0);
  await offer.click();
  await page.locator(BUTTON).waitFor();
});

test('an open page waits for the moment that it drew when the opening of the vote is spread', async () => {
  await night.openVoteIn(50 * 60_000, { spread_seconds: 6 });
  const draw = (lot: number) => (page: Page) =>
    page.addInitScript((value) => {
      Math.random = () => value;
    }, lot);
  const [early, late] = await Promise.all([night.visit('/vote', draw(0.1)), night.visit('/vote', draw(0.9))]);
  for (const page of [early, late]) await page.getByRole('timer').waitFor();
  const opensAt = await night.openVoteIn(7000);
  await early.locator(BUTTON).waitFor();
  await expect.poll(() => late.locator(BUTTON).count()).toBe(0);
  await late.getByText('Голосование открывается').waitFor();
  await late.locator(BUTTON).waitFor();
  expect(Date.now()).toBeGreaterThanOrEqual(opensAt + 0.9 * 6000 - 600);
});

describe('the sources of the stream', () => {
  let main: CutStream;
  let spare: CutStream;
  let sources: object[];
  beforeEach(async () => {
    [main, spare] = await Promise.all([serveStream(), serveStream()]);
    sources = [
      { id: 'main', title: 'Основной', stream_url: main.address },
      { id: 'spare', title: 'Запасной', stream_url: spare.address },
    ];
    await night.putWatch({ is_stream_enabled: true, sources, active_source: null });
  });
  afterEach(async () => {
    await Promise.all([main.cut(), spare.cut()]);
  });

  const frameOf = (stream: CutStream) => `iframe[src*="${encodeURIComponent(stream.address)}"]`;
  const playing = async (page: Page, stream: CutStream) => {
    const video = page.frameLocator(frameOf(stream)).locator('video');
    const time = () => video.evaluate(({ currentTime }: HTMLVideoElement) => currentTime).catch(() => 0);
    await expect.poll(time).toBeGreaterThan(0.3);
    return { video, time };
  };
  const reload = async (page: Page) => {
    const heard = page.waitForResponse((response) => isStream(response.url()));
    await page.reload();
    await heard;
  };

  test('a visitor’s choice lasts until the editor moves everybody; the next one plays when that is cut, and when the first does not start', async () => {
    const page = await night.visit('/watch');
    await page.getByRole('button', { name: /Принять/ }).click();
    await page.getByRole('link', { name: 'Запасной' }).click();
    await playing(page, spare);
    await night.putWatch({ active_source: 'spare' });
    await night.putWatch({ active_source: 'main' });
    await playing(page, main);
    await expect.poll(() => page.getByRole('link', { name: 'Основной' }).getAttribute('aria-current')).toBe('true');
    await main.cut();
    await playing(page, spare);
    await page.getByRole('status').getByText('«Основной» не отвечает. Показываем «Запасной».').waitFor();
    await playing(await night.visit('/watch'), spare);
  });

  test('sign language that was chosen stays when the editor moves everybody, and after it is cut the main one plays', async () => {
    const signed = await serveStream();
    const sign = { id: 'signed', title: 'Второй экран', stream_url: signed.address, kind: 'sign' };
    const withSign = sources.toSpliced(1, 0, sign);
    await night.putWatch({ sources: withSign });
    const page = await night.visit('/watch');
    await page.getByRole('button', { name: /Принять/ }).click();
    await page.getByRole('link', { name: /Второй экран\s*Жестовый язык/ }).click();
    await playing(page, signed);
    await night.putWatch({ active_source: 'spare' });
    await reload(page);
    await playing(page, signed);
    const told = page.getByRole('status');
    await night.putWatch({ sources });
    await told.getByText('«Второй экран» больше не идёт. Показываем «Запасной». Пока без жестового языка.').waitFor();
    await night.putWatch({ sources: withSign });
    await playing(page, signed);
    await signed.cut();
    await told.getByText('«Второй экран» не отвечает. Показываем «Основной». Пока без жестового языка.').waitFor();
    await playing(page, main);
    await main.cut();
    await playing(page, spare);
    await told.getByText('«Основной» не отвечает. Показываем «Запасной». Пока без жестового языка.').waitFor();
  });

  test('the one that is watched plays on while an editor corrects the words around it', async () => {
    const page = await night.visit('/watch');
    const { time } = await playing(page, main);
    let loads = 0;
    page.on('request', (request) => {
      if (request.url().includes('/player?')) loads += 1;
    });
    await night.putWatch({ title: 'Финал «Рампы»: начало' });
    await page.getByRole('heading', { level: 1, name: 'начало' }).waitFor();
    await page.waitForTimeout(500);
    expect(loads).toBe(0);
    expect(await time()).toBeGreaterThan(0.3);
  });

  test('the one that is watched asks anew before another host is asked for anything', async () => {
    const show = (player_url: string) => night.putWatch({ sources: [{ id: 'main', title: 'Основной', player_url }] });
    const foreign: string[] = [];
    await show('https://vk.com/video_ext.php?oid=1&id=2');
    const page = await night.visit('/watch', (viewer) =>
      viewer.route(/vk\.com|rutube\.ru/, (route) => {
        foreign.push(new URL(route.request().url()).hostname);
        return route.fulfill({ contentType: 'text/html', body: 'film' });
      }),
    );
    await page.getByRole('button', { name: 'Смотреть' }).click();
    await expect.poll(() => foreign).toEqual(['vk.com']);
    await show('https://rutube.ru/play/embed/2');
    await page.getByText('Видео загрузится с rutube.ru').waitFor();
    expect(foreign).toEqual(['vk.com']);
  });

  test('the one that is watched stays paused for a visitor who paused it, even when it dies meanwhile', async () => {
    const page = await night.visit('/watch', (early) => early.clock.install());
    const { video } = await playing(page, main);
    await video.evaluate((film: HTMLVideoElement) => film.pause());
    await main.cut();
    await passSeconds(page, 60, new URL(main.address).origin);
    await expect.poll(() => page.locator(frameOf(main)).count()).toBe(1);
    await video.evaluate((film: HTMLVideoElement) => void film.play());
    await page.locator(frameOf(spare)).waitFor();
  });
});
