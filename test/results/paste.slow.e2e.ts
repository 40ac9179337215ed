import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import type { ResultsDocument } from '../../model/results/schema.ts';
import { addShow, byPlaces, jury } from '../programme/show.ts';
import { click, eventually, expectNoComplaints, findBarriers, PHONE } from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';

const NAMES = ['Анна', 'Борис', 'Вера', 'Глеб'];
const JURIES = ['Тверь', 'Псков', 'Томск'];

const panel = await needBrowser();

let show: number;
beforeEach(async () => {
  ({ id: show } = await addShow(panel.ask, NAMES));
  const section = jury(Object.fromEntries(JURIES.map((name) => [name, []])), { scale: undefined });
  await panel.call('PUT', `/admin/results/${show}`, { sections: [section, byPlaces([])] });
});

const stored = () => panel.ask<ResultsDocument>('GET', `/admin/results/${show}`);
const open = (options: object = {}) =>
  panel.open(`/admin/results?show=${show}`, { permissions: ['clipboard-read', 'clipboard-write'], ...options });
const column = async (page: Page, jury: string) =>
  Promise.all(NAMES.map((name) => page.getByLabel(`${jury}: ${name}`, { exact: true }).inputValue()));
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Вставить из таблицы' });

async function paste(page: Page, cell: string, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.getByLabel(cell, { exact: true }).focus();
  await page.keyboard.press('ControlOrMeta+V');
}

test('a cell of the table of points keeps what is wrong, typed or pasted, with its reason, and it is not stored', async () => {
  const page = await open();
  const [typed, pasted] = [page.getByLabel('Тверь: Анна'), page.getByLabel('Псков: Борис')];
  await pasted.fill('3');
  for (const text of ['12 10 8', '1e3']) {
    await typed.fill('');
    await typed.pressSequentially(text);
    await paste(page, 'Псков: Борис', text);
    for (const cell of [typed, pasted]) {
      await eventually(() => cell.inputValue()).toBe(text);
      expect(await cell.getAttribute('aria-invalid')).toBe('true');
      const said = await cell.getAttribute('aria-describedby');
      expect(await page.locator(`[id="${said}"]`).textContent()).toContain('нужно целое число');
    }
  }
  expect(await findBarriers(page)).toEqual([]);
  await click(page, 'Сохранить', 'Сначала исправьте то, что отмечено красным');
  expect((await stored()).version).toBe(1);
  await typed.fill('12');
  await pasted.fill('');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await eventually(stored).toMatchObject({ version: 2 });
  const [first] = (await stored()).sections;
  const given = first?.mode === 'givers' && first.givers.map(({ points }) => points.map(([, each]) => each).join());
  expect(given).toEqual(['12', '', '']);
  expectNoComplaints(page);
});

test('a cell of the table of points takes one pasted or dropped number in the place of what stands in it, and forgets a wrong one with the other changes', async () => {
  const page = await open();
  await page.getByLabel('Тверь: Анна').fill('1');
  await paste(page, 'Тверь: Анна', '2\r\n');
  await paste(page, 'Тверь: Борис', '1\u00a0000');
  await paste(page, 'Тверь: Вера', '10');
  await page.getByLabel('Тверь: Глеб').evaluate((cell) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.setData('text/plain', '7');
    cell.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  });
  await page.getByLabel('Псков: Анна').focus();
  await eventually(() => column(page, 'Тверь')).toEqual(['2', '1000', '10', '7']);
  await page.getByLabel('Тверь: Анна').focus();
  await page.keyboard.press('ControlOrMeta+V');
  await page.keyboard.press('ControlOrMeta+Z');
  await eventually(() => page.getByLabel('Тверь: Анна').inputValue()).toBe('2');
  expect(await dialog(page).count()).toBe(0);

  await page.getByLabel('Тверь: Анна').fill('7,5');
  await page.getByLabel('Контрольная сумма').fill('1e3');
  await page.getByText('«1e3»: нужно целое число').waitFor();
  await page.getByRole('button', { name: 'Отменить изменения' }).click();
  await eventually(() => page.getByLabel('Тверь: Анна').inputValue()).toBe('');
  expect(await page.getByLabel('Контрольная сумма').inputValue()).toBe('');
});

