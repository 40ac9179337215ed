import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { DESKTOP, findBarriers, PHONE } from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';
import { noise } from '../rig/world/pictures.ts';
import { bodyOf, give, write } from './editor/desk.ts';

const panel = await needBrowser();
beforeAll(async () => {
  await panel.site.store.images.put(await noise().png().toBuffer());
  await panel.call('POST', '/admin/news', { title: 'Новость', slug: 'piece', content: '<p>Текст.</p>' });
  await panel.call('POST', '/admin/news', { title: 'В корзине', slug: 'gone' });
  await panel.call('DELETE', '/admin/news/gone');
  await panel.call('POST', '/admin/admins', { username: 'Вера', password: 'korabl-na-ladoge-21' });
});

describe.each([
  ['a phone', { viewport: PHONE, colorScheme: 'light' }],
  ['a desk in the dark', { viewport: DESKTOP, colorScheme: 'dark' }],
] as const)('on %s no window has barriers', (_name, options) => {
  const press = (page: Page, name: string | RegExp) =>
    page.getByRole('button', { name, exact: true }).filter({ visible: true }).last().click();
  const check = async (page: Page, what: string) => {
    await page.locator('dialog:modal').last().waitFor();
    expect([what, await findBarriers(page)]).toEqual([what, []]);
    await page.keyboard.press('Escape');
  };
  /** Opens a screen, presses one button after the other and looks at the window that opens. */
  const look = async (path: string, ...names: (string | RegExp)[]) => {
    const page = await panel.open(path, options);
    for (const name of names) await press(page, name);
    await check(page, names.join(' → '));
    await page.leave();
  };

  test('of the team, the library and the bin', async () => {
    await look('/admin/administrators', 'Сбросить пароль: Вера');
    await look('/admin/administrators', 'Удалить: Вера');
    await look('/admin/images', /не используется/);
    await look('/admin/news?view=bin', /^Удалить навсегда/);
  });

  test('of a form that somebody else changed, or that is left unsaved', async () => {
    const page = await panel.open('/admin/voting', options);
    await page.locator('[name=title]').fill(`Моё ${Math.random()}`);
    await panel.call('PUT', '/vote-settings', { title: `Чужое ${Math.random()}` });
    await press(page, 'Сохранить');
    await check(page, 'a conflict');
    await page.getByRole('link', { name: 'Рампа панель' }).filter({ visible: true }).click();
    await page.getByText('Уйти без сохранения?').waitFor();
    await check(page, 'leaving');
    await page.leave();
  });

  test('of the editor: the library, a picture on its way, text left behind, a session that ended', async () => {
    await look('/admin/news/edit/piece', 'Изображение', 'Из библиотеки');
    await look('/admin/news/edit/piece', 'Показать версии');
    const page = await panel.open('/admin/news/edit/piece', options);
    await page.route('**/api/upload', () => {});
    await write(page, ' Правка.');
    await give(page, 'paste', [{ name: 'a.png', type: 'image/png', bytes: await noise().png().toBuffer() }]);
    await page.getByText('Картинка загружается…').waitFor();
    await page.getByRole('link', { name: 'К списку' }).click();
    await check(page, 'a picture on its way');
    await press(page, 'Убрать');
    await page.evaluate(() => localStorage.removeItem('authToken'));
    await press(page, 'Сохранить');
    await check(page, 'a session that ended');
    await page.getByText('Сеанс закончился: чтобы сохранять изменения').waitFor();
    expect(['the bar', await findBarriers(page)]).toEqual(['the bar', []]);
    await page.evaluate((token) => localStorage.setItem('authToken', token), panel.token);
    await page.reload();
    const offer = page.getByRole('region', { name: 'Несохранённый текст' });
    await offer.getByRole('button', { name: 'Удалить' }).click();
    await offer.waitFor({ state: 'detached' });
    await bodyOf(page).waitFor();
    await page.leave();
  });
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
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Сочетания клавиш');
  await page.keyboard.press('Escape');
  await expect.poll(() => bodyOf(page).evaluate((element) => element === document.activeElement)).toBe(true);
});
