import path from 'node:path';
import { expect, test } from 'vitest';
import { click, expectNoComplaints, findBarriers } from '../rig/browser/panel.ts';
import { needBrowser, needFolder } from '../rig/needs.ts';
import { writeFiles, wxr } from './sources.ts';

const panel = await needBrowser();
const folder = await needFolder();

test('an administrator sees what comes and what is lost, brings it, and takes it back', async () => {
  const posts = Array.from({ length: 59 }, (_, at) => ({ id: at + 1, text: `Текст ${at}` }));
  const lossy = [98, 99].map((id) => ({ id, title: `С формой ${id}`, text: '[form id="1"]' }));
  await writeFiles(folder, { 'wordpress.xml': wxr('https://old.example', [...posts, ...lossy]) });
  const page = await panel.open('/admin/pages');
  await page.getByRole('link', { name: 'Прежний сайт' }).click();
  expect(await findBarriers(page)).toEqual([]);
  await page.locator('input[type=file]').setInputFiles(path.join(folder, 'wordpress.xml'));
  await page.getByRole('heading', { name: 'Что перенесётся' }).waitFor();
  const losses = page.getByRole('region', { name: 'Потери' });
  await losses.getByText('шорткод [form]: 2').click();
  await losses.getByText('С формой 99').waitFor();
  await page.getByText('Какие тексты').click();
  await expect.poll(() => page.getByText(/^новость, .*, опубликована$/).count()).toBeGreaterThan(0);
  expect(await findBarriers(page)).toEqual([]);
  expect(await panel.read<unknown[]>('/admin/imports')).toEqual([]);
  await click(page, 'Перенести 61 текст', page.getByRole('heading', { name: 'Готово' }));
  const { length } = await panel.read<unknown[]>('/news');
  expect(length).toBe(61);
  await page.getByText('61 текст,').waitFor();
  await page.getByRole('button', { name: 'Убрать привезённое' }).click();
  await click(page.getByRole('alertdialog'), 'Убрать', page.getByText('Привезённое убрано. В корзине: 61 текст.'));
  expect(await panel.read<unknown[]>('/news')).toEqual([]);
  expect(await page.getByRole('heading', { name: 'Готово' }).count()).toBe(0);
  expectNoComplaints(page);
});
