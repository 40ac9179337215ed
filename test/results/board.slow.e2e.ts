import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { beginEpoch } from '../../db/write.ts';
import { isSameDocument, needNight } from '../live/night.ts';
import { addShow, arm, FINAL, jury, putOnStage, reveal } from '../programme/show.ts';
import { click, eventually } from '../rig/browser/panel.ts';
import { openDatabaseOf } from '../rig/server.ts';

const night = await needNight();

const CONTESTANTS = 26;
const SIX_SECONDS = 6000; // ms
const HALLS = '1920×1080 1366×768 1280×720 1024×768 3840×2160'.split(' ');

test('open boards follow the reveal, say each step once, and a hall sees each for six seconds', async () => {
  const { id: show, press } = await armShow(Array.from({ length: CONTESTANTS }, (_, at) => `Певец ${at}`));

  const { page: hall, passUntil } = await visitStopped(`/results?screen=${show}`, (early) =>
    early.addInitScript(() => localStorage.setItem('rampa.view', '200')),
  );
  expect(await hall.evaluate(() => document.documentElement.dataset.view)).toBeUndefined();
  await hall.setViewportSize({ width: 1920, height: 1080 });
  await hall.getByRole('timer').waitFor();
  await press();
  await passUntil('Жюри: Тверь. 12 баллов — Певец 2. Лидирует с результатом 12 баллов.');
  // Its contestants came with the first step: from now on events tell all.
  const asked = requestsOf(hall);
  // At once: the first step has not stood its time.
  await press();
  const page = await night.visit('/results', (page) => watchMotion(page));
  await page.evaluate(() => document.documentElement.setAttribute('data-still', ''));
  await page.getByText('Открыто 2 из 3').first().waitFor();
  const askedLater = requestsOf(page);

  await press();
  await passUntil('Жюри: Томск.');
  const said = await hall.evaluate(() => (globalThis as unknown as Watched).said);
  expect(said.map(({ text }) => text.slice(0, 12))).toEqual(['Жюри: Тверь.', 'Жюри: Псков.', 'Жюри: Томск.']);
  expect((said[1]?.at ?? 0) - (said[0]?.at ?? 0)).toBeGreaterThanOrEqual(SIX_SECONDS);
  expect((said[2]?.at ?? 0) - (said[1]?.at ?? 0)).toBeGreaterThanOrEqual(SIX_SECONDS);
  await expect.poll(() => hall.locator('ol > li').first().textContent()).toContain('Певец 1');
  const motion = await hall.evaluate(() => (globalThis as unknown as Watched).motion);
  expect(motion.length).toBeGreaterThan(0);
  expect(motion.filter((lasts) => lasts > 400)).toEqual([]);
  expect(await isSameDocument(hall)).toBe(true);

  const all = hall.locator('ol > li');
  const rows = await all.evaluateAll((each) => each.map((row) => row.getBoundingClientRect().toJSON()));
  expect(rows).toHaveLength(CONTESTANTS);
  expect(rows.filter(({ height, bottom, right }) => height < 56 || bottom > 1080 || right > 1920)).toEqual([]);
  expect(await hall.locator('header, footer, #consent').filter({ visible: true }).count()).toBe(0);

  // The last step stands its time; then the winner has the whole screen, and a press shows the board.
  const winner = hall.getByText('Победитель', { exact: true });
  // Its picture is loaded by then.
  const picture = hall.locator('[hidden] img');
  await eventually(() => picture.evaluate((image) => (image as HTMLImageElement).complete)).toBe(true);
  await passUntil('Победитель');
  await hall.getByRole('button', { name: 'Показать баллы' }).click();
  await expect.poll(() => winner.isVisible()).toBe(false);

  await click(page, 'Показать', page.getByText('Открыты все баллы').first());
  await expect.poll(() => page.locator('ol > li').first().textContent()).toContain('Певец 1');
  expect(await page.evaluate(() => (globalThis as unknown as Watched).motion)).toEqual([]);
  expect([...asked, ...askedLater]).toEqual([]);
});

