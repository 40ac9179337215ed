import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { isSameDocument, keepNight } from '../live/night.ts';

const night = keepNight();

/** As many as fill a hall's screen. */
const CONTESTANTS = 26;
const HALLS = [
  [1920, 1080],
  [1366, 768],
  [1280, 720],
  [1024, 768],
  [3840, 2160],
] as const;
/** Pages revalidate within five seconds. */
const SOON = { timeout: 20_000 };

test('an address opened before the first points becomes the board with them', async () => {
  const { press } = await armShow({ title: 'Отбор', starts_at: '2030-07-18T17:00Z' }, ['Вера', 'Глеб', 'Дина']);
  const page = await night.visit('/results');
  await page.getByRole('heading', { name: 'Итоги' }).waitFor();
  await press();
  await page.getByText('Шаг 1 из 3').first().waitFor(SOON);
  await page.getByRole('heading', { name: 'Отбор' }).waitFor();
  expect(await isSameDocument(page)).toBe(true);
});

test('a withdrawn contestant and a hidden show leave open boards without another press', async () => {
  const show = { title: 'Полуфинал', starts_at: '2030-07-19T17:00Z' };
  const { id, ids, press } = await armShow(show, ['Анна', 'Борис']);
  await press();
  const pages = [await night.visit('/results'), await night.visit(`/results?screen=${id}`)];
  await press();
  for (const page of pages) await page.getByText('Шаг 2 из 3').first().waitFor();

  await night.put(`/api/admin/contestants/${ids[1]}`, { name: 'Борис', is_withdrawn: true });
  for (const page of pages) await expect.poll(() => page.getByText('Борис').count(), SOON).toBe(0);
  for (const page of pages) await page.getByRole('link', { name: 'Анна' }).waitFor();

  await night.put(`/api/admin/shows/${id}`, { ...show, is_public: false });
  for (const page of pages) await expect.poll(() => page.getByText('Анна').count(), SOON).toBe(0);
  for (const page of pages) expect(await isSameDocument(page)).toBe(true);
});

test('open boards follow the reveal, say each step once, and a hall sees each for six seconds', async () => {
  const names = Array.from({ length: CONTESTANTS }, (_, at) => `Певец ${at}`);
  const { id: show, press } = await armShow({ title: 'Финал', starts_at: '2030-07-20T17:00Z' }, names);

  const hall = await night.visit(`/results?screen=${show}`, (page) => watchMotion(page));
  await hall.setViewportSize({ width: 1920, height: 1080 });
  await hall.getByText('Скоро начнём.').waitFor();
  await press();
  await hall.getByText('Жюри: Тверь. 12 баллов — Певец 2. Лидирует Певец 2, 12 баллов.').waitFor();
  // At once: the first step has not stood its time.
  await press();
  const page = await night.visit('/results', (page) => watchMotion(page));
  await page.evaluate(() => document.documentElement.setAttribute('data-still', ''));
  await page.getByText('Шаг 2 из 3').first().waitFor();

  await press();
  await hall.getByText('Жюри: Томск.').waitFor();
  const said = await hall.evaluate(() => (globalThis as unknown as Watched).said);
  expect(said.map(({ text }) => text.slice(0, 12))).toEqual(['Жюри: Тверь.', 'Жюри: Псков.', 'Жюри: Томск.']);
  expect((said[1]?.at ?? 0) - (said[0]?.at ?? 0)).toBeGreaterThanOrEqual(5990);
  expect((said[2]?.at ?? 0) - (said[1]?.at ?? 0)).toBeGreaterThanOrEqual(5990);
  await expect.poll(() => hall.locator('ol > li').first().textContent()).toContain('Певец 1');
  const motion = await hall.evaluate(() => (globalThis as unknown as Watched).motion);
  expect(motion.length).toBeGreaterThan(0);
  expect(motion.filter((lasts) => lasts > 400)).toEqual([]);
  expect(await isSameDocument(hall)).toBe(true);

  const rows = await hall
    .locator('ol > li')
    .evaluateAll((all) => all.map((row) => row.getBoundingClientRect().toJSON()));
  expect(rows).toHaveLength(CONTESTANTS);
  expect(rows.filter(({ height, bottom, right }) => height < 56 || bottom > 1080 || right > 1920)).toEqual([]);
  expect(
    await hall.locator('header, footer, #consent').evaluateAll((all) => all.filter((each) => each.checkVisibility())),
  ).toEqual([]);

  // A page that was paused offers the points, and shows them without motion.
  await page.getByRole('button', { name: 'Показать' }).click();
  await page.getByText('Открыты все баллы').first().waitFor();
  await expect.poll(() => page.locator('ol > li').first().textContent()).toContain('Певец 1');
  expect(await page.evaluate(() => (globalThis as unknown as Watched).motion)).toEqual([]);
});

