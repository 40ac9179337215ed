import { expect, test } from 'vitest';
import {
  eventually,
  expectNoComplaints,
  fillLogin,
  findBarriers,
  heading,
  PHONE,
  readStored,
  send,
  signIn,
} from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';
import { ADMIN } from '../rig/server.ts';

const panel = await needBrowser();
const { origin } = panel.server;
const verify = async (token: string | null) => (await send(origin, 'GET', '/auth/verify', token ?? '')).status;

test('who is not signed in is led to the login, back to where it stopped them, and out by «Выйти»', async () => {
  const html = await (await fetch(`${origin}/admin/voting`)).text();
  expect(html).toContain('Проверка авторизации...');
  expect(html).not.toContain('Поддержите исполнителя');
  const page = await panel.open('/admin/voting', { token: null });
  await heading(page, 'Вход в панель').waitFor();
  expect(new URL(page.url()).pathname).toBe('/admin/login');
  await fillLogin(page);
  await heading(page, 'Голосование').waitFor();
  const token = await readStored(page);
  expect(await verify(token)).toBe(200);
  await page.getByRole('button', { name: 'Выйти' }).click();
  await heading(page, 'Вход в панель').waitFor();
  await eventually(() => readStored(page)).toBeNull();
  await eventually(() => verify(token)).toBe(401);
  await fillLogin(page);
  await heading(page, 'Обзор').waitFor();
  expect(new URL(page.url()).pathname).toBe('/admin');
  expectNoComplaints(page);
});

test('a session that ends in the middle is renewed in place, and the save goes on by itself', async () => {
  const page = await panel.open('/admin/voting');
  const title = page.locator('[name=title]');
  await title.fill('Голосуем за песню');
  await send(origin, 'POST', '/auth/logout', (await readStored(page)) ?? '');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Сеанс закончился' });
  const alert = dialog.getByRole('alert');
  await dialog.waitFor();
  await eventually(() => title.inputValue()).toBe('Голосуем за песню');
  await dialog.locator('[name=password]').fill('wrong one');
  await dialog.getByRole('button', { name: 'Войти' }).click();
  await eventually(() => alert.textContent()).toBe('Неверные учетные данные');
  await page.route('**/api/auth/login', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Войти' }).click();
  await dialog.getByText('Сервер не отвечает.').waitFor();
  await eventually(() => alert.textContent()).toBe('Неверные учетные данные');
  await page.unroute('**/api/auth/login');
  await dialog.locator('[name=password]').fill(ADMIN.password);
  await dialog.getByRole('button', { name: 'Войти' }).click();
  await page.getByText('Настройки успешно сохранены!').waitFor();
  expect(await panel.read('/vote-settings')).toMatchObject({ title: 'Голосуем за песню' });
});

test('an author writes a draft, which only an editor can publish, and follows it', async () => {
  const author = { username: 'author', password: 'korabl-na-ladoge-21' };
  await panel.call('POST', '/admin/admins', { ...author, role: 'author' });
  const token = await signIn(panel.server.origin, author);
  const page = await panel.open('/admin/news/new', { token, viewport: PHONE });
  await page.locator('[name=title]').fill('Дневник репетиций');
  await page.getByRole('textbox', { name: 'Текст' }).fill('Третий день на большой сцене.');
  const actions = page.getByRole('group', { name: 'Действия с новостью' });
  await eventually(() => actions.getByRole('button').allTextContents()).toEqual(['На проверку', 'Сохранить черновик']);
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
