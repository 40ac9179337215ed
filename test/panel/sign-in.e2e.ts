import { expect, test } from 'vitest';
import { click, eventually, expectNoComplaints, fillLogin, heading, readStored, send } from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';
import { ADMIN } from '../rig/server.ts';

const panel = await needBrowser();
const { origin } = panel.server;
const verify = async (token: string | null) => (await send(origin, 'GET', '/auth/verify', token ?? '')).status;

test('who is not signed in is led to the login, back to where it stopped them, and out by «Выйти»', async () => {
  const page = await panel.open('/admin/voting', { token: null });
  await heading(page, 'Вход в панель').waitFor();
  expect(new URL(page.url()).pathname).toBe('/admin/login');
  for (const name of ['username', 'password']) {
    await page.locator(`[name=${name}]`).focus();
    const ringed = page.locator('.mantine-PasswordInput-input, .mantine-TextInput-input');
    await eventually(() => ringed.evaluateAll((all) => all.map((each) => getComputedStyle(each).outlineStyle))).toEqual(
      name === 'username' ? ['solid', 'none'] : ['none', 'solid'],
    );
  }
  await fillLogin(page);
  await heading(page, 'Голосование').waitFor();
  const token = await readStored(page);
  expect(await verify(token)).toBe(200);
  await click(page, 'Выйти', heading(page, 'Вход в панель'));
  await eventually(() => readStored(page)).toBeNull();
  await eventually(() => verify(token)).toBe(401);
  await fillLogin(page);
  await heading(page, 'Обзор').waitFor();
  expect(new URL(page.url()).pathname).toBe('/admin');
  expectNoComplaints(page);
});

test('a session that ends in the middle is renewed in place, at once or later, and the save goes on by itself', async () => {
  const page = await panel.open('/admin/voting');
  const title = page.locator('[name=title]');
  await title.fill('Голосуем за песню');
  await send(origin, 'POST', '/auth/logout', (await readStored(page)) ?? '');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Сеанс закончился' });
  const alert = dialog.getByRole('alert');
  await dialog.waitFor();
  await click(dialog, 'Не сейчас', page.getByText('Сеанс закончился: чтобы сохранять изменения, войдите ещё раз.'));
  await eventually(() => title.inputValue()).toBe('Голосуем за песню');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await dialog.locator('[name=password]').fill('wrong one');
  await dialog.getByRole('button', { name: 'Войти' }).click();
  await eventually(() => alert.textContent()).toBe('Неверные учетные данные');
  await page.route('**/api/auth/login', (route) => route.abort());
  await click(dialog, 'Войти', 'Сервер не отвечает.');
  await eventually(() => alert.textContent()).toBe('Неверные учетные данные');
  await page.unroute('**/api/auth/login');
  await dialog.locator('[name=password]').fill(ADMIN.password);
  await click(dialog, 'Войти', page.getByText('Настройки успешно сохранены!'));
  expect(await panel.read('/vote-settings')).toMatchObject({ title: 'Голосуем за песню' });
});
