import { expect, test } from 'vitest';
import type { Show } from '../../model/programme/show-row.ts';
import { eventually, expectNoComplaints, findBarriers, PHONE } from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';

const START = '2030-07-20T17:00:00.000Z';

const panel = await needBrowser();
const stored = () => panel.ask<{ shows: Show[] }>('GET', '/programme');

test('the programme grows from nothing on a phone to a page of the site', async () => {
  const page = await panel.open('/admin/programme', { viewport: PHONE });
  await page.getByText('Программы пока нет').waitFor();
  await page.getByRole('button', { name: 'Добавить концерт' }).click();
  const show = page.getByRole('alertdialog', { name: 'Новый концерт' });
  await show.getByRole('button', { name: 'Добавить' }).click();
  await eventually(() => show.getByText('Заполните это поле.').count()).toBe(2);
  await show.getByLabel('Название').fill('Финал');
  await show.getByLabel('Зал').fill('Эллинг');
  await show.getByLabel('Начало').fill('2030-07-20T20:00');
  expect(await findBarriers(page)).toEqual([]);
  await show.getByRole('button', { name: 'Добавить' }).click();
  await page.getByText('В этом концерте пока нет участников').waitFor();
  await eventually(stored).toMatchObject({ shows: [{ title: 'Финал', hall: 'Эллинг', starts_at: START }] });

  await page.getByRole('button', { name: 'Добавить участника' }).click();
  const form = page.getByRole('alertdialog', { name: 'Новый участник' });
  await form.getByLabel('Имя').fill('Мира');
  await form.getByLabel('Песня').fill('Тёплый снег');
  expect(await findBarriers(page)).toEqual([]);
  await form.getByRole('button', { name: 'Добавить' }).click();
  await page.getByRole('button', { name: 'Изменить: Мира' }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  expectNoComplaints(page);

  const site = await panel.open('/', { token: null });
  await site.locator('main').getByRole('link', { name: 'Программа' }).click();
  await site.getByRole('link', { name: 'Мира' }).click();
  await site.getByRole('heading', { level: 1, name: 'Мира' }).waitFor();
  await eventually(() => site.locator('main').textContent()).toContain('«Тёплый снег»');
  expectNoComplaints(site);
});
