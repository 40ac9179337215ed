import { expect, test } from 'vitest';
import { screens } from '../../resources.ts';
import { eventually, expectNoComplaints, heading, PHONE } from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';

const panel = await needBrowser();
const WINDOW = { width: 1366, height: 768 };

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
  }
});

test('screens that share an entry are tabs of one heading: each keeps its address, and the entry is marked on all', async () => {
  const page = await panel.open('/admin/programme?edition=rampa-2024', { viewport: WINDOW });
  const menu = page.getByRole('navigation', { name: 'Панель' });
  for (const { path, title, tabOf } of screens.filter((screen) => screen.tabOf)) {
    const first = screens.find((screen) => screen.path === tabOf);
    await page.goto(`${panel.server.origin}/admin/${tabOf}`);
    const tabs = page.getByRole('navigation', { name: 'Рядом в меню' });
    await tabs.getByRole('link', { name: title, exact: true }).click();
    await page.waitForURL(`**/admin/${path}`);
    await heading(page, title).waitFor();
    const entry = menu.getByRole('link', { name: first?.entry?.title ?? first?.title ?? '', exact: true });
    await eventually(() => entry.getAttribute('aria-current')).toBe('true');
    await eventually(() => menu.locator('[aria-current]').count()).toBe(1);
    await tabs.getByRole('link', { name: first?.title ?? '', exact: true }).click();
    await page.waitForURL(`**/admin/${tabOf}`);
    await eventually(() => entry.getAttribute('aria-current')).toBe('page');
  }
  expectNoComplaints(page);
});

test('the tabs of the programme stay with the edition and the show that are open', async () => {
  const page = await panel.open('/admin/results?edition=nobody');
  const link = page.getByRole('navigation', { name: 'Рядом в меню' }).getByRole('link', { name: 'Программа' });
  await eventually(() => link.getAttribute('href')).toBe('/admin/programme?edition=nobody');
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
    boxes.add([x, y, width].join(' '));
  }
  expect([...boxes]).toHaveLength(1);
});

test('nine articles of the list are seen whole at 1366 × 768, below filters of one line', async () => {
  for (let number = 1; number <= 12; number += 1)
    await panel.call('POST', '/admin/news', { title: `Новость ${number} с заголовком обычной длины`, tags: ['Финал'] });
  const page = await panel.open('/admin/news', { viewport: WINDOW });
  const rows = page.getByRole('row').filter({ has: page.getByRole('button', { name: /^Удалить/ }) });
  const seen = () =>
    rows.evaluateAll((all) => all.filter((each) => each.getBoundingClientRect().bottom <= innerHeight).length);
  await eventually(seen).toBeGreaterThanOrEqual(9);
  const { height = 0 } = (await page.getByRole('search').boundingBox()) ?? {};
  expect(height).toBeLessThan(60);
});
