import { expect, test } from 'vitest';
import {
  click,
  eventually,
  expectNoComplaints,
  fillLogin,
  heading,
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
  const page = await panel.open('/admin/voting#voting_url', { token: null });
  await heading(page, 'Вход в панель').waitFor();
  expect(new URL(page.url()).pathname).toBe('/admin/login');
  const inputs = page.locator('.mantine-PasswordInput-input, .mantine-TextInput-input');
  const rings = () => inputs.evaluateAll((all) => all.map((each) => getComputedStyle(each).outlineStyle));
  await page.locator('[name=username]').focus();
  await eventually(rings).toEqual(['solid', 'none']);
  await page.locator('[name=password]').focus();
  await eventually(rings).toEqual(['none', 'solid']);
  await fillLogin(page);
  await heading(page, 'Голосование').waitFor();
  expect(new URL(page.url()).hash).toBe('#voting_url');
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

test('a session that ended while nobody looked fills no form with what visitors get, and a save keeps what is hidden from them', async () => {
  const hidden = { voting_url: 'https://vote.example/', is_voting_enabled: true, opens_at: '2125-07-20T15:00:00.000Z' };
  await panel.call('PUT', '/vote-settings', hidden);
  // A screen that asks nothing by itself.
  const page = await panel.open('/admin/tags');
  await heading(page, 'Теги').waitFor();
  await page.waitForLoadState('networkidle');
  await send(origin, 'POST', '/auth/logout', (await readStored(page)) ?? '');
  await page.getByRole('link', { name: 'Голосование', exact: true }).first().click();
  await fillLogin(page.getByRole('alertdialog', { name: 'Сеанс закончился' }));
  await eventually(() => page.locator('[name=voting_url]').inputValue()).toBe(hidden.voting_url);
  await page.locator('[name=title]').fill('Голосуем позже');
  await click(page, 'Сохранить', page.getByText('Настройки успешно сохранены!'));
  const token = (await readStored(page)) ?? '';
  expect(await (await send(origin, 'GET', '/vote-settings', token)).json()).toMatchObject(hidden);
  await panel.call('PUT', '/vote-settings', { voting_url: '', is_voting_enabled: false, opens_at: null });
});

test('a tab says whose it is once another tab has signed somebody else in', async () => {
  const olga = { username: 'Ольга', password: 'шесть синих чашек у окна', role: 'author' };
  await panel.call('POST', '/admin/admins', olga);
  const page = await panel.open('/admin');
  await page.getByRole('link', { name: 'Команда' }).first().waitFor();
  const other = await page.context().newPage();
  await other.goto(`${origin}/robots.txt`);
  await other.evaluate((token) => localStorage.setItem('authToken', token), await signIn(origin, olga));
  await page.getByText('Ольга, автор').first().waitFor({ state: 'attached' });
  await eventually(() => page.getByRole('link', { name: 'Команда' }).count()).toBe(0);
});

test('an invitation that could not be read is read when the link is opened once more', async () => {
  const { url } = await panel.ask<{ url: string }>('POST', '/admin/invitations', { role: 'author' });
  const page = await panel.open('/robots.txt', { token: null });
  await page.route('**/api/auth/invitation', (route) => route.abort());
  await page.goto(origin + url);
  await page.getByText('Сервер не ответил.').waitFor();
  await page.unroute('**/api/auth/invitation');
  await page.goto(origin + url);
  await heading(page, 'Добро пожаловать').waitFor();
});
