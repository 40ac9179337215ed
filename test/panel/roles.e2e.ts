import { expect, test } from 'vitest';
import { eventually, expectNoComplaints, findBarriers, heading, PHONE, signIn } from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';

const panel = await needBrowser();

test('an author writes a draft, which only an editor can publish, and follows it', async () => {
  const author = { username: 'author', password: 'korabl-na-ladoge-21' };
  await panel.call('POST', '/admin/admins', { ...author, role: 'author' });
  const token = await signIn(panel.server.origin, author);
  const page = await panel.open('/admin/news/new', { token, viewport: PHONE });
  await page.locator('[name=title]').fill('Дневник репетиций');
  await page.getByRole('textbox', { name: 'Текст' }).fill('Третий день на большой сцене.');
  const actions = page.getByRole('group', { name: 'Действия с новостью' });
  await eventually(() => actions.getByRole('button').allTextContents()).toEqual(['Сохранить черновик']);
  for (const name of ['Публикация', 'Выйдет только одна из…'])
    await eventually(() => page.getByRole('heading', { level: 2, name }).count()).toBe(0);
  await eventually(() => page.getByRole('button', { name: 'Из библиотеки' }).count()).toBe(0);
  expect(await findBarriers(page)).toEqual([]);
  await actions.getByRole('button', { name: 'Сохранить черновик' }).click();
  await page.getByText('Черновик сохранён.').first().waitFor();
  await page.getByRole('button', { name: 'Показать версии' }).waitFor();
  await eventually(() => page.getByRole('switch', { name: 'Закрепить наверху' }).count()).toBe(0);

  await page.getByRole('link', { name: 'К списку' }).click();
  await page.getByRole('link', { name: 'Изменить: Дневник репетиций' }).waitFor();
  await page.getByRole('button', { name: 'Ещё: Дневник репетиций' }).click();
  await eventually(() => page.getByRole('menuitem').allTextContents()).toEqual(['Дублировать', 'Скопировать адрес']);
  await page.keyboard.press('Escape');

  await panel.call('PUT', '/admin/news/dnevnik-repetitsiy', { status: 'published' });
  await page.goto(`${panel.server.origin}/admin/news`);
  await page.getByRole('button', { name: 'Ещё: Дневник репетиций' }).waitFor();
  await eventually(() => page.getByRole('link', { name: 'Изменить: Дневник репетиций' }).count()).toBe(0);
  await eventually(() => page.getByRole('button', { name: 'Удалить: Дневник репетиций' }).count()).toBe(0);
  await page.goto(`${panel.server.origin}/admin/news/edit/dnevnik-repetitsiy`);
  await heading(page, 'Редактирование новости').waitFor();
  await page.getByText('Новость опубликована').waitFor();
  expectNoComplaints(page);
});
