import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { screens } from '../../resources.ts';
import type { Role } from '../../roles.ts';
import {
  card,
  click,
  confirmPassword,
  eventually,
  expectNoComplaints,
  fillIn,
  findBarriers,
  hasFocus,
  heading,
  holdRequests,
  PHONE,
  send,
  signIn,
} from '../rig/browser/panel.ts';
import { middleOf } from '../rig/browser/thumb.ts';
import { needBrowser } from '../rig/needs.ts';
import { ADMIN } from '../rig/server.ts';

const panel = await needBrowser();
const { origin } = panel.server;

const VERA = { username: 'Вера', password: 'korabl-na-ladoge-21' };
const canSignIn = async (pair: typeof VERA) => (await send(origin, 'POST', '/auth/login', undefined, pair)).ok;
const { password } = VERA;
const ids: Record<string, number> = {};
for (const role of ['editor', 'broadcast', 'author'])
  ids[role] = await panel.make('/admin/admins', { username: role, password, role });

const tokenOf = (username: string) => signIn(origin, { username, password });
const menu = (page: Page) =>
  page.getByRole('complementary').getByRole('navigation', { name: 'Панель' }).getByRole('link').allTextContents();

test.each([
  ['editor', 'Обзор, Пульт эфира, Новости, Голосование, Трансляция, Программа, Страницы, Картинки'],
  ['broadcast', 'Обзор, Пульт эфира, Голосование, Трансляция, Программа'],
  ['author', 'Обзор, Новости'],
])('the panel of %s holds what is theirs, asks for nothing else, and says so of the rest', async (role, expected) => {
  const page = await panel.open('/admin', { token: await tokenOf(role) });
  await heading(page, 'Обзор').waitFor();
  await eventually(() => menu(page)).toEqual(expected.split(', '));
  // Screens that differ by role; access.slow.e2e.ts opens every screen.
  const differing = ['', 'news', 'voting', 'watch-settings', 'journal'];
  const own = screens.filter(({ path, roles }) => roles.includes(role as Role) && differing.includes(path));
  for (const { path, title } of own) {
    await page.goto(`${origin}/admin/${path}`);
    await heading(page, title).waitFor();
    await page.waitForLoadState('networkidle');
    await eventually(() => page.getByRole('status', { name: 'Загрузка' }).count()).toBe(0);
    expect([path, await page.getByText('не для вашей роли').count()]).toEqual([path, 0]);
  }
  await page.goto(`${origin}/admin/administrators`);
  await page.getByText('Этот раздел не для вашей роли').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  expectNoComplaints(page);
});

test('a change of role reaches an open panel with the next call', async () => {
  const page = await panel.open('/admin/voting', { token: await tokenOf('broadcast') });
  await page.locator('[name=title]').fill('Голосуем до полуночи');
  await panel.call('PUT', `/admin/admins/${ids.broadcast}/role`, { role: 'author' });
  await click(page, 'Сохранить', 'Этот раздел не для вашей роли');
  await eventually(() => menu(page)).toEqual(['Обзор', 'Новости']);
  await panel.call('PUT', `/admin/admins/${ids.broadcast}/role`, { role: 'broadcast' });
});