test('a board is two steps behind the reveal at most', async () => {
  const { id, ids } = await addShow(night.ask, ['Анна', 'Борис'], { title: 'Быстрый' });
  const towns = ['Тверь', 'Псков', 'Томск', 'Омск', 'Тула'];
  await arm(night.ask, id, jury(Object.fromEntries(towns.map((town) => [town, [[ids[0], 12]]]))));
  await reveal(night.ask, id);
  const { page, passUntil } = await visitStopped('/results');
  await page.getByText('Открыто 1 из 5').first().waitFor();
  const stoodAt = await page.evaluate(() => performance.now());
  for (const _town of towns.slice(1)) await reveal(night.ask, id);
  // In small steps: all four may still be on their way.
  await passUntil('Открыто 3 из 5', 50);
  await passUntil('Открыто 4 из 5');
  const said = await page.evaluate(() => (globalThis as unknown as Watched).said);
  expect((said.at(-2)?.at ?? 0) - stoodAt).toBeLessThan(SIX_SECONDS);
});

test('a board stays on its page when another show begins its points, before the page is read again, and goes when it is taken back', async () => {
  const [first, second] = [await addShow(night.ask, ['Майя'], { title: 'Утро' }), await addShow(night.ask, ['Лев'])];
  for (const { id, ids } of [first, second])
    await arm(night.ask, id, jury({ Тверь: [[ids[0], 12]], Омск: [[ids[0], 10]] }));
  await reveal(night.ask, first.id);
  const page = await night.visit('/results');
  const board = page.getByRole('heading', { name: 'Утро' });
  await board.waitFor();
  const total = page.locator('section', { has: board }).getByText('22', { exact: true });
  expect(await total.count()).toBe(0);
  await reveal(night.ask, first.id);
  await total.first().waitFor();
  // As late as for a viewer who is far behind.
  await page.route('**/results.data*', (route) => route.abort());
  await reveal(night.ask, second.id);
  await page.getByRole('heading', { name: FINAL.title }).waitFor();
  expect([await board.count(), (await total.count()) > 0]).toEqual([1, true]);
  await night.ask('DELETE', `/results/${first.id}/reveal`);
  await expect.poll(() => board.count()).toBe(0);
});

test('a board stays on every page while a restored state that has it is read, and goes when that has none', async () => {
  const { id, ids, press } = await armShow(['Анна', 'Борис', 'Вера']);
  await press();
  await putOnStage(night.ask, id, ids[0] ?? 0);
  await night.putWatch({ is_stream_enabled: true, player_url: 'https://rutube.ru/play/embed/2' });
  const paths = ['/results', '/results?screen', '/watch'];
  const pages = await Promise.all(paths.map((path) => night.visit(path)));
  const rows = (page: Page) => page.locator('main section ol > li, [data-hall-screen] ol > li');
  await press();
  for (const page of pages) await page.getByText('Жюри: Псков.').first().waitFor();
  const lost = await Promise.all(
    pages.map((page) =>
      page.evaluateHandle(() => {
        const lost: string[] = [];
        const look = () => document.body.innerText.includes('Жюри: Псков.') || lost.push(location.href);
        new MutationObserver(look).observe(document.body, { childList: true, characterData: true, subtree: true });
        return lost;
      }),
    ),
  );
  const db = await openDatabaseOf(night.server);
  const read = pages.map((page) => page.waitForResponse(/\.data/));
  await Promise.all([...read, beginEpoch(db)]);
  // The board is read within a second after its page.
  for (const page of pages) await page.waitForTimeout(500);
  expect(await Promise.all(lost.map((seen) => seen.jsonValue()))).toEqual([[], [], []]);
  await db.deleteFrom('live_events').execute();
  await beginEpoch(db);
  await db.destroy();
  for (const page of pages) await expect.poll(() => rows(page).count()).toBe(0);
});

