import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { screens } from '../../resources.ts';
import { click, eventually, expectNoComplaints, hasFocus, heading, PHONE, undoBar } from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';
import { bodyOf, button, makeArticle, order } from './editor/desk.ts';

const panel = await needBrowser();
const WINDOW = { width: 1366, height: 768 };
const LONG = 'Константин-Александр Преображенский-Оболенский-Голенищевский'; // 60 letters

const topOf = async (place: Locator): Promise<number> => (await place.boundingBox())?.y ?? 0;
const neighbours = (page: Page) => page.getByRole('navigation', { name: 'Рядом в меню' });

test('the menu has at most twelve entries in three groups, seen whole at 768 px and in the drawer of a phone', async () => {
  for (const viewport of [WINDOW, PHONE]) {
    const page = await panel.open('/admin', { viewport });
    await heading(page, 'Обзор').waitFor();
    if (viewport === PHONE) await page.getByRole('button', { name: 'Меню' }).click();
    const menu = viewport === PHONE ? page.getByRole('dialog', { name: 'Меню' }) : page.getByRole('complementary');
    const entries = menu.locator('[class*=way]').filter({ has: page.locator('svg') });
    await menu.getByRole('button', { name: 'Выйти' }).waitFor();
    expect(await entries.count()).toBeLessThanOrEqual(12);
    expect(await menu.locator('ul, [class*=foot]').count()).toBeLessThanOrEqual(3);
    for (const entry of await entries.all()) {
      const { y = -1, height = 0 } = (await entry.boundingBox()) ?? {};
      expect([await entry.innerText(), y >= 0 && y + height <= viewport.height]).toEqual([expect.anything(), true]);
    }
    if (viewport === PHONE) await menu.getByRole('button', { name: 'Закрыть' }).click();
    expect(await page.getByRole('dialog').count()).toBe(0);
  }
});

test('a low screen scrolls the menu: nothing stands over its last entries', async () => {
  for (const viewport of [
    { width: 360, height: 640 },
    { width: 1366, height: 620 },
  ]) {
    const page = await panel.open('/admin', { viewport });
    await heading(page, 'Обзор').waitFor();
    const isPhone = viewport.width < 500;
    if (isPhone) await page.getByRole('button', { name: 'Меню' }).click();
    const menu = isPhone ? page.getByRole('dialog', { name: 'Меню' }) : page.getByRole('complementary');
    const { y = 0, height = 0 } = (await menu.getByRole('link', { name: 'Команда' }).boundingBox()) ?? {};
    expect(await topOf(menu.getByRole('link', { name: 'Открыть сайт' }))).toBeGreaterThanOrEqual(y + height);
  }
});

test('screens that share an entry are tabs below their heading, the open one among them: each keeps its address, and the entry, called as its first screen, is marked on all', async () => {
  const page = await panel.open('/admin', { viewport: WINDOW });
  const menu = page.getByRole('navigation', { name: 'Панель' });
  for (const { path, title, tabOf } of screens.filter((screen) => screen.tabOf !== undefined)) {
    const first = screens.find((screen) => screen.path === tabOf);
    await page.goto(`${panel.server.origin}/admin/${tabOf}`.replace(/\/$/, ''));
    const tabs = neighbours(page);
    await tabs.getByRole('link', { name: title, exact: true }).click();
    await page.waitForURL(`**/admin/${path}`);
    await heading(page, title).waitFor();
    const shown = tabs.locator('[aria-current=page]');
    await eventually(() => shown.innerText()).toBe(title);
    expect(await topOf(shown)).toBeGreaterThan(await topOf(heading(page, title)));
    const entry = menu.getByRole('link', { name: first?.title ?? '', exact: true });
    await eventually(() => entry.getAttribute('aria-current')).toBe('true');
    await eventually(() => menu.locator('[aria-current]').count()).toBe(1);
    await tabs.getByRole('link', { name: first?.title ?? '', exact: true }).click();
    await page.waitForURL(`**/admin/${tabOf}`.replace(/\/$/, ''));
    await eventually(() => entry.getAttribute('aria-current')).toBe('page');
  }
  expectNoComplaints(page);
  // Those of the programme stay with the edition that is open.
  await page.goto(`${panel.server.origin}/admin/results?edition=nobody`);
  const programme = neighbours(page).getByRole('link', { name: 'Программа' });
  await eventually(() => programme.getAttribute('href')).toBe('/admin/programme?edition=nobody');
});

