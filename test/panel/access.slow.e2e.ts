import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { screens } from '../../resources.ts';
import { click, DESKTOP, expectNoComplaints, findBarriers, hasFocus, heading, PHONE } from '../rig/browser/panel.ts';
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

describe.each([
  ['a phone', THUMB],
  ['a desk, in the light and in the dark', { viewport: DESKTOP }],
] as const)('on %s', (_name, options) => {
  const { viewport } = options;
  const isPhone = viewport === PHONE;
  /** All barriers in the light, and on a desk those of colours in the dark. */
  const expectFree = async (page: Page, what: string) => {
    expect([what, await findBarriers(page)]).toEqual([what, []]);
    if (isPhone) return;
    await turn(page, 'dark');
    expect([what, 'dark', await findBarriers(page, OF_COLOURS)]).toEqual([what, 'dark', []]);
    await turn(page, 'light');
  };
  const expectNarrow = async (page: Page, what: string) =>
    expect([what, await page.evaluate(widerThanWindow)]).toEqual([what, 0]);
  /** The window that is open, which is left by Escape. */
  const expectWindowFree = async (page: Page, what: string) => {
    await page.locator('dialog:modal').last().waitFor();
    await expectFree(page, what);
    await expectNarrow(page, what);
    await page.keyboard.press('Escape');
  };
  const press = (page: Page, name: string | RegExp) =>
    page.getByRole('button', { name, exact: true }).filter({ visible: true }).last().click();

  test('every screen is free of barriers, of sideways scrolling, of complaints, and of buttons that a finger misses', async () => {
    const page = await panel.open('/admin', options);
    for (const [path, title] of SCREENS) {
      await page.goto(panel.server.origin + path);
      await heading(page, title).waitFor();
      await settled(page);
      await expectFree(page, path);
      await expectNarrow(page, path);
      if (isPhone) await expect.poll(async () => [path, await smallButtons(page)]).toEqual([path, []]);
    }
    expectNoComplaints(page);
  });

  test('so are the login, its refusal, a question, the undo bar and the menu', async () => {
    const login = await panel.open('/admin/login', { ...options, token: null });
    await click(login, 'Войти', login.getByRole('alert'));
    await expectFree(login, 'login');

    const title = `Уходит ${viewport.width}`;
    await panel.call('POST', '/admin/news', { title });
    const page = await panel.open('/admin/news', options);
    await click(page, `Ещё: ${title}`, page.getByRole('menu'));
    await expectFree(page, 'menu of a row');
    await page.keyboard.press('Escape');
    await click(page, `Удалить: ${title}`, page.getByRole('alertdialog'));
    await expectFree(page, 'question');
    await click(page.getByRole('alertdialog'), 'Удалить', page.getByRole('button', { name: 'Отменить' }));
    await expectFree(page, 'undo bar');
    if (!isPhone) return;
    await click(page, 'Меню', page.getByRole('dialog', { name: 'Меню' }));
    await expectFree(page, 'menu');
  });

  test('so are the windows of the team, the library, the trash and a form that somebody else changed', async () => {
    for (const [path, ...buttons] of WINDOWS) {
      const page = await panel.open(path, options);
      for (const name of buttons) await press(page, name);
      await expectWindowFree(page, buttons.join(' → '));
      await page.leave();
    }
    const page = await panel.open('/admin/voting', options);
    await page.locator('[name=title]').fill(`Моё ${viewport.width}`);
    await panel.call('PUT', '/vote-settings', { title: `Чужое ${viewport.width}` });
    await press(page, 'Сохранить');
    await expectWindowFree(page, 'a conflict');
    await page.getByRole('link', { name: 'Рампа панель' }).filter({ visible: true }).click();
    await page.getByText('Уйти без сохранения?').waitFor();
    await expectWindowFree(page, 'leaving');
  });

  test('so is the editor: its tools, a version, a conflict, a picture on its way, a session that ended, text left behind', async () => {
    const page = await panel.open('/admin/news/edit/piece', options);
    await bodyOf(page).waitFor();
    if (isPhone) await press(page, 'Ещё');
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
    await page.getByRole('region', { name: 'Несохранённый текст' }).waitFor();
    await expectFree(page, 'an offer to restore');
    await expectNarrow(page, 'an offer to restore');
    // The browser's own notes of what was refused.
    expect(page.complaints.filter((complaint) => !/status of 4(01|12)/.test(complaint))).toEqual([]);
  });
});

test('a window that is too long for the screen begins with its title, with its buttons in view', async () => {
  const page = await panel.open('/admin/news/new', { viewport: PHONE });
  await bodyOf(page).click();
  await page.keyboard.press('ControlOrMeta+/');
  const dialog = page.getByRole('dialog', { name: 'Сочетания клавиш' });
  await dialog.waitFor();
  expect(
    await dialog.evaluate(({ scrollHeight, clientHeight, scrollTop }) => [scrollHeight > clientHeight, scrollTop]),
  ).toEqual([true, 0]);
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Сочетания клавиш');
  const close = await dialog.getByRole('button', { name: 'Закрыть' }).boundingBox();
  expect((close?.y ?? Infinity) + (close?.height ?? 0)).toBeLessThan(PHONE.height);
  await page.keyboard.press('Escape');
  await hasFocus(bodyOf(page));
});

const EDITORS = ['/admin/news/new', '/admin/news/edit/chernovik'];
test.each(EDITORS)('a phone has no button lower than a finger, and none with cut words, at %s', async (address) => {
  const page = await panel.open(address, THUMB);
  await page.locator('#article-actions button').first().waitFor();
  await expect.poll(() => smallButtons(page)).toEqual([]);
  const cutWords = () =>
    page.locator('#article-actions button span span').evaluateAll((labels) =>
      labels.flatMap((label) => {
        const range = document.createRange();
        range.selectNodeContents(label);
        const words = range.getBoundingClientRect();
        const own = label.getBoundingClientRect();
        return words.left < own.left - 0.5 || words.right > own.right + 0.5 ? [label.textContent] : [];
      }),
    );
  await expect.poll(cutWords).toEqual([]);
  // One row and what the main button will do.
  expect((await page.locator('#article-actions').boundingBox())?.height).toBeLessThan(88);
  await page.locator('#article-actions').getByRole('button', { name: 'Ещё' }).click();
  await expect.poll(() => smallButtons(page)).toEqual([]);
  await expect.poll(cutWords).toEqual([]);
});
