import { expect, test } from 'vitest';
import { ADMIN, send } from '../rig/server.ts';
import { enterPanel, KEYS, openSite } from './person.ts';

const { server, person: editor } = await openSite();

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

test('partners are put into another order by drag and by keys', async () => {
  const token = await enterPanel(editor, server.origin);
  for (const name of ['Первый', 'Второй', 'Третий'])
    await send(server.origin, 'POST', '/admin/partners', token, { name });
  const names = async () => {
    const partners = (await (await send(server.origin, 'GET', '/partners')).json()) as { name: string }[];
    return partners.map(({ name }) => name);
  };
  await editor.open(`${server.origin}/admin/partners`);
  const focus = () =>
    editor.run(() => document.querySelector<HTMLElement>('[aria-label="Переставить: Третий"]')?.focus());
  if (process.env.TEST_BROWSER === 'webkit') {
    // Its driver sends no drag events.
    await editor.see('[aria-label="Переставить: Третий"]');
    await focus();
    await editor.press(KEYS.up);
    await editor.press(KEYS.up);
  } else await editor.drag('[aria-label="Переставить: Третий"]', '[aria-label="Переставить: Первый"]');
  await expect.poll(names).toEqual(['Третий', 'Первый', 'Второй']);
  await focus();
  await editor.press(KEYS.down);
  await expect.poll(names).toEqual(['Первый', 'Третий', 'Второй']);
  expect(editor.complaints).toEqual([]);
});