test('a hall sees all performers at once on any screen, however many are left of thirty', async () => {
  const name = (at: number) => `Участник с длинным именем ${at}`;
  const { id, ids, press } = await armShow(Array.from({ length: 30 }, (_, at) => name(at)));
  await press();
  const hall = await night.visit(`/results?screen=${id}`);
  await hall.getByText('Открыто 1 из 3').first().waitFor();
  const totals = hall.locator('ol > li > b');
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
  for (const count of [30, 26, 22, 15, 14]) {
    for (const [at, each] of ids.splice(count).entries())
      await night.put(`/admin/contestants/${each}`, { name: name(count + at), is_withdrawn: true });
    await expect.poll(() => totals.count()).toBe(count);
    for (const size of HALLS) {
      const [width = 0, height = 0] = size.split('×').map(Number);
      await hall.setViewportSize({ width, height });
      await expect.poll(rows, { message: `${count}, ${size}` }).toEqual(Array(count).fill(true));
    }
  }
  await night.put(`/admin/shows/${id}`, { ...FINAL, is_public: false });
  await expect.poll(() => totals.count()).toBe(0);
});

/** A page whose clock stands, unless it is let pass until words are there: so a busy machine, which draws late, shortens no stay. */
async function visitStopped(path: string, prepare?: (early: Page) => Promise<unknown>) {
  const page = await night.visit(path, async (early) => {
    await early.clock.install();
    await watchMotion(early);
    await prepare?.(early);
  });
  await page.clock.pauseAt(Date.now() + 60_000);
  const isThere = (words: string) => page.getByText(words).first().isVisible();
  const passUntil = (words: string, step = 1000) =>
    expect.poll(async () => (await isThere(words)) || void (await page.clock.runFor(step))).toBe(true);
  return { page, passUntil };
}

function requestsOf(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/results|\.data/.test(request.url())) asked.push(request.url());
  });
  return asked;
}

async function armShow(names: string[]) {
  const { id, ids } = await addShow(night.ask, names);
  const giver = (first: number | undefined) =>
    ids.slice(0, 3).map((each, at): [number, number] => [each, each === first ? 12 : at]);
  await arm(night.ask, id, jury({ Тверь: giver(ids[2]), Псков: giver(ids[1]), Томск: giver(ids[1]) }));
  return { id, ids, press: () => reveal(night.ask, id) };
}

interface Watched {
  said: { text: string; at: number }[];
  /** How long each row moved, in ms. */
  motion: number[];
}

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

test('a hall sees the highest mark as a moment, and none while the page stands still; columns of points can be sorted; shows print on one sheet each', async () => {
  const { id, ids } = await addShow(night.ask, ['Анна', 'Борис']);
  const marks = (first: number, second: number) =>
    [first, second].map((of, at): [number | undefined, number] => [ids[of], 12 - at * 2]);
  await arm(night.ask, id, jury({ Тверь: marks(0, 1), Псков: marks(1, 0), Томск: marks(0, 1) }, { scale: undefined }));
  await reveal(night.ask, id);
  const hall = await night.visit(`/results?screen=${id}`);
  const moment = hall.locator('[data-hall-screen] p[aria-hidden]');
  await eventually(() => moment.textContent()).toBe('Жюри: Тверь12Анна');
  const animated = () => moment.evaluate((node) => [node.getAnimations().length > 0, getComputedStyle(node).opacity]);
  await expect.poll(animated).toEqual([false, '0']);
  await hall.evaluate(() => document.documentElement.setAttribute('data-still', ''));
  await reveal(night.ask, id);
  await eventually(() => moment.textContent()).toBe('Жюри: Псков12Борис');
  expect(await animated()).toEqual([false, '0']);

  const page = await night.visit('/results');
  const table = page.locator('table').first();
  const names = () => table.locator('tbody th').allTextContents();
  await eventually(names).toEqual(['1 Анна', '1 Борис']);
  const fold = page.getByText('Кто кому дал баллы').first();
  await fold.click();
  await table.getByRole('button', { name: 'Псков' }).click();
  await eventually(names).toEqual(['1 Борис', '1 Анна']);
  expect(await table.locator('th[aria-sort]').textContent()).toBe('Псков');
  await fold.click();
  await page.emulateMedia({ media: 'print' });
  expect(await table.isVisible()).toBe(true);
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true });
  const sheets = pdf.toString('latin1').match(/\/Type\s*\/Page[^s]/g)?.length;
  expect(sheets).toBeLessThanOrEqual(await page.locator('main h2').count());
});
