import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addShow, arm, jury, putOnStage, reveal } from '../programme/show.ts';
import { serveStream } from '../rig/browser/stream.ts';
import { isStream, needNight, visitPaused } from './night.ts';

const night = await needNight();
/** A foreign player tells no moment: it is behind by what the operator says. */
const foreign = (delay_seconds: number) =>
  night.putWatch({ is_stream_enabled: true, player_url: 'https://rutube.ru/play/embed/2', delay_seconds });

/** Another tab of a browser that has the picture, once it knows how far that is behind, in ms. */
async function openBeside(page: Page, path: string, behind: number): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto(night.server.origin + path);
  await expect.poll(() => behindOf(other)).toBe(String(behind));
  return other;
}

const behindOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.behind);

/** Its answers to other tabs are late. */
const keepBusy = (page: Page, ms: number) =>
  page.evaluate((length) => {
    const until = performance.now() + length;
    setTimeout(() => {
      while (performance.now() < until);
    });
  }, ms);

/** Notes when words are in a page for the first time; gives the way to ask for that moment. */
async function watchFor(page: Page, words: string): Promise<() => Promise<number | undefined>> {
  await page.evaluate((text) => {
    const watched = window as { shownAt?: number };
    new MutationObserver(() => {
      if (document.body.textContent?.includes(text)) watched.shownAt ??= Date.now();
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  }, words);
  return () => page.evaluate(() => (window as { shownAt?: number }).shownAt);
}

/** When the first step of the newest board was revealed. */
async function revealedAt(): Promise<number> {
  const { steps } = await night.read<{ steps: { at: string }[] }>('/results');
  return Date.parse(steps[0]?.at ?? '');
}

test('while another source loads, the stage stays at the second of the former picture', async () => {
  const stream = await serveStream();
  const { page } = await visitPaused(night, stream.address);
  const { id, ids } = await addShow(night.ask, ['Зоя'], { title: 'Гала' });
  await putOnStage(night.ask, id, ids[0] ?? 0);
  await page.route('**/player?*', () => {});
  await night.putWatch({ title: 'Запасной', stream_url: `${stream.address}?spare` });
  await page.getByRole('heading', { name: 'Запасной' }).waitFor();
  await page.locator('iframe[src*="spare"]').waitFor({ state: 'attached' });
  // Longer than the page takes to look at the clock.
  await page.waitForTimeout(600);
  expect(await page.getByText('Зоя').count()).toBe(0);
  await stream.cut();
});

test('a paused picture holds back other tabs, also while its own tab is throttled', async () => {
  const stream = await serveStream();
  const { page } = await visitPaused(night, stream.address);
  const other = await page.context().newPage();
  await other.goto(`${night.server.origin}/programme`);
  await expect.poll(() => behindOf(other)).toBeDefined();
  await page.waitForTimeout(1500);
  // A background tab may be given one turn of its timers a minute.
  await page.evaluate(() => {
    for (let timer = 1; timer < 10_000; timer += 1) clearInterval(timer);
  });
  const { id, ids } = await addShow(night.ask, ['Глафира'], { title: 'Гала' });
  await putOnStage(night.ask, id, ids[0] ?? 0);
  await other.waitForTimeout(Number(await behindOf(other)) + 2000);
  expect(await other.getByText('На сцене: Глафира').count()).toBe(0);
  await stream.cut();
});

test('a player that tells no moment is behind by as much as the operator says', async () => {
  await night.putWatch({ is_stream_enabled: true, delay_seconds: 300 });
  const page = await night.visit('/watch');
  const { id, ids } = await addShow(night.ask, ['Вера'], { title: 'Полуфинал' });
  await putOnStage(night.ask, id, ids[0] ?? 0);
  await night.putWatch({ title: 'Эфир идёт' });
  await page.getByRole('heading', { name: 'Эфир идёт' }).waitFor();
  expect(await page.getByText('Вера').count()).toBe(0);
  const heard = page.waitForRequest((request) => isStream(request.url()));
  await page.reload();
  await page.getByText('Сейчас на сцене…').waitFor({ state: 'attached' });
  expect(await page.getByText('Сейчас на сцене…').isVisible()).toBe(false);
  await heard;
  expect(await page.getByText('Вера').count()).toBe(0);
  await night.putWatch({ delay_seconds: 0 });
  await page.getByText('Сейчас на сцене: Вера').waitFor();
});

test('other tabs of the browser see the stage no earlier than its picture, also when another one is left, and catch up when it is', async () => {
  const { id, ids } = await addShow(night.ask, ['Ольга'], { title: 'Открытие' });
  await foreign(300);
  const page = await night.visit('/watch');
  const other = await openBeside(page, '/programme', 300_000);
  await (await openBeside(page, '/watch', 300_000)).close({ runBeforeUnload: true });
  // Longer than a reload may take.
  await page.waitForTimeout(16_500);
  expect(await behindOf(other)).toBe('300000');
  await putOnStage(night.ask, id, ids[0] ?? 0);
  await night.put('/urgent', { text: 'Антракт короче' });
  await other.getByText('Антракт короче').waitFor();
  expect(await other.getByText('На сцене: Ольга').count()).toBe(0);
  await page.goto(`${night.server.origin}/about`);
  await other.getByText('На сцене: Ольга').waitFor();
  expect(await behindOf(other)).toBeUndefined();
  await night.put('/urgent', { text: '' });
});

test('a page that is opened beside the picture begins at its second, in the HTML of the server too', async () => {
  const { id, ids } = await addShow(night.ask, ['Раиса', 'Семён'], { title: 'Ночь песни' });
  await putOnStage(night.ask, id, ids[0] ?? 0);
  await foreign(300);
  const page = await night.visit('/watch');
  await expect.poll(() => behindOf(page)).toBe('300000');
  await arm(night.ask, id, jury({ Тула: [[ids[0], 12]], Пермь: [[ids[0], 10]] }));
  await reveal(night.ask, id);
  await page.context().addInitScript(() => {
    const told = Object.assign(window, { told: '' });
    setInterval(() => {
      // Before it the style sheet that hides may not be there: nothing is seen.
      const isPainted = performance.getEntriesByType('paint').length > 0;
      if (isPainted) told.told += document.body.innerText;
    }, 20);
  });
  const { contestants } = await night.read<{ contestants: { id: number; slug: string }[] }>('/programme');
  const raisa = contestants.find(({ id: one }) => one === ids[0])?.slug;
  const begin = async (path: string) => {
    await keepBusy(page, 2000);
    const other = await openBeside(page, path, 300_000);
    await other.waitForFunction(() => document.documentElement.dataset.waits === undefined);
    await other.waitForTimeout(300);
    const seen = await other.evaluate(() => (window as unknown as { told: string }).told);
    expect(seen).toContain('Программа');
    const telling = /На сцене: Раиса|Сейчас на сцене|открыто.1|22.балл/i;
    expect([path, telling.exec(seen)?.[0]]).toEqual([path, undefined]);
    await other.close();
  };
  for (const path of ['/', '/results', '/programme', `/programme/${raisa}`]) await begin(path);
  await reveal(night.ask, id);
  for (const path of ['/', '/vote', '/results', `/programme/${raisa}`]) await begin(path);
});

test('a page that is opened while the code of the picture in another tab is still to come waits for it', async () => {
  const { id, ids } = await addShow(night.ask, ['Фаина'], { title: 'Кастинг' });
  await putOnStage(night.ask, id, ids[0] ?? 0);
  await foreign(300);
  const code = Promise.withResolvers<void>();
  const page = await night.visit('/watch', (early) =>
    early.route(/\/at-viewers-second[^/]*\.js$/, (route) => code.promise.then(() => route.continue())),
  );
  const other = await page.context().newPage();
  await other.goto(`${night.server.origin}/programme`);
  const telling = other.getByText('На сцене: Фаина');
  await other.waitForTimeout(2000);
  expect(await telling.isVisible()).toBe(false);
  code.resolve();
  await expect.poll(() => behindOf(other)).toBe('300000');
  await other.waitForFunction(() => document.documentElement.dataset.waits === undefined);
  expect(await telling.count()).toBe(0);
});

test('code of the stage that a changing network lost comes later, and other tabs wait with it', async () => {
  const { id, ids } = await addShow(night.ask, ['Тамара'], { title: 'Отбор' });
  await foreign(300);
  let lost = 0;
  const page = await night.visit('/watch', (early) =>
    early.route(/\/at-viewers-second[^/]*\.js$/, async (route) => {
      lost += 1;
      await (lost <= 2 ? route.abort('connectionreset') : route.continue());
    }),
  );
  await expect.poll(() => behindOf(page)).toBe('300000');
  expect(lost).toBeGreaterThan(2);
  await openBeside(page, '/programme', 300_000);
  await putOnStage(night.ask, id, ids[0] ?? 0);
  await foreign(0);
  await page.getByText('Сейчас на сцене: Тамара').waitFor();
});

const DELAY = 4; // s

test('the board beside the picture gives way to another show, whose first points wait for their moment', async () => {
  const { id: final, ids } = await addShow(night.ask, ['Анна', 'Борис']);
  const [anna = 0] = ids;
  await arm(night.ask, final, jury({ Псков: [[anna, 12]] }));
  await reveal(night.ask, final);
  const { id: other, ids: others } = await addShow(night.ask, ['Вера'], { title: 'Полуфинал' });
  const [vera = 0] = others;
  await foreign(0);
  const page = await night.visit('/watch');
  const board = page.getByRole('region', { name: 'Итоги' });
  await putOnStage(night.ask, final, anna);
  await page.getByText('Сейчас на сцене: Анна').waitFor();
  await board.getByRole('link', { name: 'Анна' }).waitFor();
  await page.setViewportSize({ width: 1366, height: 768 });
  const [picture, beside] = await Promise.all(
    [page.locator('main section > div').first(), board].map((each) => each.boundingBox()),
  );
  expect(beside?.x).toBeGreaterThan((picture?.x ?? 0) + (picture?.width ?? 0));
  expect([beside?.y, beside?.height]).toEqual([picture?.y, picture?.height]);
  await page.setViewportSize({ width: 1024, height: 768 });
  const said = page.locator('main p[role="status"]').first();
  const tops = async () =>
    Promise.all([said, board, page.locator('h1')].map(async (each) => (await each.boundingBox())?.y));
  await putOnStage(night.ask, final, 'break');
  await expect.poll(() => said.textContent()).toBe('Перерыв');
  const opened = await fetch(page.url());
  expect(await opened.text()).toMatch(/<p[^>]*>Баллы появятся, когда начнётся видео\./);
  expect(await tops()).toEqual((await tops()).toSorted((one, next) => Number(one) - Number(next)));
  // The next morning.
  await page.route('**/api/results', async (route) => {
    const answer = await route.fetch();
    const steps = (await answer.text()).replaceAll(
      /"at":"[^"]+"/g,
      `"at":"${new Date(Date.now() - 46_800_000).toISOString()}"`,
    );
    await route.fulfill({ response: answer, body: steps });
  });
  await page.reload();
  await board.getByRole('link', { name: 'Анна' }).waitFor();
  const [, old, title] = await tops();
  expect(old).toBeGreaterThan(title ?? 0);
  await page.unroute('**/api/results');

  await putOnStage(night.ask, other, vera);
  await page.getByText('Сейчас на сцене: Вера').waitFor();
  await expect.poll(() => board.count()).toBe(0);

  await night.putWatch({ delay_seconds: DELAY });
  await putOnStage(night.ask, final, anna);
  await board.waitFor();
  await putOnStage(night.ask, other, vera);
  await page.getByText('Сейчас на сцене: Вера').waitFor();
  const shownAt = await watchFor(page, 'Жюри: Омск');
  await arm(night.ask, other, jury({ Омск: [[vera, 12]] }));
  await reveal(night.ask, other);
  await board.getByText('Жюри: Омск.').waitFor();
  expect(await shownAt()).toBeGreaterThanOrEqual((await revealedAt()) + DELAY * 1000);
});

/** Of the winner: the home page has the names of all who perform. */
const POINTS = '12\u00a0баллов';

test('home names the winner no earlier than the picture in another tab, whatever else made it read its data again', async () => {
  await foreign(DELAY);
  const home = await openBeside(await night.visit('/watch'), '/', DELAY * 1000);
  const { id, ids } = await addShow(night.ask, ['Нина'], { title: 'Суперфинал' });
  await arm(night.ask, id, jury({ Тула: [[ids[0], 12]] }));
  const shownAt = await watchFor(home, POINTS);
  const read = home.waitForResponse((response) => response.url().includes('/_.data'));
  await night.publish('Скоро последние баллы');
  await home.waitForTimeout((DELAY * 1000) / 2); // so that the article is read before the viewer sees the step
  await reveal(night.ask, id);
  await read;
  await home.getByText(POINTS).waitFor();
  expect(await shownAt()).toBeGreaterThanOrEqual((await revealedAt()) + DELAY * 1000);
});

test('pages beside the picture name no winner before its second when another show begins its points', async () => {
  await foreign(60);
  const page = await night.visit('/watch');
  const [first, second] = [await addShow(night.ask, ['Зоя'], { title: 'Первый' }), await addShow(night.ask, ['Лида'])];
  await arm(night.ask, first.id, jury({ Псков: [[first.ids[0], 12]] }));
  await arm(night.ask, second.id, jury({ Омск: [[second.ids[0], 12]], Тула: [[second.ids[0], 12]] }));
  await reveal(night.ask, first.id);
  await reveal(night.ask, second.id);
  for (const path of ['/', '/results']) {
    const beside = await openBeside(page, path, 60_000);
    await beside.getByRole('heading', { level: 1 }).waitFor();
    const telling = path === '/' ? POINTS : 'Зоя';
    expect.soft(await beside.locator('main').innerText(), path).not.toContain(telling);
  }
  await foreign(0);
});

test('home beside the picture does not name a winner whose last step is taken back before its second', async () => {
  const delay = 3 * DELAY; // Home is opened within it
  await foreign(delay);
  const beside = await openBeside(await night.visit('/watch'), '/about', delay * 1000);
  const { id, ids } = await addShow(night.ask, ['Ульяна'], { title: 'Отменённый' });
  await arm(night.ask, id, jury({ Псков: [[ids[0], 12]] }));
  await beside.waitForTimeout(delay * 1000); // the board of before the step is known at this viewer's second
  const step = await reveal(night.ask, id);
  await beside.locator('header').getByRole('link', { name: 'Главная' }).click();
  await beside.getByRole('heading', { name: 'Последние новости' }).waitFor();
  const told = await beside.evaluateHandle((points) => {
    const seen = new Set<boolean>();
    const look = () => seen.add(document.querySelector('main')?.innerText.includes(points) ?? false);
    new MutationObserver(look).observe(document.body, { childList: true, characterData: true, subtree: true });
    look();
    return seen;
  }, POINTS);
  const read = beside.waitForResponse((response) => response.url().includes('/_.data'));
  await night.ask('DELETE', `/results/reveals/${step}`);
  await read;
  expect(await told.evaluate((seen) => [...seen])).toEqual([false]);
});
