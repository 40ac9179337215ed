import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { click, eventually, expectFits, expectNoComplaints, findBarriers, PHONE } from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';

const panel = await needBrowser();

const stored = async () => {
  const { redirects } = await panel.read<{ redirects: Record<string, string>[] }>('/admin/redirects');
  return redirects.map(({ source, target }) => `${source} ${target}`);
};

test('a redirect is added, corrected, changed and deleted by hand, and comes back; one of a page is said to wait', async () => {
  await panel.call('POST', '/admin/news', { title: 'Афиша', content: '<p>Вот</p>', status: 'published' });
  const page = await panel.open('/admin/redirects');
  await page.getByText('Переадресаций пока нет').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  const form = page.getByRole('alertdialog', { name: 'Новая переадресация' });
  const add = async (source: string, target: string) => {
    await click(page, 'Добавить', form, true);
    await form.getByLabel('Старый адрес').fill(source);
    await form.getByLabel('Новый адрес').fill(target);
    await page.keyboard.press('Enter');
  };
  await add('/Программа.html', '/Программа.html');
  await form.getByText('это тот же самый адрес').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('target');
  await form.getByLabel('Новый адрес').fill('tickets.example.org/hall');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'https://tickets.example.org/hall' }).waitFor();

  await page.getByRole('button', { name: 'Изменить: /Программа.html' }).click();
  const change = page.getByRole('alertdialog', { name: 'Изменить переадресацию' });
  await expect.poll(() => change.getByLabel('Старый адрес').inputValue()).toBe('/Программа.html');
  await change.getByLabel('Новый адрес').fill('/about');
  await click(change, 'Сохранить', page.getByRole('link', { name: '/about' }));
  await page.getByText('Переадресация сохранена.').waitFor();
  await click(page, 'Удалить: /Программа.html', 'Переадресаций пока нет');
  await click(page, 'Отменить', page.getByRole('link', { name: '/about' }));
  await expect.poll(() => stored()).toEqual([`${encodeURI('/Программа.html')} /about`]);

  expect(page.complaints).toEqual([expect.stringContaining('400')]);
});

test('a list is tried, left, loaded from a file and downloaded on a phone', async () => {
  const page = await panel.open('/admin/redirects', { viewport: PHONE });
  await page.getByRole('button', { name: 'Загрузить список' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Загрузить список' });
  const choose = (name: string, buffer: Buffer) =>
    dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
  await choose('1251.csv', Buffer.from([0x2f, 0xef, 0xf0, 0x3b, 0x2f]));
  await eventually(() => dialog.getByLabel('Строки списка').inputValue()).toBe('/пр;/\n');
  await dialog.getByLabel('Строки списка').fill('/a;/news\n/b;/b');
  await click(dialog, 'Проверить', 'Ошибка: 1, добавится: 1. Строки с ошибками пропустим.');
  await expectFits(page);
  await dialog.getByRole('button', { name: 'Отмена' }).click();
  expect(await stored()).toHaveLength(1);

  await page.getByRole('button', { name: 'Загрузить список' }).click();
  await choose('list.csv', Buffer.from('\ufeffСтарый;Новый\r\n/Жюри;/about\r\n'));
  await click(dialog, 'Сохранить 1 строку', page.getByText('/Жюри', { exact: true }));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Скачать все в CSV' }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toBe('\ufeffСтарый адрес;Новый адрес\r\n/Жюри;/about\r\n/Программа.html;/about\r\n');
  await page.getByLabel('Найти адрес').fill('жюр');
  await page.getByText('1 переадресация').waitFor();
  await expect.poll(() => page.getByText('/Программа.html').count()).toBe(0);
  expectNoComplaints(page);
});
