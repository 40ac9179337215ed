import { expect, test } from 'vitest';
import { click, eventually, expectNoComplaints, findBarriers, heading, PHONE } from '../../rig/browser/panel.ts';
import { needBrowser } from '../../rig/needs.ts';
import { signIn } from '../../rig/server.ts';
import * as desk from './desk.ts';

const panel = await needBrowser();

test('an author writes a draft and sends it with a note, an editor finds and returns it, and the author reads why, and follows what only an editor publishes', async () => {
  const author = { username: 'sonya', password: 'korabl-na-ladoge-21' };
  await panel.call('POST', '/admin/admins', { ...author, role: 'author' });
  const token = await signIn(panel.server.origin, author);
  const hers = await panel.open('/admin/news/new', { token, viewport: PHONE });
  await desk.titleOf(hers).fill('Дневник');
  await desk.write(hers, 'Третий день.');
  const actions = hers.getByRole('group', { name: 'Действия с новостью' });
  await eventually(() => actions.getByRole('button').allTextContents()).toEqual(['На проверку', 'Сохранить черновик']);
  for (const name of ['Публикация', 'Выйдет только одна из…'])
    await eventually(() => hers.getByRole('heading', { level: 2, name }).count()).toBe(0);
  await eventually(() => hers.getByRole('button', { name: 'Из библиотеки' }).count()).toBe(0);
  expect(await findBarriers(hers)).toEqual([]);
  await click(actions, 'Сохранить черновик', hers.getByText('Черновик сохранён.').first());
  await hers.getByRole('button', { name: 'Показать версии' }).waitFor();
  await eventually(() => hers.getByRole('switch', { name: 'Закрепить наверху' }).count()).toBe(0);
  await desk.button(hers, 'На проверку').click();
  await hers.getByRole('textbox', { name: 'Записка редактору' }).fill('Проверьте имена.');
  await desk.order(hers, 'Отправить', 'На проверке у редактора');

  const page = await panel.open('/admin/news');
  await page.getByRole('link', { name: 'На проверке: 1' }).click();
  await page.getByRole('link', { name: 'Изменить: Дневник' }).click();
  await page.getByText('sonya просит проверить и опубликовать').waitFor();
  await page.getByText('«Проверьте имена.»').waitFor();
  await desk.button(page, 'Вернуть автору').click();
  await page.getByRole('textbox', { name: 'Что поправить' }).fill('Имя певицы.');
  await desk.order(page, 'Вернуть', 'Новость возвращена автору.');
  expect(await desk.stored(panel, 'dnevnik')).toMatchObject({ reviewAt: null, content: '<p>Третий день.</p>' });

  await hers.reload();
  await hers.getByText('Возвращена с проверки: «Имя певицы.»').waitFor();
  await eventually(() => desk.button(hers, 'На проверку').count()).toBe(1);
  await hers.getByRole('link', { name: 'К списку' }).click();
  await hers.getByRole('link', { name: 'Изменить: Дневник' }).waitFor();
  await hers.getByRole('button', { name: 'Ещё: Дневник' }).click();
  await eventually(() => hers.getByRole('menuitem').allTextContents()).toEqual(['Дублировать', 'Скопировать адрес']);
  await hers.keyboard.press('Escape');

  await panel.call('PUT', '/admin/news/dnevnik', { status: 'published' });
  await hers.goto(`${panel.server.origin}/admin/news`);
  await hers.getByRole('button', { name: 'Ещё: Дневник' }).waitFor();
  await eventually(() => hers.getByRole('link', { name: 'Изменить: Дневник' }).count()).toBe(0);
  await eventually(() => hers.getByRole('button', { name: 'Удалить: Дневник' }).count()).toBe(0);
  await hers.goto(`${panel.server.origin}/admin/news/edit/dnevnik`);
  await heading(hers, 'Редактирование новости').waitFor();
  await hers.getByText('Новость опубликована').waitFor();
  expectNoComplaints(hers);
});
