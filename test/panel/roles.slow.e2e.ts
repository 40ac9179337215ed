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
  findBarriers,
  heading,
  PHONE,
  send,
  signIn,
} from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';

const password = 'korabl-na-ladoge-21';

const panel = await needBrowser();
for (const role of ['editor', 'broadcast', 'author'])
  await panel.call('POST', '/admin/admins', { username: role, password, role });

const tokenOf = (username: string) => signIn(panel.server.origin, { username, password });
const menu = (page: Page) =>
  page.getByRole('complementary').getByRole('navigation', { name: 'Панель' }).getByRole('link').allTextContents();
const go = async (page: Page, path: string, title: string) => {
  await page.goto(panel.server.origin + path);
  await heading(page, title).waitFor();
};

const settled = async (page: Page) => {
  await page.waitForLoadState('networkidle');
  await eventually(() => page.getByRole('status', { name: 'Загрузка' }).count()).toBe(0);
};

test.each([
  ['editor', 'Обзор, Пульт эфира, Новости, Голосование, Трансляция, Программа, Страницы, Библиотека, Журнал'],
  ['broadcast', 'Обзор, Пульт эфира, Голосование, Трансляция, Программа'],
  ['author', 'Обзор, Новости'],
])('the panel of %s holds what is theirs, asks for nothing else, and says so of the rest', async (role, expected) => {
  const page = await panel.open('/admin', { token: await tokenOf(role) });
  await heading(page, 'Обзор').waitFor();
  await eventually(() => menu(page)).toEqual(expected.split(', '));
  // Screens that differ by role; access.slow.e2e.ts opens every screen.
  const own = screens.filter(
    ({ path, roles }) =>
      roles.includes(role as Role) && ['', 'news', 'voting', 'watch-settings', 'journal'].includes(path),
  );
  for (const { path, title } of own) {
    await go(page, `/admin/${path}`.replace(/\/$/, ''), title);
    await settled(page);
    expect([path, await page.getByText('не для вашей роли').count()]).toEqual([path, 0]);
  }
  await go(page, '/admin/administrators', 'Команда');
  await page.getByText('Этот раздел не для вашей роли').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  expectNoComplaints(page);
});

test('whoever invites reads what a role may do: the one of the broadcast names each of its screens', async () => {
  const page = await panel.open('/admin/administrators', { viewport: PHONE });
  const invitation = page.locator('form').filter({ has: page.getByRole('button', { name: 'Создать ссылку' }) });
  await invitation.getByLabel('Роль').selectOption('broadcast');
  const rights = invitation.getByText('не меняет.');
  const said = (await rights.innerText()).toLowerCase();
  const own = screens.filter(({ roles }) => roles.includes('broadcast') && !roles.includes('author'));
  expect(own.map(({ title }) => title.toLowerCase().slice(0, 4)).filter((stem) => !said.includes(stem))).toEqual([]);
  expect(own.length).toBeGreaterThan(4);
  expect(said).toContain('срочное сообщение');
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  expect(await findBarriers(page)).toEqual([]);
  expectNoComplaints(page);
});

test('a change of role reaches an open panel with the next call', async () => {
  const page = await panel.open('/admin/voting', { token: await tokenOf('broadcast') });
  await page.locator('[name=title]').fill('Голосуем до полуночи');
  const team = await panel.read<{ id: number; username: string }[]>('/admin/admins');
  const id = team.find(({ username }) => username === 'broadcast')?.id;
  await panel.call('PUT', `/admin/admins/${id}/role`, { role: 'author' });
  await click(page, 'Сохранить', 'Этот раздел не для вашей роли');
  await eventually(() => menu(page)).toEqual(['Обзор', 'Новости']);
  await panel.call('PUT', `/admin/admins/${id}/role`, { role: 'broadcast' });
});

test('the team invites by a link that lets one person in, as what it says, takes an invitation back, and changes a role', async () => {
  const page = await panel.open('/admin/administrators');
  const form = card(page, 'Пригласить по ссылке');
  await form.locator('[name=role]').selectOption('editor');
  await form.locator('[name=username]').fill('Вера');
  await form.getByRole('button', { name: 'Создать ссылку' }).click();
  await confirmPassword(page);
  const link = await form.getByLabel('Ссылка-приглашение').inputValue();
  await form.getByRole('button', { name: 'Отозвать: Вера' }).waitFor();
  expect(await findBarriers(page)).toEqual([]);

  const guest = await panel.open('/robots.txt', { token: null });
  await guest.goto(link);
  await heading(guest, 'Добро пожаловать').waitFor();
  await guest.getByText('Ваша роль — редактор.').waitFor();
  expect(new URL(guest.url()).hash).toBe('');
  await eventually(() => guest.getByLabel('Имя пользователя').inputValue()).toBe('Вера');
  await guest.locator('[name=password]').fill('короткий');
  await click(guest, 'Войти в панель', 'Пароль слишком короткий');
  expect(await findBarriers(guest)).toEqual([]);
  await guest.locator('[name=password]').fill(password);
  await click(guest, 'Войти в панель', heading(guest, 'Обзор'));
  await eventually(() => menu(guest)).toContain('Журнал');

  await page.reload();
  await card(page, 'Кто может войти').getByRole('listitem').filter({ hasText: 'Вера' }).getByText('Редактор').waitFor();
  await eventually(() => form.getByRole('button', { name: 'Отозвать: Вера' }).count()).toBe(0);
  const again = await panel.open('/robots.txt', { token: null });
  await again.goto(link);
  await again.getByText('Приглашение не действует').waitFor();

  await page.getByRole('button', { name: 'Создать ссылку' }).click();
  await click(page, 'Отозвать: Имя ещё не выбрано', 'Приглашение отозвано.');
  await eventually(() => page.getByLabel('Ссылка-приглашение').count()).toBe(0);
  expect(await panel.read('/admin/invitations')).toEqual([]);

  await eventually(() => page.getByRole('button', { name: 'Сменить роль: admin' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Сменить роль: editor' }).click();
  const dialog = page.getByRole('dialog', { name: 'Роль участника «editor»' });
  await dialog.locator('[name=role]').selectOption('author');
  await click(dialog, 'Сменить роль', page.getByText('Роль участника «editor» — автор.'));
  const token = await tokenOf('editor');
  expect((await send(panel.server.origin, 'GET', '/admin/groups', token)).status).toBe(403);
  expectNoComplaints(page);
});
