import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addShow, FINAL, putOnStage } from '../programme/show.ts';
import { putClockAhead } from '../rig/browser/clock.ts';
import { noteShifts, shiftsOf } from '../rig/browser/shifts.ts';
import { needBrowser } from '../rig/needs.ts';

const MINUTE = 60_000;

const panel = await needBrowser();

const WORDS = { title: 'Финал', description: 'Эфир' };
const startsAt = (moment: number) =>
  panel.call('PUT', '/watch-settings', { ...WORDS, starts_at: new Date(moment).toISOString() });

/** A home page on a visitor's machine; `clockIsAhead` (ms) puts its clock wrong. */
function visit(options: BrowserContextOptions = {}, clockIsAhead = 0): Promise<Page> {
  const prepare = async (page: Page) => {
    if (clockIsAhead) await page.addInitScript(putClockAhead, clockIsAhead);
  };
  return panel.visit(panel.server.origin, { viewport: { width: 360, height: 740 }, ...options, prepare });
}

const timeLeft = async (page: Page) => (await page.getByRole('timer').first().innerText()).replace(/\s/g, ' ');

test('the count down tells days and hours, hours and minutes, by the server’s clock when the visitor’s is ten minutes behind', async () => {
  await startsAt(Date.now() + 3 * 24 * 60 * MINUTE + 4 * 60 * MINUTE + 59_000);
  const page = await visit({}, -10 * MINUTE);
  await expect.poll(() => timeLeft(page)).toBe('Через 3 дня 4 ч');
  await startsAt(Date.now() + 5 * 60 * MINUTE + 11 * MINUTE + 59_000);
  await page.reload();
  await expect.poll(() => timeLeft(page)).toBe('Через 5 ч 12 мин');
});

test('the count down ends at the second of the start', async () => {
  const start = Date.now() + 20_000;
  await startsAt(start);
  const page = await visit({}, 10 * MINUTE);
  await expect.poll(() => timeLeft(page)).toMatch(/^Через 1?\d с$/);
  await page.getByRole('timer').filter({ hasText: 'Вот-вот' }).waitFor();
  expect(Date.now()).toBeGreaterThan(start - 1000);
});

test('a hall’s screen says for a quarter of an hour that it is about to begin, nothing of it while the stage is on, and counts down to the next start', async () => {
  const { ask } = panel;
  const { id } = await addShow(ask, ['Анна']);
  const page = await panel.visit(`${panel.server.origin}/results?screen`);
  const soon = page.getByText('Баллы появятся здесь.');
  const startsIn = async (ms: number) => {
    await ask('PUT', `/admin/shows/${id}`, { ...FINAL, starts_at: new Date(Date.now() + ms).toISOString() });
    await page.reload();
  };
  await startsIn(-16 * MINUTE);
  await expect.poll(() => soon.isVisible()).toBe(true);
  await startsIn(-14 * MINUTE);
  await expect.poll(() => timeLeft(page)).toBe('Вот-вот начнётся');
  await putOnStage(ask, id, 'break');
  await expect.poll(() => soon.isVisible()).toBe(true);
  await putOnStage(ask, id, 'end');
  await startsIn(30 * MINUTE);
  await expect.poll(() => timeLeft(page)).toMatch(/^Через (29|30) мин/);
  await panel.call('DELETE', `/admin/shows/${id}`);
});

test('the count down does not tick for those who want less motion, and stands still while the visitor keeps the page still', async () => {
  await startsAt(Date.now() + 30 * MINUTE);
  const page = await visit({ reducedMotion: 'reduce' });
  await expect.poll(() => timeLeft(page)).toMatch(/^Через (29|30) мин$/);
  await page.evaluate(() => document.documentElement.setAttribute('data-still', ''));
  await expect.poll(() => timeLeft(page)).toBe('Ещё не начался');
  await page.evaluate(() => document.documentElement.removeAttribute('data-still'));
  await expect.poll(() => timeLeft(page)).toMatch(/мин$/);
});

test('the count down moves nothing on the page, stores nothing, and is there again after a walk through the site', async () => {
  await startsAt(Date.now() + 30 * MINUTE);
  const page = await visit({ timezoneId: 'Asia/Vladivostok' });
  // The first visit caches the fonts: one that comes late shifts words sideways.
  await page.evaluate(() => document.fonts.ready);
  await page.addInitScript(noteShifts);
  await page.reload();
  await expect.poll(() => timeLeft(page)).toMatch(/^Через/);
  await page.waitForTimeout(500);
  expect((await shiftsOf(page)).join()).toBe('');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.locator('header').getByRole('link', { name: 'О нас', exact: true }).click();
  await page.getByRole('heading', { name: 'О нас' }).waitFor();
  await page.locator('header').getByRole('link', { name: 'Главная', exact: true }).click();
  await expect.poll(() => timeLeft(page)).toMatch(/^Через/);
  // React Router notes where a page was scrolled to when it is left.
  await page.reload();
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
});

const START = Date.UTC(2031, 6, 20, 17);

test.each([
  ['Africa/Nairobi', ''],
  ['Asia/Vladivostok', ', у вас 21 июля, 03:00'],
  ['America/New_York', ', у вас 13:00'],
])('the visitor’s own time stands beside the site’s where it is another: %s', async (timezoneId, words) => {
  await startsAt(START);
  const page = await visit({ timezoneId });
  const own = page.locator('own-time').first();
  const told = () => own.evaluate(({ shadowRoot }) => shadowRoot?.textContent?.replace(/\s/g, ' ') ?? '');
  await expect.poll(told).toBe(words);
  await expect.poll(() => page.getByText('20 июля 2031, 20:00').isVisible()).toBe(true);
});

test('the four answers fit a phone’s first screen, with the cookie question and without it', async () => {
  await startsAt(Date.now() + 30 * MINUTE);
  const page = await visit();
  const question = page.locator('#consent');
  await question.waitFor();
  for (const isAsked of [true, false]) {
    if (!isAsked) await page.getByRole('button', { name: 'Принять все' }).click();
    await expect.poll(() => question.isVisible()).toBe(isAsked);
    const free = (isAsked && (await question.boundingBox())?.y) || 740;
    for (const name of ['Прямой эфир', 'Начало', 'Голосование', 'Победитель']) {
      const box = await page.locator('main li').filter({ hasText: name }).first().boundingBox();
      expect([name, (box?.y ?? 0) + (box?.height ?? 999) <= free]).toEqual([name, true]);
    }
  }
});
