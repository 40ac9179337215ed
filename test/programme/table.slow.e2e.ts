import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { zipSync } from 'fflate';
import type { Locator, Page } from 'playwright-core';
import { readSheet } from 'read-excel-file/node';
import { expect, test } from 'vitest';
import writeXlsx from 'write-excel-file/node';
import type { ResultsDocument } from '../../model/results/schema.ts';
import { SCALE } from '../../model/results/scores.ts';
import { choose, click, eventually, expectFits, expectNoComplaints, PHONE } from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';
import { noise } from '../rig/world/pictures.ts';
import { addShow, cells } from './show.ts';

// A festival comes from its spreadsheets: two shows, 26 contestants, 40 juries.

const panel = await needBrowser();
const NAMES = Array.from({ length: 26 }, (_, at) => `Исполнитель ${String.fromCharCode(1040 + at)}`);
const JURIES = Array.from({ length: 40 }, (_, at) => `Жюри города ${at + 1}`);
/** Saved by LibreOffice: with a formula, line ends and commas in cells, a second sheet. */
const saved = (name: string) => readFile(path.join(import.meta.dirname, 'sheets', name));

function csv(table: (string | number)[][]): Buffer {
  const cell = (value: string | number) =>
    /[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : value;
  return Buffer.from(table.map((row) => `${row.map(cell).join(',')}\n`).join(''));
}

/** Each jury has another favourite. */
const pointsOf = (jury: number, contestant: number): number | '' => SCALE[(contestant - jury + 26 * 40) % 26] ?? '';

const give = (place: Locator, name: string, buffer: Buffer) =>
  place.locator('input[type=file]').first().setInputFiles({ name, mimeType: 'application/octet-stream', buffer });

async function chooseMore(page: Page, item: string) {
  await page.getByRole('button', { name: 'Ещё', exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function chooseTable(page: Page, name: string, buffer: Buffer) {
  await chooseMore(page, 'Таблицу участников');
  const dialog = page.getByRole('alertdialog', { name: 'Участники из таблицы' });
  await give(dialog, name, buffer);
  return dialog;
}

async function download(page: Page, kind: string, of?: string): Promise<Buffer> {
  await page.getByRole('button', { name: of ? `Скачать таблицу: ${of}` : 'Ещё', exact: true }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: kind }).click();
  return readFile(await (await saved).path());
}

test('two shows come from an Excel file and a copied table, and what is downloaded changes nothing when it comes back', async () => {
  const semifinal = await addShow(panel.ask, ['Исполнитель А']);
  await panel.ask('POST', '/admin/shows', { title: 'Суперфинал', starts_at: '2030-07-20T17:00:00Z' });
  const page = await panel.open(`/admin/programme?show=${semifinal.id}`, {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const dialog = await chooseTable(page, 'программа.xlsx', await saved('programme.xlsx'));
  await dialog.getByText('Добавится: 25, изменится: 1').waitFor();
  expect(await dialog.getByLabel('Город').inputValue()).toBe('region');
  expect(await dialog.getByLabel('Заметки').inputValue()).toBe('');
  await expectFits(page);
  await click(dialog, 'Сохранить 26 строк', page.getByRole('button', { name: 'Изменить: Исполнитель Щ' }));

  await page.getByRole('link', { name: 'Суперфинал' }).click();
  await chooseMore(page, 'Таблицу участников');
  const copied = ['Кто\tЧто', ...NAMES.map((name) => `${name}\tx`)].join('\n');
  await page.evaluate((text) => navigator.clipboard.writeText(text), copied);
  await page.keyboard.press('ControlOrMeta+V');
  await page.getByLabel('Кто').selectOption({ label: 'Имя' });
  await page.getByText('Добавится: 1, изменится: 26').waitFor();
  await page.getByLabel('В первой строке заголовки').check();
  await page.getByText('Изменится: 26', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog', { name: 'Закрыть без' }).getByRole('button', { name: 'Закрыть' }).click();
  await chooseTable(page, 'финал.csv', csv([['Имя'], ...NAMES.toReversed().map((name) => [name])]));
  await page.getByText('№: «1»', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Сохранить 26 строк' }).click();
  const stored = () => panel.ask<{ shows: { id: number; running_order: number[] }[] }>('GET', '/programme');
  const lengths = async () => (await stored()).shows.map(({ running_order }) => running_order.length);
  await eventually(lengths).toEqual([26, 26]);

  const downloaded = await download(page, 'Для Excel (.xlsx)');
  const [head, first] = await readSheet(downloaded);
  expect([head?.[1], first?.[1], first?.[2]]).toEqual(['Имя', 'Исполнитель Щ', 'Песня 26']);
  const changed = await chooseTable(page, 'правка.csv', csv(cells('№|Имя|Песня', '1|Исполнитель А|Новая песня')));
  await changed.getByText('Изменится порядок выступлений.').waitFor();
  await changed.getByRole('button', { name: 'Отмена' }).click();

  for (const [name, file] of [
    ['обратно.xlsx', downloaded],
    ['обратно.csv', await download(page, 'CSV')],
  ] as const) {
    const again = await chooseTable(page, name, file);
    await again.getByText('Уже есть: 26', { exact: true }).waitFor();
    await again.getByRole('button', { name: 'Закрыть' }).click();
  }
  expectNoComplaints(page);
});

test('the points of forty juries come from one file, with their columns, and leave as one', async () => {
  const { id } = (await panel.ask<{ shows: { id: number }[] }>('GET', '/programme')).shows.at(-1) ?? { id: 0 };
  const page = await panel.open(`/admin/results?show=${id}`);
  await choose(page, 'Добавить раздел', 'Жюри: по голосующим');
  const points = NAMES.map((name, at) => [name, ...JURIES.map((_, jury) => pointsOf(jury, at))]);
  const file = (name: string, buffer: Buffer) => give(page.locator('main'), name, buffer);
  await file('баллы.csv', await saved('points.csv'));
  const preview = page.getByRole('dialog', { name: 'Вставить из таблицы' });
  await preview.getByText('Изменятся 400 ячеек.').waitFor();
  await click(preview, 'Отмена', page.getByRole('button', { name: 'Баллы из файла' }));
  expect(await page.getByRole('columnheader').count()).toBe(1);
  await file('баллы.csv', await saved('points.csv'));
  await preview.getByRole('button', { name: 'Вставить', exact: true }).click();
  await page.getByRole('button', { name: 'Сохранить' }).click();
  const stored = () => panel.ask<ResultsDocument>('GET', `/admin/results/${id}`);
  await eventually(async () => {
    const [section] = (await stored()).sections;
    return section?.mode === 'givers' && section.givers.map(({ name, points: given }) => [name, given.length]);
  }).toEqual(JURIES.map((name) => [name, 10]));

  const before = await stored();
  const [section] = before.sections;
  const sections = [section, { ...section, kind: 'audience', title: 'Зрители' }];
  await panel.call('PUT', `/admin/results/${id}`, { sections });
  await page.reload();
  await file('баллы.xlsx', await download(page, 'Для Excel (.xlsx)', 'Зрители'));
  await preview.getByText('Здесь уже стоит то же самое.').waitFor();
  await preview.getByRole('button', { name: 'Закрыть' }).click();
  const wrong = points.map((row, at) => (at === 0 ? [...row.slice(0, 2), 13, 'двенадцать', ...row.slice(4)] : row));
  const other = [['Участник', 'Кенигсберг'], ...points.slice(0, 4).map(([name]) => [name, 12])];
  const large = Array.from({ length: 9_000 }, () => ['x', 'x', 'x']); // Above 512 KB
  const sheets = [[['Жюри', 'Телефон']], other, [['Участник', ...JURIES], ...wrong], large];
  const book = sheets.map((data, at) => ({ sheet: `Лист ${at + 1}`, data }));
  await file('ошибки.xlsx', Buffer.from(await writeXlsx(book).toBuffer()));
  await preview.getByText('«двенадцать»: нужно целое число').waitFor();
  await click(preview, 'Вставить', page.getByText('не по шкале', { exact: true }));
  expectNoComplaints(page);
});

test('wrong cells are named, and a file that is no table is refused, on a phone', async () => {
  const { id } = (await panel.ask<{ shows: { id: number }[] }>('GET', '/programme')).shows[0] ?? { id: 0 };
  const page = await panel.open(`/admin/programme?show=${id}`, { viewport: PHONE });
  const dialog = await chooseTable(page, 'не таблица.xlsx', Buffer.from('PK\u0003\u0004 x'));
  await dialog.getByText('Это не таблица Excel').waitFor();
  await give(dialog, 'пусто.xlsx', Buffer.from(await writeXlsx([[null]]).toBuffer()));
  await dialog.getByText('В таблице ничего нет').waitFor();
  await give(dialog, 'программа.ods', await saved('programme.ods'));
  await dialog.getByText('например .ods, сохраните как XLSX или CSV').waitFor();
  const table = cells('№|Имя|Возрастная отметка', '1|Исполнитель А|', '1|Исполнитель Б|12+', 'два|исполнитель а|5+');
  await give(dialog, 'т.csv', csv(table));
  for (const words of [
    'Номер 1 уже в строке 2.',
    'В ячейке «два». Номер: нужно целое число от 1 до 200.',
    'Это имя уже есть в строке 2.',
  ])
    await dialog.getByText(words).waitFor();
  await dialog.getByText(/^В ячейке «5\+»\. Возрастная отметка: одна из/).waitFor();
  await dialog.getByText('Ошибка: исполнитель а').waitFor();
  await dialog.getByLabel('Возрастная отметка: «12+»').waitFor();
  const data = [[[null]], cells('Памятка|жюри'), cells('№|Имя', '30|Исполнитель Э'), cells('Имя', 'Исполнитель Ю')];
  const sheets = data.map((rows, at) => ({ sheet: `Лист ${at + 1}`, data: rows }));
  await give(dialog, 'книга.xlsx', Buffer.from(await writeXlsx(sheets).toBuffer()));
  await dialog.getByText('Добавится: Исполнитель Э').waitFor();
  expect(await dialog.getByLabel('Лист').locator('option').allTextContents()).toEqual(['Лист 2', 'Лист 3', 'Лист 4']);
  await dialog.getByLabel('Лист').selectOption('Лист 4');
  await dialog.getByText('Добавится: Исполнитель Ю').waitFor();
  expect(await dialog.getByText('Исполнитель Э').count()).toBe(0);
  await expectFits(page);
  expectNoComplaints(page);
});

test('photographs come from an archive by name, address and number; others are named and stay there', async () => {
  const { id } = (await panel.ask<{ shows: { id: number }[] }>('GET', '/programme')).shows[0] ?? { id: 0 };
  const page = await panel.open(`/admin/programme?show=${id}`);
  const photo = async (seed: number) => new Uint8Array(await noise(60, 40, seed).jpeg().toBuffer());
  const archive = zipSync({
    'фото/Исполнитель Б.jpg': await photo(1),
    'фото/03.JPG': await photo(2),
    'ispolnitel-g.png': Buffer.concat([await noise(60, 40, 3).png().toBuffer(), Buffer.alloc(600_000)]), // Large, and smaller when packed
    'кто это.jpg': await photo(4),
    'список.txt': new Uint8Array([1]),
    '__MACOSX/._x.jpg': new Uint8Array([1]),
    [`${'W'.repeat(13)}.jpg`]: await photo(5),
  });
  // «Исполнитель Д» as Windows packs it: in code page 866, without the flag of UTF-8.
  const windows = Buffer.from('88e1afaeabada8e2a5abec2084', 'hex').toString('latin1');
  const packed = Buffer.from(Buffer.from(archive).toString('latin1').replaceAll('W'.repeat(13), windows), 'latin1');
  await chooseMore(page, 'Фотографии (ZIP)');
  const dialog = page.getByRole('alertdialog', { name: 'Фотографии участников' });
  await give(dialog, 'фото.zip', Buffer.from('не архив'));
  await dialog.getByText('Архив не открывается').waitFor();
  await give(dialog, 'фото.zip', packed);
  for (const words of ['Нашлось: 4 фотографии.', 'кто это.jpg — нет такого участника', 'список.txt — не картинка'])
    await dialog.getByText(words).waitFor();
  await click(dialog, 'Загрузить 4 фотографии', 'Загружено: 4 фотографии.');
  type Stored = { contestants: { name: string; image: string | null }[] };
  const { contestants } = await panel.read<Stored>('/programme');
  const shown = contestants.filter(({ image }) => image !== null).map(({ name }) => name);
  expect(shown.toSorted()).toEqual(['Исполнитель Б', 'Исполнитель В', 'Исполнитель Г', 'Исполнитель Д']);
  expectNoComplaints(page);
});