test.each([14, 15, 22, 26, 30])('a hall sees all of %i performers at once on any screen', async (count) => {
  const names = Array.from({ length: count }, (_, at) => `Участник с длинным именем ${at}`);
  const { id, press } = await armShow({ title: 'Финал', starts_at: '2030-07-21T17:00Z' }, names);
  await press();
  const hall = await night.visit(`/results?screen=${id}`);
  await hall.getByText('Шаг 1 из 3').first().waitFor();
  for (const [width, height] of HALLS) {
    await hall.setViewportSize({ width, height });
    // Rows are counted once the page is interactive.
    const rows = () =>
      hall.locator('ol > li').evaluateAll((all) =>
        all.map((row) => {
          const { bottom, right } = row.getBoundingClientRect();
          const isInWindow = bottom <= innerHeight && right <= innerWidth;
          const isWhole = Array.from(row.querySelectorAll('a, b')).every(
            (each) => each.getBoundingClientRect().bottom <= bottom + 1 && each.getBoundingClientRect().height > 12,
          );
          return isInWindow && isWhole;
        }),
      );
    await expect.poll(rows, { message: `${width}×${height}` }).toEqual(Array(count).fill(true));
  }
});

/** A show with three steps, ready for its reveal. */
async function armShow(show: { title: string; starts_at: string }, names: string[]) {
  const { id } = await night.call('POST', '/api/admin/shows', show);
  const ids: number[] = [];
  for (const name of names) ids.push((await night.call('POST', '/api/admin/contestants', { name, shows: [id] })).id);
  const giver = (name: string, first: number | undefined) => ({
    name,
    points: ids.slice(0, 3).map((each, at) => [each, each === first ? 12 : at]),
  });
  const givers = [giver('Тверь', ids[2]), giver('Псков', ids[1]), giver('Томск', ids[1])];
  const sections = [{ kind: 'jury', title: 'Жюри', mode: 'givers', scale: [], givers }];
  const control_total = givers.flatMap(({ points }) => points).reduce((sum, [, points = 0]) => sum + points, 0);
  await night.put(`/api/admin/results/${id}`, { sections, control_total });
  await night.call('POST', `/api/results/${id}/arm`, {});
  let { seq: seen } = await (await fetch(`${night.server.origin}/api/results`)).json();
  const press = async () => {
    ({ seq: seen } = await night.call('POST', `/api/results/${id}/reveal`, { key: randomUUID(), seen, again: true }));
  };
  return { id, ids, press };
}

interface Watched {
  said: { text: string; at: number }[];
  /** How long each row moved, in ms. */
  motion: number[];
}

/** What a screen reader is told, and what moves. */
async function watchMotion(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watched = globalThis as unknown as Watched;
    Object.assign(watched, { said: [], motion: [] });
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
      if (this.matches('ol > li')) watched.motion.push(Number((options as KeyframeAnimationOptions).duration));
      return animate.call(this, frames, options);
    };
    new MutationObserver(() => {
      const text = document.querySelector('main [role="status"]')?.textContent ?? '';
      if (text !== '' && watched.said.at(-1)?.text !== text) watched.said.push({ text, at: performance.now() });
    }).observe(document, { childList: true, characterData: true, subtree: true });
  });
}