test('a block copied from a spreadsheet fills the cells from the focused one on after a preview', async () => {
  const page = await open();
  await page.getByLabel('Псков: Анна').fill('5');
  await paste(page, 'Псков: Анна', '12\t1\r\n10\t–\r\n"8"\t\r\n7\t3\r\n');
  await dialog(page).getByText('Изменятся 6 ячеек.').waitFor();
  await dialog(page).getByText('Томск: Борис — «–»: нужно целое число').waitFor();
  await dialog(page).getByRole('cell', { name: '5 → 12' }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  expect(await column(page, 'Псков')).toEqual(['5', '', '', '']);
  await dialog(page).getByRole('button', { name: 'Вставить' }).click();
  await eventually(() => column(page, 'Псков')).toEqual(['12', '10', '8', '7']);
  expect(await column(page, 'Томск')).toEqual(['1', '', '', '3']);
  expect(await column(page, 'Тверь')).toEqual(['', '', '', '']);
  expectNoComplaints(page);
});

test('a block copied from a spreadsheet is filled by keys alone, on a phone too, and saved', async () => {
  const page = await open({ viewport: PHONE });
  await paste(page, 'Тверь: Анна', '12\n10\n8\n7');
  await dialog(page).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await page.keyboard.press('Enter');
  await eventually(() => column(page, 'Тверь')).toEqual(['12', '10', '8', '7']);
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await eventually(stored).toMatchObject({ sections: [{ givers: [{ points: { length: 4 } }, {}, {}] }, {}] });
});

test('a block copied from a spreadsheet that does not fit fills nothing and says why; one goes into places too; three columns with names make columns for new givers', async () => {
  const page = await open();
  await paste(page, 'Тверь: Вера', '1\n2\n3');
  await dialog(page).getByText('Скопировано 3 строки, а от этой ячейки вниз — 2.').waitFor();
  expect(await dialog(page).getByRole('button', { name: 'Вставить' }).count()).toBe(0);
  await page.keyboard.press('Enter');
  await eventually(() => dialog(page).count()).toBe(0);
  for (const jury of JURIES) expect(await column(page, jury)).toEqual(['', '', '', '']);

  await paste(page, 'Место: Анна', '2\t30\n1\t40\n0\t20');
  await dialog(page).getByText('Место: Вера — «0»: нужно целое число от 1').waitFor();
  await page.keyboard.press('Enter');
  await eventually(() => page.getByLabel('Баллы: Вера', { exact: true }).inputValue()).toBe('20');
  expect(await page.getByLabel('Место: Борис', { exact: true }).inputValue()).toBe('1');

  const rows = ['Тверь\tАнна\t12', 'Тверь\tГлеб\t10', 'Омск\tАнна\t8', 'Омск\tБорис\t7'];
  await paste(page, 'Псков: Вера', ['Кто дал\tКому\tСколько', ...rows].join('\n'));
  await dialog(page).getByText('Изменятся 4 ячейки.').waitFor();
  await page.keyboard.press('Enter');
  await eventually(() => column(page, 'Тверь')).toEqual(['12', '', '', '10']);
  await eventually(() => column(page, 'Омск')).toEqual(['8', '7', '', '']);
  expectNoComplaints(page);
});

test('the number fields of the settings keep what is no number, and store nothing of it', async () => {
  const permissions = ['clipboard-read', 'clipboard-write'];
  for (const [address, label, api, field] of [
    ['/admin/watch-settings', 'Отставание плеера, секунд', '/watch-settings', 'delay_seconds'],
    ['/admin/voting', 'Показывать кнопку постепенно, секунд', '/vote-settings', 'spread_seconds'],
  ] as const) {
    const page = await panel.open(address, { permissions });
    await page.getByLabel(label).fill('');
    await paste(page, label, '7,5');
    await page.getByText('«7,5»: нужно целое число').waitFor();
    await click(page, 'Сохранить', /нужно целое число секунд/);
    expect(await page.getByLabel(label).inputValue()).toBe('7,5');
    const read = () => panel.ask('GET', api);
    expect(await read()).toMatchObject({ [field]: 0 });
    await page.getByLabel(label).fill('301');
    await page.getByText('«301»: нужно целое число от 0 до 300.').waitFor();
    await page.getByLabel(label).fill('30');
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await eventually(read).toMatchObject({ [field]: 30 });
  }
});
