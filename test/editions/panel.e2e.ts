import { expect, test } from 'vitest';
import { eventually, expectNoComplaints } from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';
import { addPast } from './world.ts';

const panel = await needBrowser();
const editions = () => panel.read<{ title: string; is_current: boolean }[]>('/admin/editions');

test('a past festival is added, and has a programme of its own to fill', async () => {
  const page = await panel.open('/admin/editions');
  await page.getByRole('button', { name: 'Добавить прошедший' }).click();
  const form = page.getByRole('alertdialog', { name: 'Прошедший фестиваль' });
  await form.getByRole('button', { name: 'Добавить' }).click();
  await form.getByText('Заполните это поле.').first().waitFor();
  await form.getByLabel('Название').fill('Рампа-2019');
  await form.getByLabel('Год').fill('2019');
  await form.getByLabel('Город').fill('Дербент');
  await form.getByRole('button', { name: 'Добавить' }).click();
  await page.getByText('Фестиваль добавлен: Рампа-2019.').waitFor();
  await eventually(editions).toMatchObject([{ is_current: true }, { title: 'Рампа-2019', is_current: false }]);

  await page.goto(`${panel.server.origin}/admin/programme?edition=2019`);
  await page.getByRole('heading', { name: 'Программа: 2019' }).waitFor();
  await page.getByRole('button', { name: 'Добавить концерт' }).click();
  await page.getByRole('alertdialog', { name: 'Новый концерт' }).getByLabel('Запись', { exact: true }).waitFor();
  await expectNoComplaints(page);
});

test('a new festival is started after the screen has said what will happen, and taken back', async () => {
  await addPast(panel.ask, 2018);
  const [before] = await editions();
  const page = await panel.open('/admin/editions');
  await page.getByRole('link', { name: 'Начать новый фестиваль' }).click();
  await page.getByRole('heading', { name: 'Начать новый фестиваль' }).waitFor();
  await page.getByText(`Закроется и сохранится: «${before?.title}»`).waitFor();
  await page.getByText('Начнётся заново').waitFor();
  await page.getByLabel('Название').fill('Рампа-2040');
  await page.getByLabel('Год').fill('2040');
  await page.getByRole('button', { name: 'Начать новый фестиваль' }).click();
  await page.getByText('Новый фестиваль начат: Рампа-2040.').waitFor();
  await eventually(async () => (await editions()).find((each) => each.is_current)?.title).toBe('Рампа-2040');

  await page.getByRole('button', { name: 'Вернуть' }).click();
  await page.getByText('Прежний фестиваль возвращён.').waitFor();
  await eventually(async () => (await editions()).find((each) => each.is_current)?.title).toBe(before?.title);
  expect((await editions()).map(({ title }) => title)).not.toContain('Рампа-2040');
  await expectNoComplaints(page);
});