test('Ctrl+K leads to a screen or an article by its name, and in a text still makes a link', async () => {
  const { slug } = await makeArticle(panel, { title: 'Прыжок через оркестр', status: 'draft' });
  const page = await panel.open('/admin', { viewport: WINDOW });
  await heading(page, 'Обзор').waitFor();
  await page.keyboard.press('ControlOrMeta+k');
  const dialog = page.getByRole('dialog', { name: 'Перейти' });
  await dialog.getByRole('searchbox').fill('через орк');
  await dialog.getByRole('link', { name: 'Прыжок через оркестр' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/admin/news/edit/${slug}`);
  await bodyOf(page).press('ControlOrMeta+k');
  await page.getByRole('dialog', { name: 'Ссылка' }).waitFor();
  await eventually(() => dialog.count()).toBe(0);
  expectNoComplaints(page);

  const phone = await panel.open('/admin', { viewport: PHONE });
  await heading(phone, 'Обзор').waitFor();
  await phone.getByRole('button', { name: 'Перейти' }).click();
  const sought = phone.getByRole('dialog', { name: 'Перейти' });
  const place = await topOf(sought.getByRole('searchbox'));
  await sought.getByRole('searchbox').fill('ъъъ');
  await sought.getByText('Ничего не нашлось.').waitFor();
  expect(await topOf(sought.getByRole('searchbox'))).toBe(place);
  await sought.getByRole('button', { name: 'Закрыть' }).click();
  await eventually(() => sought.count()).toBe(0);
});

test('every screen has its heading at one place and its content in one width', async () => {
  const page = await panel.open('/admin', { viewport: { width: 1920, height: 1080 } });
  const boxes = new Set<string>();
  for (const { path } of screens.filter(({ path }) => path !== 'live')) {
    await page.goto(`${panel.server.origin}/admin/${path}`);
    const content = page
      .locator('main > div, main > * > div')
      .filter({ has: page.locator('header h1') })
      .last();
    await content.waitFor();
    const { x, y, width } = (await content.boundingBox()) ?? {};
    boxes.add([x, y, width, (await content.getByRole('heading', { level: 1 }).boundingBox())?.x].join(' '));
  }
  expect([...boxes]).toHaveLength(1);
});

test('nine articles of the list are seen whole at 1366 × 768, below filters of one line, whatever tags are called', async () => {
  for (let number = 1; number <= 12; number += 1)
    await panel.call('POST', '/admin/news', { title: `Новость ${number} с заголовком обычной длины`, tags: [LONG] });
  const page = await panel.open('/admin/news', { viewport: WINDOW });
  const rows = page.getByRole('row').filter({ has: page.getByRole('button', { name: /^Удалить/ }) });
  const seen = () =>
    rows.evaluateAll((all) => all.filter((each) => each.getBoundingClientRect().bottom <= innerHeight).length);
  await eventually(seen).toBeGreaterThanOrEqual(9);
});

async function look(page: Page): Promise<{ bars: number; covered: string[]; above: number }> {
  const bars = undoBar(page).getByRole('status');
  const buttons = page.locator('[data-lower-bar]');
  const [bar, group] = [await bars.last().boundingBox(), await buttons.boundingBox()];
  if (!bar || !group) throw new Error('a bar is not on the screen');
  const covered = await buttons.locator('a, button, [role=status]').evaluateAll((elements) =>
    elements
      .filter((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        if (width === 0) return false;
        const seen = document.elementFromPoint(left + width / 2, top + height / 2);
        return !(seen && (element.contains(seen) || seen.contains(element)));
      })
      .map((element) => element.textContent ?? ''),
  );
  return { bars: await bars.count(), covered, above: group.y - (bar.y + bar.height) };
}

const FREE = { bars: 1, covered: [], above: 12 };

test.each([
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
])('the undo bar stands above the buttons of the editor and covers none, $width px wide', async (viewport) => {
  const { slug } = await makeArticle(panel, { title: `Полоса отмены ${viewport.width}`, status: 'draft' });
  const page = await panel.open(`/admin/news/edit/${slug}`, { viewport });
  await bodyOf(page).waitFor();
  await order(page, 'Опубликовать', undoBar(page).getByText('Опубликовано:'));
  await eventually(() => look(page)).toEqual(FREE);
  // The latest takes the place of the one before.
  const showRest = async () => {
    if (viewport.width < 600) await page.locator('#article-actions').getByRole('button', { name: 'Ещё' }).click();
  };
  await showRest();
  await order(page, 'Снять с публикации', undoBar(page).getByText('Снято с публикации:'));
  for (const share of [0, 1]) {
    await page.evaluate((part) => scrollTo(0, part * document.documentElement.scrollHeight), share);
    await eventually(() => look(page)).toEqual(FREE);
  }
  await undoBar(page).getByRole('button', { name: 'Отменить' }).click();
  await showRest();
  await button(page, 'Снять с публикации').waitFor();
  expectNoComplaints(page);
});

test('«Ещё» of the editor opens over the text of a phone, and closes by Esc and by a press elsewhere', async () => {
  const { slug } = await makeArticle(panel, { title: 'Ещё', status: 'published' });
  const page = await panel.open(`/admin/news/edit/${slug}`, { viewport: { width: 360, height: 640 } });
  await bodyOf(page).waitFor();
  const bar = page.locator('#article-actions');
  const height = () => bar.evaluate((element) => element.getBoundingClientRect().height);
  const before = await height();
  const more = bar.getByRole('button', { name: 'Ещё' });
  const list = bar.getByRole('link', { name: 'К списку' });
  await click(bar, 'Ещё', list);
  expect(await height()).toBe(before);
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'hidden' });
  await hasFocus(more);
  await click(bar, 'Ещё', list);
  await bodyOf(page).click();
  await list.waitFor({ state: 'hidden' });
  expectNoComplaints(page);
});

/** Compressed scripts and styles of a first visit, in bytes. */
const LIMIT = 450_000;
/** Of the control desk, beyond what the overview brings: it is opened in a crowded hall. */
const DESK_LIMIT = 60_000;

test('a first visit to the panel stays within its budget', async () => {
  const overview = await firstVisit('/admin', (page) => heading(page, 'Обзор').waitFor());
  const article = await firstVisit('/admin/news/new', (page) => bodyOf(page).waitFor());
  expect(Math.max(overview.bytes, article.bytes)).toBeLessThanOrEqual(LIMIT);
  const desk = await firstVisit('/admin/live', (page) => page.getByText('На связи', { exact: true }).waitFor());
  const own = [...desk.files].filter(([name]) => !overview.files.has(name));
  expect(own.length).toBeGreaterThan(0);
  expect(own.reduce((sum, [, size]) => sum + size, 0)).toBeLessThanOrEqual(DESK_LIMIT);
});

async function firstVisit(address: string, isShown: (page: Page) => Promise<unknown>) {
  const page = await panel.open('/healthz');
  const sizes: Promise<[string, number]>[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    const size = async () => (await response.request().sizes()).responseBodySize;
    if (/\.(js|css)$/.test(pathname)) sizes.push(size().then((bytes) => [pathname, bytes]));
  });
  // An event stream never rests.
  const waitUntil = address === '/admin/live' ? 'load' : 'networkidle';
  await page.goto(panel.server.origin + address, { waitUntil });
  await isShown(page);
  const files = new Map(await Promise.all(sizes));
  const bytes = [...files.values()].reduce((sum, size) => sum + size, 0);
  await page.leave();
  return { bytes, files };
}
