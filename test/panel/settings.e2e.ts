import { expect, test } from 'vitest';
import { click, eventually, expectNoComplaints, fillIn, findBarriers } from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';
import { field, SAVED, save } from './forms.ts';

const panel = await needBrowser();
const stored = () => panel.read('/vote-settings');

test('voting is saved, said for three seconds, and there after a reload; a refusal stands beside its field', async () => {
  const page = await panel.open('/admin/voting');
  await field(page, 'title').fill('Выбираем песню года');
  await fillIn(page, { description: 'Один голос\nна человека.', voting_url: 'vote.example.org/final' });
  await field(page, 'is_voting_enabled').check();
  await page.getByText('кнопку, которая ведёт на vote.example.org').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await save(page);
  const since = Date.now();
  await page.getByText(SAVED).waitFor({ state: 'detached' });
  expect(Date.now() - since).toBeGreaterThan(2000);
  await page.reload();
  await eventually(() => field(page, 'title').inputValue()).toBe('Выбираем песню года');
  const rest = ['description', 'voting_url'].map((name) => field(page, name).inputValue());
  expect(await Promise.all(rest)).toEqual(['Один голос\nна человека.', 'https://vote.example.org/final']);
  expect(await field(page, 'is_voting_enabled').isChecked()).toBe(true);
  expect(await field(page, 'voting_url').getAttribute('type')).toBe('url');
  expectNoComplaints(page);

  await field(page, 'voting_url').fill('не адрес');
  await eventually(() => page.getByText('После сохранения').count()).toBe(0);
  await save(page, 'нужен полный адрес');
  await page.getByRole('alert').getByText('нужен полный адрес').waitFor();
  await eventually(() => field(page, 'voting_url').getAttribute('aria-invalid')).toBe('true');
  await eventually(() => field(page, 'voting_url').inputValue()).toBe('не адрес');
});

test('two administrators who changed different fields of one form are both kept; of the same field they see both texts and choose', async () => {
  const [mine, theirs] = await Promise.all([panel.open('/admin/voting'), panel.open('/admin/voting')]);
  await field(mine, 'description').fill('Описание первого');
  await field(theirs, 'title').fill('Заголовок второго');
  await save(theirs);
  await save(mine, 'Вы изменили разные поля');
  await click(mine, 'Сохранить оба изменения', mine.getByText(SAVED));
  await eventually(stored).toMatchObject({ title: 'Заголовок второго', description: 'Описание первого' });
  await eventually(() => field(mine, 'title').inputValue()).toBe('Заголовок второго');

  await panel.call('PUT', '/vote-settings', { title: 'Чужой заголовок' });
  const dialog = mine.getByRole('alertdialog');
  await field(mine, 'title').fill('Мой заголовок');
  await save(mine, 'Чужой заголовок');
  await dialog.getByRole('cell', { name: 'Мой заголовок' }).waitFor();
  await dialog.getByRole('cell', { name: 'Чужой заголовок' }).waitFor();
  await dialog.getByRole('button', { name: 'Вернуться к форме' }).click();
  await eventually(() => field(mine, 'title').inputValue()).toBe('Мой заголовок');
  await save(mine, 'Чужой заголовок');
  await dialog.getByRole('button', { name: 'Взять сохранённое' }).click();
  await eventually(() => field(mine, 'title').inputValue()).toBe('Чужой заголовок');
  await field(mine, 'title').fill('Мой заголовок');
  await save(mine);
  await eventually(stored).toMatchObject({ title: 'Мой заголовок' });
});
