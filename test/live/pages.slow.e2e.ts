import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { addShow } from '../programme/show.ts';
import { QUIET } from '../rig/browser/visits.ts';
import { BUTTON, isSameDocument, isStream, needNight, timeLeft } from './night.ts';

const night = await needNight();
const { put, visit } = night;

/** Pages wait for a moment of their own: here for a short one. */
const hurried = (page: Page) =>
  page.addInitScript(() => {
    Math.random = () => 0.02;
  });

const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);

const setStill = (page: Page, isStill: boolean) =>
  page.evaluate((value) => void document.documentElement.toggleAttribute('data-still', value), isStill);

test.each([
  ['a hidden page is shown', setHidden],
  ['the visitor lets the page go on', setStill],
])('the lists of an open page are read again when %s, and not before', async (when, setAway) => {
  const page = await visit('/', hurried);
  await setAway(page, true);
  await night.publish(`Пока нет: ${when}`);
  await page.waitForTimeout(1000);
  expect(await page.getByText(`Пока нет: ${when}`).count()).toBe(0);
  await setAway(page, false);
  await page.getByText(`Пока нет: ${when}`).first().waitFor();
  expect(await isSameDocument(page)).toBe(true);
});

test('the lists of an open page miss nothing that came between the page and its connection', async () => {
  const page = await visit('/', async (early) => {
    await hurried(early);
    await early.route(isStream, async (route) => {
      await night.publish('Между страницей и связью');
      await route.continue();
    });
  });
  await page.getByText('Между страницей и связью').first().waitFor();
});

test('the lists of an open page are read by one request after a save', async () => {
  const article = { title: 'Открытая статья', content: '<p>Было так.</p>' };
  const { slug } = await night.ask<{ slug: string }>('POST', '/admin/news', article);
  const page = await visit(`/news/${slug}`, hurried);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('.data')) asked.push(`${request.method()} ${request.url()}`);
  });
  for (const text of ['Стало иначе.', 'И ещё раз иначе.']) {
    asked.length = 0;
    await night.ask('PUT', `/admin/news/${slug}`, { content: `<p>${text}</p>` });
    await page.getByText(text).waitFor();
    expect(asked).toEqual([expect.stringContaining(`GET ${night.server.origin}/news/${slug}.data`)]);
  }
  expect(await isSameDocument(page)).toBe(true);
});

test('the lists of an open page stay as they are while the server cannot read them, and are read when it can', async () => {
  const page = await visit('/news', hurried);
  const refused = page.waitForRequest('**/*.data*');
  await page.route('**/*.data*', (route) => route.fulfill({ status: 503, body: 'busy' }));
  await night.publish('После перерыва');
  await refused;
  await page.waitForTimeout(300);
  await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Новости');
  await page.unroute('**/*.data*');
  await page.getByText('После перерыва').first().waitFor();
});

test('the lists of an open page are read again when a change comes while they are read', async () => {
  const during = `Во время чтения ${Date.now()}`;
  const page = await visit('/', hurried);
  await page.evaluate(async () => {
    const source = new EventSource('/api/live');
    const told = { count: 0 };
    source.addEventListener('news', () => {
      told.count += 1;
    });
    Object.assign(window, { told });
    await new Promise((open) => source.addEventListener('clock', open));
  });
  const publishDuring = async (route: Route) => {
    const before = await route.fetch();
    await night.publish(during);
    await page.waitForFunction(() => 'told' in window && (window.told as { count: number }).count > 1);
    await route.fulfill({ response: before });
  };
  await page.route('**/*.data*', publishDuring, { times: 1 });
  await night.publish('Перед чтением');
  await page.getByText(during).first().waitFor();
  expect(await isSameDocument(page)).toBe(true);
});

test('a page that a new festival has carried to the archive comes back when its start is undone', async () => {
  await addShow(night.ask, ['Ида'], { title: 'Прошлогодний', starts_at: '2025-07-20T17:00:00.000Z' });
  const page = await visit('/programme', hurried);
  await page.getByText('Прошлогодний').first().waitFor();
  const festival = { title: 'Рампа-2031', year: 2031, partners: [], pages: [], texts: [] };
  await night.ask('POST', '/admin/editions/start', festival);
  await page.waitForURL('**/history/*');
  await night.ask('DELETE', '/admin/editions/start');
  await page.waitForURL('**/programme');
  await page.getByText('Прошлогодний').first().waitFor();
});

/** Tells of a change once, with this jitter (ms); gives how often the page has read its data. */
async function tellOnce(early: Page, spread: number): Promise<{ count: number }> {
  const { lists } = await night.read<{ lists: string }>('/live?poll');
  const [epoch] = lists.split('.');
  const asked = { count: 0 };
  await early.clock.install();
  await early.addInitScript(() => {
    Math.random = () => 0.5;
  });
  await early.route(isStream, (route) =>
    route.fulfill({
      contentType: 'text/event-stream',
      body: `retry: 900000\nid: ${epoch}.999999\nevent: clock\ndata: {"spread":${spread}}\n\nevent: news\ndata: {}\n\n`,
    }),
  );
  early.on('request', (request) => {
    if (request.url().includes('.data')) asked.count += 1;
  });
  return asked;
}

