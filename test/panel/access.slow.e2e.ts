import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { screens } from '../../resources.ts';
import {
  DESKTOP,
  eventually,
  expectNoComplaints,
  findBarriers,
  heading,
  PHONE,
  readStored,
} from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';
import { ADMIN } from '../rig/server.ts';
import { noise } from '../rig/world/pictures.ts';
import { bodyOf, give, press as pressTool, write } from './editor/desk.ts';

const SCREENS = [
  ...screens.map(({ path, title }) => [path ? `/admin/${path}` : '/admin', title] as const),
  ['/admin/news?view=bin', 'Новости'] as const,
];

const panel = await needBrowser();
beforeAll(async () => {
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
});

const settled = async (page: Page) => {
  // Its event stream never rests.
  if (page.url().endsWith('/admin/live')) return page.getByText('На связи', { exact: true }).waitFor();
  await page.waitForLoadState('networkidle');
  await eventually(() => page.getByRole('status', { name: 'Загрузка' }).count()).toBe(0);
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

describe.each([
  ['a phone', PHONE, false],
  ['a desk, in the light and in the dark', DESKTOP, true],
] as const)('on %s', (_name, viewport, isBoth) => {
  /** All barriers in the light, and on a desk those of colours in the dark. */
  const expectFree = async (page: Page, what: string) => {
    expect([what, await findBarriers(page)]).toEqual([what, []]);
    if (!isBoth) return;
    await turn(page, 'dark');
    expect([what, 'dark', await findBarriers(page, OF_COLOURS)]).toEqual([what, 'dark', []]);
    await turn(page, 'light');
  };
  const expectNarrow = async (page: Page, what: string) =>
    expect([what, await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)]).toEqual([what, 0]);
  /** The window that is open, which is left by Escape. */
  const expectWindowFree = async (page: Page, what: string) => {
    await page.locator('dialog:modal').last().waitFor();
    await expectFree(page, what);
    await expectNarrow(page, what);
    await page.keyboard.press('Escape');
  };
  const press = (page: Page, name: string | RegExp) =>
    page.getByRole('button', { name, exact: true }).filter({ visible: true }).last().click();

  test('every screen is free of barriers, of sideways scrolling and of complaints', async () => {
    const page = await panel.open('/admin', { viewport });
    for (const [path, title] of SCREENS) {
      await page.goto(panel.server.origin + path);
      await heading(page, title).waitFor();
      await settled(page);
      await expectFree(page, path);
      await expectNarrow(page, path);
    }
    expectNoComplaints(page);
  });

  test('so are the login, its refusal, a question, the undo bar and the menu', async () => {
    const login = await panel.open('/admin/login', { viewport, token: null });
    await login.getByRole('button', { name: 'Войти' }).click();
    await login.getByRole('alert').waitFor();
    await expectFree(login, 'login');

    const title = `Уходит ${viewport.width}`;
    await panel.call('POST', '/admin/news', { title });
    const page = await panel.open('/admin/news', { viewport });
    await page.getByRole('button', { name: `Ещё: ${title}` }).click();
    await page.getByRole('menu').waitFor();
    await expectFree(page, 'menu of a row');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: `Удалить: ${title}` }).click();
    await page.getByRole('alertdialog').waitFor();
    await expectFree(page, 'question');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Удалить' }).click();
    await page.getByRole('button', { name: 'Отменить' }).waitFor();
    await expectFree(page, 'undo bar');
    if (viewport !== PHONE) return;
    await page.getByRole('button', { name: 'Меню' }).click();
    await page.getByRole('dialog', { name: 'Меню' }).waitFor();
    await expectFree(page, 'menu');
  });

  test('so are the windows of the team, the library, the trash and a form that somebody else changed', async () => {
    for (const [path, ...buttons] of WINDOWS) {
      const page = await panel.open(path, { viewport });
      for (const name of buttons) await press(page, name);
      await expectWindowFree(page, buttons.join(' → '));
      await page.leave();
    }
    const page = await panel.open('/admin/voting', { viewport });
    await page.locator('[name=title]').fill(`Моё ${viewport.width}`);
    await panel.call('PUT', '/vote-settings', { title: `Чужое ${viewport.width}` });
    await press(page, 'Сохранить');
    await expectWindowFree(page, 'a conflict');
    await page.getByRole('link', { name: 'Рампа панель' }).filter({ visible: true }).click();
    await page.getByText('Уйти без сохранения?').waitFor();
    await expectWindowFree(page, 'leaving');
  });

  test('so is the editor: its tools, a version, a conflict, a picture on its way, a session that ended, text left behind', async () => {
    const page = await panel.open('/admin/news/edit/piece', { viewport });
    await bodyOf(page).waitFor();
    await expectFree(page, 'the editor');
    await expectNarrow(page, 'the editor');
    for (const name of ['Ссылка', 'Изображение', 'Типограф', 'Сочетания клавиш']) {
      await pressTool(page, name);
      await expectWindowFree(page, name);
    }
    await write(page, ' Правка.');
    await panel.call('PUT', '/admin/news/piece', { content: `<p>Чужая правка ${viewport.width}.</p>` });
    await press(page, 'Показать версии');
    await page.getByRole('dialog').getByRole('button').filter({ hasText: 'admin' }).last().click();
    await page.getByRole('button', { name: 'Назад', exact: true }).waitFor();
    await expectWindowFree(page, 'a version');
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByRole('alertdialog').waitFor();
    await expectWindowFree(page, 'a conflict');
    await page.route('**/api/upload', () => {});
    await give(page, 'paste', [{ name: 'a.png', type: 'image/png', bytes: await noise().png().toBuffer() }]);
    await page.getByText('Картинка загружается…').waitFor();
    await page.getByRole('link', { name: 'К списку' }).click();
    await page.getByText('Картинка ещё не загрузилась.').waitFor();
    await expectWindowFree(page, 'a picture on its way');
    await press(page, 'Убрать');
    await page.evaluate(() => localStorage.removeItem('authToken'));
    await press(page, 'Сохранить');
    await expectWindowFree(page, 'a session that ended');
    await page.getByText('Сеанс закончился: чтобы сохранять изменения').waitFor();
    await expectFree(page, 'the bar');
    await page.evaluate((token) => localStorage.setItem('authToken', token), panel.token);
    await page.reload();
    const offer = page.getByRole('region', { name: 'Несохранённый текст' });
    await offer.waitFor();
    await expectFree(page, 'an offer to restore');
    await expectNarrow(page, 'an offer to restore');
    // The browser's own notes of what was refused.
    expect(page.complaints.filter((complaint) => !/status of 4(01|12)/.test(complaint))).toEqual([]);
  });
});