test('the team invites by a link that lets one person in, as what it says, takes an invitation back, and changes a role', async () => {
  const page = await panel.open('/admin/administrators');
  const form = card(page, 'Пригласить по ссылке');
  await form.locator('[name=role]').selectOption('editor');
  await form.locator('[name=username]').fill('Рита');
  await form.getByRole('button', { name: 'Создать ссылку' }).click();
  await confirmPassword(page);
  await hasFocus(form.getByLabel('Ссылка-приглашение'));
  const link = await form.getByLabel('Ссылка-приглашение').inputValue();
  await form.getByRole('button', { name: 'Отозвать: Рита' }).waitFor();
  expect(await findBarriers(page)).toEqual([]);

  const guest = await panel.open('/robots.txt', { token: null });
  await guest.goto(link);
  await heading(guest, 'Добро пожаловать').waitFor();
  await guest.getByText('Ваша роль — редактор.').waitFor();
  expect(new URL(guest.url()).hash).toBe('');
  await eventually(() => guest.getByLabel('Имя пользователя').inputValue()).toBe('Рита');
  await guest.locator('[name=password]').fill('короткий');
  await click(guest, 'Войти в панель', 'Пароль слишком короткий');
  expect(await findBarriers(guest)).toEqual([]);
  await guest.locator('[name=password]').fill(password);
  await click(guest, 'Войти в панель', heading(guest, 'Обзор'));
  await eventually(() => menu(guest)).toContain('Страницы');

  await page.reload();
  await card(page, 'Кто может войти').getByRole('listitem').filter({ hasText: 'Рита' }).getByText('Редактор').waitFor();
  await eventually(() => form.getByRole('button', { name: 'Отозвать: Рита' }).count()).toBe(0);
  const again = await panel.open('/robots.txt', { token: null });
  await again.goto(link);
  await again.getByText('Приглашение не действует').waitFor();

  await page.getByRole('button', { name: 'Создать ссылку' }).click();
  await click(page, 'Отозвать: Имя ещё не выбрано', 'Приглашение отозвано.');
  await eventually(() => page.getByLabel('Ссылка-приглашение').count()).toBe(0);
  expect(await panel.read('/admin/invitations')).toEqual([]);

  await eventually(() => page.getByRole('button', { name: 'Сменить роль: admin' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Сменить роль: editor' }).click();
  const dialog = page.getByRole('dialog', { name: 'Роль сотрудника «editor»' });
  await dialog.locator('[name=role]').selectOption('author');
  await click(dialog, 'Сменить роль', page.getByText('Роль сотрудника «editor» — автор.'));
  expect((await send(origin, 'GET', '/admin/groups', await tokenOf('editor'))).status).toBe(403);
  expectNoComplaints(page);
});

test('administrators invite by keys alone, after the own password', async () => {
  const page = await panel.open('/admin/administrators', { viewport: PHONE });
  const form = card(page, 'Пригласить по ссылке');
  const give = async (username: string) => {
    await fillIn(form, { username });
    await page.keyboard.press('Enter');
  };
  await give('новый');
  const question = page.getByRole('alertdialog', { name: 'Введите свой пароль' });
  const own = question.locator('[name=password]');
  await hasFocus(own);
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await form.getByText('Ошибка: Действие не выполнено: сначала введите ещё раз свой пароль.').waitFor();
  expect(await form.locator('[name=username]').inputValue()).toBe('новый');
  await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Создать ссылку');

  await page.keyboard.press('Enter');
  await own.waitFor();
  await page.keyboard.press('Enter');
  await question.getByText('Заполните это поле.').waitFor();
  await page.keyboard.type('неверный пароль');
  await page.keyboard.press('Enter');
  await question.getByText('Пароль неверен.').waitFor();
  await hasFocus(own);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(ADMIN.password);
  await page.keyboard.press('Enter');
  await form.getByRole('button', { name: 'Отозвать: новый' }).waitFor();
  await give('второй');
  await form.getByRole('button', { name: 'Отозвать: второй' }).waitFor();
});

test('administrators get a new password from a colleague, which ends their sessions; are removed after a question, all but oneself', async () => {
  await panel.make('/admin/admins', { ...VERA, role: 'editor' });
  const page = await panel.open('/admin/administrators');
  await page.getByRole('button', { name: 'Сбросить пароль: Вера' }).click();
  const dialog = page.getByRole('dialog', { name: 'Новый пароль для «Вера»' });
  await click(dialog, 'Придумать пароль', dialog);
  const made = await dialog.locator('[name=password]').inputValue();
  expect(made).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{8}){3}$/);
  const letThrough = await holdRequests(page, '**/password');
  await dialog.getByRole('button', { name: 'Сменить пароль' }).click();
  // What is on its way cannot be cancelled, and its password is shown only here.
  await eventually(() => dialog.getByRole('button', { name: 'Отмена' }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  letThrough();
  await confirmPassword(page);
  await page.getByText('Пароль сотрудника «Вера» изменён').waitFor();
  // The second click of two on the button of the form, which stood there.
  const { x, y } = await middleOf(page.getByRole('button', { name: 'Готово' }));
  await page.mouse.click(x, y);
  expect(await canSignIn({ ...VERA, password: made })).toBe(true);
  // A click beside it does not lose what is never shown again.
  await page.mouse.click(5, 5);
  const shown = page.getByRole('alertdialog', { name: 'Новый пароль для «Вера»' });
  for (const part of [`${origin}/admin`, 'Вера', made]) await shown.getByText(part, { exact: true }).waitFor();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await click(shown, 'Скопировать всё', page.getByText('Данные для входа скопированы.'));
  await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toBe(
    `Адрес панели: ${origin}/admin\nИмя пользователя: Вера\nПароль: ${made}`,
  );
  await click(shown, 'Готово', page.getByText('это вы'));
  await eventually(() => page.getByRole('button', { name: 'Удалить: admin' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Удалить: Вера' }).click();
  await click(page.getByRole('alertdialog'), 'Удалить', page.getByText('Сотрудник «Вера» удалён.'));
  expect(await canSignIn({ ...VERA, password: made })).toBe(false);
  expectNoComplaints(page);
});

test('administrators choose the name that colleagues see; see their sessions and end one; change their own password, and stay signed in here alone', async () => {
  const page = await panel.open('/admin/profile');
  const named = card(page, 'Имя для коллег');
  const corner = page.getByRole('link', { name: 'Мой профиль' }).first();
  for (const name of ['Мария Кузнецова', '']) {
    await named.getByLabel('Имя').fill(name);
    await named.getByRole('button', { name: 'Сохранить имя' }).click();
    await eventually(() => corner.textContent()).toContain(name || 'admin');
    await eventually(() => named.getByLabel('Имя').inputValue()).toBe(name);
  }
  const notice = page.getByRole('alert').filter({ hasText: 'Имя сохранено.' }).last();
  await notice.getByRole('button', { name: 'Закрыть' }).click();
  expect(await findBarriers(page)).toEqual([]);

  const other = await signIn(origin);
  await page.reload();
  const sessions = card(page, 'Ваши сеансы').getByRole('listitem');
  await sessions.filter({ hasText: 'этот браузер' }).waitFor();
  const before = await sessions.count();
  await sessions.getByRole('button', { name: 'Завершить' }).first().click();
  await eventually(() => sessions.count()).toBe(before - 1);
  expect((await send(origin, 'GET', '/auth/verify', other)).status).toBe(401);
  expectNoComplaints(page);

  const form = card(page, 'Ваш пароль');
  await fillIn(form, { current: 'не тот пароль', password: 'novyy-parol-redaktora-7' });
  await click(form, 'Сменить пароль', 'Текущий пароль неверен.');
  await form.locator('[name=current]').fill(ADMIN.password);
  await click(form, 'Сменить пароль', page.getByText('Пароль изменён.'));
  // Those it has ended are no longer listed, without another look at the page.
  await eventually(() => sessions.count()).toBe(1);
  await sessions.filter({ hasText: 'этот браузер' }).waitFor();
  expect(await canSignIn(ADMIN)).toBe(false);
  await page.reload();
  await page.getByText('Вы вошли как admin.').waitFor();
});