describe('a planned reading', () => {
  const JITTER = 40_000;
  const open = async () => {
    let asked = { count: 0 };
    const page = await visit('/', async (early) => {
      asked = await tellOnce(early, JITTER);
    });
    const passed = async (seconds: number) => {
      await page.clock.runFor(seconds * 1000);
      await page.waitForTimeout(200);
      return asked.count;
    };
    return { page, passed };
  };

  test('waits for the jitter that the server names', async () => {
    const { passed } = await open();
    expect([await passed(15), await passed(10)]).toEqual([0, 1]);
  });

  test('waits for the second of a picture in another tab, before its jitter', async () => {
    const { page, passed } = await open();
    const watch = await page.context().newPage();
    await watch.goto(night.server.origin + QUIET);
    await watch.evaluate(() => new BroadcastChannel('rampa.behind').postMessage({ seconds: 60, isStopped: false }));
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.behind)).toBe('60000');
    expect([await passed(25), await passed(45), await passed(20)]).toEqual([0, 0, 1]);
  });

  test('of a hidden page waits until it is shown, and then for its jitter again', async () => {
    const { page, passed } = await open();
    await setHidden(page, true);
    expect(await passed(60)).toBe(0);
    await setHidden(page, false);
    expect([await passed(15), await passed(10)]).toEqual([0, 1]);
  });
});

const denied = {
  'lets pages keep nothing': () => {
    const deny = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    navigator.locks.request = () => Promise.reject(new DOMException('denied', 'SecurityError'));
    Object.defineProperty(window, 'localStorage', { get: deny });
  },
  'has no channels': () => {
    window.BroadcastChannel = class {
      constructor() {
        throw new DOMException('denied', 'SecurityError');
      }
    } as unknown as typeof BroadcastChannel;
  },
};
test.each(Object.entries(denied))('a browser that %s still hears of changes', async (_what, deny) => {
  const page = await visit('/vote', (early) => early.addInitScript(deny));
  await put('/vote-settings', { is_voting_enabled: true });
  await page.locator(BUTTON).waitFor();
});

/** Events come to the page so many ms after they were told as `lateness` says: the last of ten thousand. */
const toldLate = (page: Page) =>
  page.addInitScript(() => {
    const listen = EventSource.prototype.addEventListener;
    EventSource.prototype.addEventListener = function (this: EventSource, name: string, hear: (event: Event) => void) {
      listen.call(this, name, (event: Event) => setTimeout(hear, Number(Reflect.get(window, 'lateness') ?? 0), event));
    } as typeof listen;
  });

test('an opening of the vote makes no page ask that is told of it', async () => {
  await night.openVoteIn(50 * 60_000);
  const page = await visit('/vote', toldLate);
  await expect.poll(() => timeLeft(page)).toMatch(/^Через [45]\d\sмин( \d+\sс)?$/);
  await night.openVoteIn(9000);
  await expect.poll(() => timeLeft(page)).toMatch(/^Через \d\sс$/);
  await page.evaluate(() => Object.assign(window, { lateness: 400 }));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.locator(BUTTON).waitFor();
  await page.waitForTimeout(500);
  expect(asked.filter((url) => url.includes('/api/'))).toEqual([]);
});

test('an opening of the vote that was moved is counted down to at once, with its date', async () => {
  await night.openVoteIn(300 * 60_000);
  const page = await visit('/vote', async (slow) => {
    await slow.route('**/*.data*', (route) => route.abort());
    const devtools = await slow.context().newCDPSession(slow);
    await devtools.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Vladivostok' });
  });
  await expect.poll(() => timeLeft(page)).toMatch(/^Через [45] ч/);
  const opensAt = new Date(await night.openVoteIn(30 * 60_000)).toISOString();
  await expect.poll(() => timeLeft(page)).toMatch(/^Через (29|30)\sмин( \d+\sс)?$/);
  const timeIn = (timeZone: string) =>
    new Intl.DateTimeFormat('ru', { timeZone, hour: '2-digit', minute: '2-digit' }).format(new Date(opensAt));
  const moment = page.locator(`main time[datetime="${opensAt}"]`);
  await expect.poll(() => moment.textContent()).toContain(timeIn('Europe/Moscow'));
  const own = await page.locator('main own-time').evaluate((element) => element.shadowRoot?.textContent);
  expect(own).toContain(timeIn('Asia/Vladivostok'));
});

test('an urgent line moves no text that is being read, and at the top of a page makes room for itself', async () => {
  const content = '<p>Зал готов, оркестр репетирует с утра.</p>'.repeat(60);
  await night.ask('POST', '/admin/news', { title: 'Читать', slug: 'reading', content });
  await addShow(night.ask, ['Анна', 'Вера', 'Мира', 'Ольга', 'Рита', 'Яна']);
  for (const path of ['/', '/news/reading', '/programme']) {
    const page = await visit(path);
    const line = page.locator('[data-urgent] p');
    await page.evaluate(() => scrollTo({ top: 250, behavior: 'instant' }));
    const read = page.locator('main :is(p, li)').last();
    const place = async (of = read) => {
      await settled(page);
      return (await of.boundingBox())?.y ?? 0;
    };
    const before = await place();
    const isInPlace = async () => Math.abs((await place()) - before) < 1;
    await put('/urgent', { text: 'Начало сдвинуто на 20 минут' });
    await line.waitFor();
    expect([path, await isInPlace(), await line.isVisible()]).toEqual([path, true, true]);
    await put('/urgent', { text: '' });
    await expect.poll(() => line.count()).toBe(0);
    expect([path, await isInPlace()]).toEqual([path, true]);
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await put('/urgent', { text: 'Начало сдвинуто на 40 минут' });
    await line.waitFor();
    const header = page.locator('header').first();
    const below = await header.evaluate((element) => element.getBoundingClientRect().bottom);
    expect([path, await page.evaluate(() => scrollY), await place(page.locator('main'))]).toEqual([path, 0, below]);
    await put('/urgent', { text: '' });
  }
});

const settled = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
