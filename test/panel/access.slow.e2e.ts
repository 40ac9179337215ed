import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { screens } from '../../resources.ts';
import {
  click,
  DESKTOP,
  expectNoComplaints,
  findBarriers,
  follow,
  heading,
  PHONE,
  type WatchedPage,
} from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';
import { noise } from '../rig/world/pictures.ts';
import { bodyOf, give, press as pressTool, write } from './editor/desk.ts';

const SCREENS = [
  ...screens.map(({ path, title }) => [path ? `/admin/${path}` : '/admin', title] as const),
  ['/admin/news?view=bin', 'Новости'] as const,
];

const panel = await needBrowser();
for (const article of [
  { title: 'Опубликованная новость с заголовком подлиннее, чтобы он занял две строки' },
  { title: 'Черновик', status: 'draft' },
  { title: 'Запланированная', status: 'scheduled', publishAt: '2125-07-20T15:00:00Z' },
  { title: 'Удалённая' },
])
  await panel.call('POST', '/admin/news', article);
await panel.call('DELETE', '/admin/news/udalyonnaya');
const content = '<h2>Раздел</h2><ul><li>пункт</li></ul><pre>const a = 1;</pre><blockquote>цитата</blockquote>';
await panel.call('POST', '/admin/news', { title: 'Для всех', slug: 'piece', content });
await panel.site.store.images.put(await noise().png().toBuffer());
await panel.call('POST', '/admin/admins', { username: 'Вера', password: 'korabl-na-ladoge-21' });

const settled = async (page: Page) => {
  // Its event stream never rests.
  if (page.url().endsWith('/admin/live')) return page.getByText('На связи', { exact: true }).waitFor();
  await page.waitForLoadState('networkidle');
  await expect.poll(() => page.getByRole('status', { name: 'Загрузка' }).count()).toBe(0);
};

const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** Windows that open behind buttons of a screen. */
const WINDOWS: readonly (readonly [path: string, ...buttons: (string | RegExp)[]])[] = [
  ['/admin/administrators', 'Сбросить пароль: Вера'],
  ['/admin/administrators', 'Удалить: Вера'],
  ['/admin/images', /не используется/],
  ['/admin/news?view=bin', /^Удалить навсегда/],
  ['/admin/news/edit/piece', 'Изображение', 'Из библиотеки'],
];

async function turn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
}

/** On a phone a window shows all of a page that is too wide. */
const widerThanWindow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
const THUMB = { viewport: PHONE, hasTouch: true, isMobile: true };
const FINGER = 44; // px, WCAG 2.5.5

/** Names of the buttons in sight that a finger misses, with their heights. */
const smallButtons = (page: Page): Promise<string[]> =>
  page.evaluate(
    (least) =>
      [...document.querySelectorAll<HTMLElement>('button, a[class*="Button-root"]')].flatMap((button) => {
        const { width, height } = button.getBoundingClientRect();
        const isShown = width > 1 && height > 1 && button.checkVisibility({ visibilityProperty: true });
        const name = button.textContent || button.ariaLabel || button.className;
        return isShown && height < least ? [`${name}: ${height}`] : [];
      }),
    FINGER,
  );

/** Free of all barriers in the light and of those of colours in the dark, and no wider than the window of a phone or a desk. */
async function expectFree(page: Page, what: string): Promise<void> {
  const found = [await findBarriers(page), await page.evaluate(widerThanWindow)];
  expect([what, ...found]).toEqual([what, [], 0]);
  await page.setViewportSize(DESKTOP);
  await turn(page, 'dark');
  const atDesk = [await findBarriers(page, OF_COLOURS), await page.evaluate(widerThanWindow)];
  expect([what, 'in the dark, at a desk', ...atDesk]).toEqual([what, 'in the dark, at a desk', [], 0]);
  await turn(page, 'light');
  await page.setViewportSize(PHONE);
}

/** The window that is open, which is left by Escape. */
async function expectWindowFree(page: Page, what: string): Promise<void> {
  await page.locator('dialog:modal').last().waitFor();
  await expectFree(page, what);
  await page.keyboard.press('Escape');
}

/** No complaints but the browser's own notes of what was refused. */
const expectOnly = (page: WatchedPage, refused: string) =>
  expect(page.complaints.filter((complaint) => !complaint.includes(refused))).toEqual([]);

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true }).last().click();