async function tabTo(page: Page, name: string, key?: string): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      const label =
        element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
          ? element.labels?.[0]?.textContent
          : undefined;
      return element?.getAttribute('aria-label') ?? label ?? element?.textContent?.trim() ?? '';
    });
    if (focused === name) return key ? page.keyboard.press(key) : undefined;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to «${name}».`);
}

const focused = (page: Page) => eventually(() => page.evaluate(() => document.activeElement?.textContent));

test('by keyboard alone an administrator signs in, opens voting, saves it and signs out', async () => {
  const page = await panel.open('/admin/login', { token: null });
  await tabTo(page, 'Имя пользователя');
  await page.keyboard.type(ADMIN.username);
  await tabTo(page, 'Пароль');
  await page.keyboard.type(ADMIN.password);
  await page.keyboard.press('Enter');
  await heading(page, 'Обзор').waitFor();
  await tabTo(page, 'Голосование', 'Enter');
  await heading(page, 'Голосование').waitFor();
  await page.locator('[name=title]').waitFor();
  await focused(page).toBe('Голосование');
  await tabTo(page, 'Голосование открыто', 'Space');
  await eventually(() => page.locator('[name=is_voting_enabled]').isChecked()).toBe(true);
  await tabTo(page, 'Сохранить', 'Enter');
  await page.getByText('Настройки успешно сохранены!').waitFor();
  await tabTo(page, 'Выйти', 'Enter');
  await heading(page, 'Вход в панель').waitFor();
  await eventually(() => readStored(page)).toBeNull();
  expectNoComplaints(page);
});

test('by keyboard alone a question takes the focus, Esc answers no, the focus goes back; the menu of a row is walked through', async () => {
  const page = await panel.open('/admin/news');
  await page.getByText('Черновик').first().waitFor();
  await tabTo(page, 'Удалить: Черновик', 'Enter');
  await page.getByRole('alertdialog').waitFor();
  await focused(page).toBe('Отмена');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  const label = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await eventually(label).toBe('Удалить: Черновик');
  await page.reload();
  await page.getByText('Черновик').first().waitFor();
  await tabTo(page, 'Ещё: Черновик', 'Enter');
  await page.getByRole('menuitem', { name: 'Опубликовать сейчас' }).waitFor();
  await focused(page).toBe('Опубликовать сейчас');
  await page.keyboard.press('ArrowDown');
  await focused(page).toBe('Закрепить наверху');
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
});

test('by keyboard alone the menu of a phone opens, closes with Esc and leads on', async () => {
  const page = await panel.open('/admin', { viewport: PHONE });
  await heading(page, 'Обзор').waitFor();
  await tabTo(page, 'Меню', 'Enter');
  const menu = page.getByRole('dialog', { name: 'Меню' });
  await menu.waitFor();
  await eventually(() => menu.getByRole('link', { name: 'Обзор' }).getAttribute('aria-current')).toBe('page');
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  await tabTo(page, 'Меню', 'Enter');
  await tabTo(page, 'Библиотека', 'Enter');
  await heading(page, 'Картинки').waitFor();
  await eventually(() => menu.count()).toBe(0);
});

test('a window that is too long for the screen begins with its title', async () => {
  const page = await panel.open('/admin/news/new', { viewport: PHONE });
  await bodyOf(page).click();
  await page.keyboard.press('ControlOrMeta+/');
  const dialog = page.getByRole('dialog', { name: 'Сочетания клавиш' });
  await dialog.waitFor();
  expect(await dialog.evaluate((element) => [element.scrollHeight > element.clientHeight, element.scrollTop])).toEqual([
    true,
    0,
  ]);
  await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Сочетания клавиш');
  await page.keyboard.press('Escape');
  await expect.poll(() => bodyOf(page).evaluate((element) => element === document.activeElement)).toBe(true);
});
