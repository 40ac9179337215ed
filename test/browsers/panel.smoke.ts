import { afterAll, beforeAll, expect, test } from 'vitest';
import { send } from '../rig/browser/panel.ts';
import { ADMIN, startServer, type TestServer } from '../rig/server.ts';
import { enterPanel, openBrowser, type Person } from './person.ts';

let server: TestServer;
let editor: Person;
beforeAll(async () => {
  [server, editor] = await Promise.all([startServer(), openBrowser()]);
});
afterAll(async () => {
  await Promise.all([editor.close(), server.stop()]);
});

test('the panel lets in with name and password, and out again', async () => {
  await editor.open(`${server.origin}/admin/login`);
  await editor.see('button[type=submit]:enabled');
  await editor.fill('username', ADMIN.username);
  await editor.fill('password', ADMIN.password);
  await editor.click('button[type=submit]', 'Войти');
  await editor.see('h1', 'Обзор');
  await editor.click('button', 'Выйти');
  await editor.see('h1', 'Вход в панель');
  expect(editor.complaints).toEqual([]);
});

test.each([
  ['/admin/voting', '/vote-settings', 'title', 'Выбираем песню года', 'Настройки успешно сохранены!'],
  ['/admin/watch-settings', '/watch-settings', 'description', 'Начало в восемь', 'Настройки успешно сохранены!'],
  ['/admin/site-content', '/site-content', 'hero_title', 'Рампа: финал', 'Контент сайта успешно обновлен!'],
])('%s is filled in and saved', async (screen, address, field, text, saved) => {
  const token = await enterPanel(editor, server.origin);
  await editor.open(server.origin + screen);
  await editor.fill(field, text);
  await editor.click('button[type=submit]', 'Сохранить');
  await editor.see('[role=alert], [role=status]', saved);
  expect(await (await send(server.origin, 'GET', address, token)).json()).toMatchObject({ [field]: text });
  expect(editor.complaints).toEqual([]);
});
