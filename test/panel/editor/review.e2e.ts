import { expect, test } from 'vitest';
import { eventually } from '../../rig/browser/panel.ts';
import { needBrowser } from '../../rig/needs.ts';
import { signIn } from '../../rig/server.ts';
import * as desk from './desk.ts';

const panel = await needBrowser();

test('an author sends a draft with a note, an editor finds it in the list and returns it, and the author reads why', async () => {
  const author = { username: 'sonya', password: 'korabl-na-ladoge-21' };
  await panel.call('POST', '/admin/admins', { ...author, role: 'author' });
  const hers = await panel.open('/admin/news/new', { token: await signIn(panel.server.origin, author) });
  await desk.titleOf(hers).fill('Дневник');
  await desk.write(hers, 'Третий день.');
  await desk.button(hers, 'На проверку').click();
  await hers.getByRole('textbox', { name: 'Записка редактору' }).fill('Проверьте имена.');
  await desk.button(hers, 'Отправить').click();
  await hers.getByText('На проверке у редактора').waitFor();

  const page = await panel.open('/admin/news');
  await page.getByRole('link', { name: 'На проверке: 1' }).click();
  await page.getByRole('link', { name: 'Изменить: Дневник' }).click();
  await page.getByText('sonya просит проверить и опубликовать').waitFor();
  await page.getByText('«Проверьте имена.»').waitFor();
  await desk.button(page, 'Вернуть автору').click();
  await page.getByRole('textbox', { name: 'Что поправить' }).fill('Имя певицы.');
  await desk.button(page, 'Вернуть').click();
  await page.getByText('Новость возвращена автору.').waitFor();
  expect(await desk.stored(panel, 'dnevnik')).toMatchObject({ reviewAt: null, content: '<p>Третий день.</p>' });

  await hers.reload();
  await hers.getByText('Возвращена с проверки: «Имя певицы.»').waitFor();
  await eventually(() => desk.button(hers, 'На проверку').count()).toBe(1);
});
