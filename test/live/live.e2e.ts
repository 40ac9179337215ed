import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addShow, arm, FINAL, jury, putOnStage, reveal } from '../programme/show.ts';
import { putClockAhead } from '../rig/browser/clock.ts';
import { serveStream } from '../rig/browser/stream.ts';
import { BUTTON, isSameDocument, isStream, needNight, timeLeft, visitPaused } from './night.ts';

const night = await needNight();

test('open pages follow the stream, the vote and the news, in two browsers and without reload', async () => {
  const pages = await Promise.all([night.visit('/watch'), night.visit('/watch'), night.visit('/vote')]);
  const home = await night.visit('/');
  const [first, second, vote] = pages as [Page, Page, Page];
  await expect.poll(() => vote.locator(BUTTON).count()).toBe(0);
  await night.put('/vote-settings', { is_voting_enabled: true });
  await night.putWatch({ is_stream_enabled: true });
  for (const page of [first, second]) await page.locator('iframe[src^="/player"]').waitFor();
  await vote.locator(BUTTON).waitFor();
  await home.getByText('Идёт сейчас').waitFor();
  await home.locator('header').getByText('идёт эфир').waitFor({ state: 'attached' });
  await home.locator('header').getByText('открыто').waitFor({ state: 'attached' });
  await home.getByRole('status').getByText('Прямой эфир начался.').waitFor({ state: 'attached' });

  await night.put('/vote-settings', { is_voting_enabled: false });
  await vote.locator(BUTTON).waitFor({ state: 'detached' });
  await home.getByText('Завершено', { exact: true }).waitFor();
  await vote.getByRole('heading', { name: 'Голосование завершено' }).waitFor();
  await home.getByRole('heading', { name: 'Голоса считают' }).waitFor();
  await night.publish('Свежая новость');
  await home.getByText('Свежая новость').first().waitFor();
  await night.putWatch({ is_stream_enabled: false, is_stream_over: true });
  for (const page of [first, second]) {
    await page.getByRole('heading', { name: 'Эфир завершён' }).waitFor();
    await expect.poll(() => page.locator('iframe').count()).toBe(0);
  }
  for (const page of [...pages, home]) expect(await isSameDocument(page)).toBe(true);
});

test('a press on stage, a step of the results and a switch cost open pages no request', async () => {
  const { id, ids } = await addShow(night.ask, ['Анна', 'Борис', 'Вера']);
  await arm(night.ask, id, jury({ Тверь: [[ids[0], 12]], Псков: [[ids[1], 12]], Омск: [[ids[2], 12]] }));
  await reveal(night.ask, id);
  await putOnStage(night.ask, id, ids[0] ?? 0);
  const paths = ['/', '/watch', '/vote', '/results', `/results?screen=${id}`, '/programme'];
  const pages = await Promise.all(paths.map((path) => night.visit(path)));
  // Lists that changed before the pages were open are read within five seconds.
  for (const page of pages) await page.waitForLoadState('networkidle');
  const asked: string[] = [];
  for (const page of pages) page.on('request', (request) => asked.push(request.url()));
  await putOnStage(night.ask, id, ids[1] ?? 0);
  await reveal(night.ask, id);
  await night.put('/vote-settings', { is_voting_enabled: true });
  const [, , vote, results, hall] = pages as [Page, Page, Page, Page, Page];
  await vote.locator(BUTTON).waitFor();
  for (const page of [results, hall]) await page.getByText('Открыто 2 из 3').first().waitFor();
  // A page that reads its data again does so within five seconds.
  await vote.waitForTimeout(6000);
  expect(asked.filter((url) => !isStream(url))).toEqual([]);
  await night.put(`/admin/shows/${id}`, { ...FINAL, is_public: false });
});

test('the vote opens at the server’s second, on clocks that are ten minutes off and on a page that nobody tells', async () => {
  // Pages may take longer to open than the wait lasts.
  await night.openVoteIn(50 * 60_000);
  const told = await Promise.all(
    [-600_000, 0, 600_000].map((by) => night.visit('/vote', (page) => page.addInitScript(putClockAhead, by))),
  );
  for (const page of told) await expect.poll(() => timeLeft(page)).toMatch(/^Через [45]\d\sмин( \d+\sс)?$/);
  const opensAt = await night.openVoteIn(15_000);
  for (const page of told) {
    await expect.poll(() => timeLeft(page)).toMatch(/^Через 1?\d\sс$/);
    expect(await page.content()).not.toContain('vote.example.org');
  }
  const untold = await night.visit('/vote', (deaf) => deaf.route(isStream, (route) => route.abort()));
  for (const page of [...told, untold]) {
    await page.locator(BUTTON).waitFor();
    expect(Date.now()).toBeGreaterThanOrEqual(opensAt);
  }
});

test('a viewer of our player sees who is on stage, and the points, at the moment of the picture, not before it', async () => {
  const stream = await serveStream();
  const { id: show, ids } = await addShow(night.ask, ['Анна', 'Борис']);
  await arm(night.ask, show, jury({ Псков: [[ids[0], 12]], Тверь: [[ids[1], 12]] }));
  const { page, video } = await visitPaused(night, stream.address);

  for (const id of ids) await putOnStage(night.ask, show, id);
  await reveal(night.ask, show, 2);
  // An event after them: what they bring is known.
  await night.putWatch({ title: 'Эфир идёт' });
  await page.getByRole('heading', { name: 'Эфир идёт' }).waitFor();
  await page.getByRole('link', { name: 'Баллы жюри и зрителей' }).waitFor();
  expect(await page.getByText(/Сейчас на сцене|12 баллов/).count()).toBe(0);
  expect(await (await fetch(`${night.server.origin}/watch`)).text()).not.toContain('12 баллов');

  await video.evaluate((element) => (element as HTMLVideoElement).play());
  await page.getByText('Сейчас на сцене: Борис').waitFor();
  const board = page.getByRole('region', { name: 'Итоги' });
  await board.getByRole('link', { name: 'Борис' }).waitFor();
  await board.getByText('Жюри: Тверь. 12 баллов — Борис.').waitFor();
  const { steps } = await night.read<{ steps: { at: string }[] }>('/results');
  const moment = await page.evaluate(() => {
    const { told } = window as unknown as { told: { moment: number; rate: number; heardAt: number } };
    return told.moment + told.rate * (performance.now() - told.heardAt);
  });
  expect(moment).toBeGreaterThanOrEqual(Date.parse(steps[1]?.at ?? ''));
  await stream.cut();
});