/** Screens in parts: all of them take longer than a test may. */
const PARTS = [0, 1, 2].map((part) => SCREENS.filter((_, at) => at % 3 === part));
test.each(PARTS)(
  'every screen is free of barriers, of sideways scrolling, of complaints, and of buttons that a finger misses: %s and others',
  async (...part) => {
    const page = await panel.open('/admin', THUMB);
    for (const [path, title] of part) {
      await page.goto(panel.server.origin + path);
      await heading(page, title).waitFor();
      await settled(page);
      await expect.poll(async () => [path, await smallButtons(page)]).toEqual([path, []]);
      await expectFree(page, path);
      // A desk has its menu beside the screen.
      await page.setViewportSize(DESKTOP);
      expect([path, await findBarriers(page)]).toEqual([path, []]);
      await page.setViewportSize(PHONE);
    }
    expectNoComplaints(page);
  },
);

test('so are the login, its refusal, a question, the undo bar and the menu', async () => {
  const login = await panel.open('/admin/login', { ...THUMB, token: null });
  await click(login, 'Войти', login.getByRole('alert'));
  await expectFree(login, 'login');

  await panel.call('POST', '/admin/news', { title: 'Уходит' });
  const page = await panel.open('/admin/news', THUMB);
  await click(page, 'Ещё: Уходит', page.getByRole('menu'));
  await expectFree(page, 'menu of a row');
  await page.keyboard.press('Escape');
  await click(page, 'Удалить: Уходит', page.getByRole('alertdialog'));
  await expectFree(page, 'question');
  await click(page.getByRole('alertdialog'), 'Удалить', page.getByRole('button', { name: 'Отменить' }));
  await expectFree(page, 'undo bar');
  await click(page, 'Меню', page.getByRole('dialog', { name: 'Меню' }));
  expect(await findBarriers(page)).toEqual([]);
});

test('so are the windows of the team, the library, the trash and a form that somebody else changed', async () => {
  const page = await panel.open('/admin', THUMB);
  for (const [path, ...buttons] of WINDOWS) {
    await page.goto(panel.server.origin + path);
    for (const name of buttons) await press(page, name);
    await expectWindowFree(page, buttons.join(' → '));
  }
  await page.goto(`${panel.server.origin}/admin/voting`);
  await page.locator('[name=title]').fill('Моё');
  await panel.call('PUT', '/vote-settings', { title: 'Чужое' });
  await press(page, 'Сохранить');
  await expectWindowFree(page, 'a conflict');
  await page.getByRole('link', { name: 'Рампа панель' }).filter({ visible: true }).click();
  await page.getByText('Уйти без сохранения?').waitFor();
  await expectWindowFree(page, 'leaving');
});

test('so is the editor: its tools, a version, a conflict', async () => {
  const page = await panel.open('/admin/news/edit/piece', THUMB);
  await bodyOf(page).waitFor();
  await press(page, 'Ещё');
  expect(await smallButtons(page)).toEqual([]);
  await expectFree(page, 'the editor');
  for (const name of ['Ссылка', 'Изображение', 'Типограф']) {
    await pressTool(page, name);
    await expectWindowFree(page, name);
  }
  await write(page, ' Правка.');
  await panel.call('PUT', '/admin/news/piece', { content: '<p>Чужая правка.</p>' });
  await press(page, 'Показать версии');
  await page.getByRole('dialog').getByRole('button').filter({ hasText: 'admin' }).last().click();
  await page.getByRole('button', { name: 'Назад', exact: true }).waitFor();
  await expectWindowFree(page, 'a version');
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByRole('alertdialog').waitFor();
  await expectWindowFree(page, 'a conflict');
  expectOnly(page, 'status of 412');
});

test('so is the editor with a picture on its way, a session that ended, text left behind', async () => {
  const page = await panel.open('/admin/news/edit/piece', THUMB);
  await write(page, ' Правка.');
  await page.route('**/api/upload', () => {});
  await give(page, 'paste', [{ name: 'a.png', type: 'image/png', bytes: await noise().png().toBuffer() }]);
  await page.getByText('Картинка загружается…').waitFor();
  await press(page, 'Ещё');
  await follow(page, 'К списку', page.getByText('Картинка ещё не загрузилась.'));
  await expectWindowFree(page, 'a picture on its way');
  await press(page, 'Убрать');
  await page.evaluate(() => localStorage.removeItem('authToken'));
  await press(page, 'Сохранить');
  await expectWindowFree(page, 'a session that ended');
  await page.getByText('Сеанс закончился: чтобы сохранять изменения').waitFor();
  await expectFree(page, 'the bar');
  await page.evaluate((token) => localStorage.setItem('authToken', token), panel.token);
  await page.reload();
  await page.getByRole('region', { name: 'Несохранённый текст' }).waitFor();
  await expectFree(page, 'an offer to restore');
  expectOnly(page, 'status of 401');
});
