import { expect, test } from 'vitest';
import writeXlsx from 'write-excel-file/node';
import { cells } from '../programme/show.ts';
import { click, eventually, expectNoComplaints, findBarriers, follow } from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';
import { addPast } from './world.ts';

const panel = await needBrowser();
const editions = () =>
  panel.read<{ id: number; slug: string; title: string; is_current: boolean }[]>('/admin/editions');

test('a past festival is added, and has a programme of its own to fill', async () => {
  const page = await panel.open('/admin/editions');
  await page.getByRole('button', { name: 'Добавить прошедший' }).click();
  const form = page.getByRole('alertdialog', { name: 'Прошедший фестиваль' });
  await click(form, 'Добавить', form.getByText('Заполните это поле.').first());
  await form.getByLabel('Название').fill('Рампа-2019');
  await form.getByLabel('Год').fill('2019');
  await form.getByLabel('Город').fill('Дербент');
  await click(form, 'Добавить', page.getByText('Фестиваль добавлен: Рампа-2019.'));
  await eventually(editions).toMatchObject([{ is_current: true }, { title: 'Рампа-2019', is_current: false }]);

  await page.goto(`${panel.server.origin}/admin/programme?edition=2019`);
  await page.getByRole('heading', { name: 'Программа: 2019' }).waitFor();
  await page.getByRole('button', { name: 'Добавить концерт' }).click();
  const show = page.getByRole('alertdialog', { name: 'Новый концерт' });
  await show.getByLabel('Запись', { exact: true }).waitFor();
  await show.getByLabel('Название').fill('Финал');
  await show.getByLabel('Начало').first().fill('2019-07-20T19:00');
  const onSite = page.getByRole('link', { name: 'Открыть на сайте' });
  await click(show, 'Добавить', onSite);
  expect(await onSite.getAttribute('href')).toMatch(/^\/history\/2019#show-\d+$/);
  const results = page.locator('main section').getByRole('link', { name: 'Итоги' });
  expect(await results.getAttribute('href')).toMatch(/\?edition=2019&show=\d+$/);
  await expectNoComplaints(page);
});

test('a new festival is started after the screen has said what will happen, and taken back', async () => {
  await addPast(panel.ask, 2018);
  const [before] = await editions();
  const stream = (is: boolean) =>
    panel.call('PUT', '/watch-settings', { title: 'Эфир', description: 'Эфир', is_stream_enabled: is });
  await stream(true);
  const page = await panel.open('/admin/editions');
  const blocker = page.getByRole('alert').getByRole('link', { name: /^Идёт трансляция\./ });
  await follow(page, 'Начать новый фестиваль', blocker);
  expect(await blocker.getAttribute('href')).toBe('/admin/watch-settings');
  expect(await findBarriers(page)).toEqual([]);
  await stream(false);
  await page.getByRole('button', { name: 'Проверить ещё раз' }).click();
  await page.getByText('Сейчас начать нельзя').waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Начать новый фестиваль' }).waitFor();
  await page.getByText(`Закроется и сохранится: «${before?.title}»`).waitFor();
  await page.getByText('Начнётся заново').waitFor();
  await page.getByLabel('Название').fill('Рампа-2040');
  await page.getByLabel('Год').fill('2040');
  const question = page.getByRole('alertdialog', { name: `Закрыть «${before?.title}» и начать новый фестиваль?` });
  await click(page, 'Начать новый фестиваль', question);
  await question.getByRole('button', { name: 'Отмена' }).click();
  expect((await editions()).map(({ title }) => title)).not.toContain('Рампа-2040');
  await click(page, 'Начать новый фестиваль', question);
  expect(await findBarriers(page)).toEqual([]);
  await click(question, 'Начать', page.getByText('Новый фестиваль начат: Рампа-2040.'));
  await eventually(async () => (await editions()).find((each) => each.is_current)?.title).toBe('Рампа-2040');

  await click(page, 'Вернуть', 'Прежний фестиваль возвращён.');
  await eventually(async () => (await editions()).find((each) => each.is_current)?.title).toBe(before?.title);
  expect((await editions()).map(({ title }) => title)).not.toContain('Рампа-2040');
  await expectNoComplaints(page);
});

test('a form that was open while a colleague started a new festival saves nothing into it, and says what to do', async () => {
  const page = await panel.open('/admin/programme');
  await page.getByRole('button', { name: 'Добавить концерт' }).click();
  const form = page.getByRole('alertdialog', { name: 'Новый концерт' });
  await form.getByLabel('Название').fill('Гала');
  await form.getByLabel('Начало').fill('2041-07-21T19:00');
  const empty = { partners: [], pages: [], texts: [] };
  await panel.ask('POST', '/admin/editions/start', { title: 'Рампа-2042', year: 2042, ...empty });
  const refused = /нынешний фестиваль теперь «Рампа-2042»\. Обновите страницу/;
  await click(form, 'Добавить', form.getByText(refused));
  expect((await panel.read<{ shows: [] }>('/programme')).shows).toEqual([]);
  await panel.call('DELETE', '/admin/editions/start');
});

test('past festivals come from an Excel file after a preview, and are taken back', async () => {
  const before = (await editions()).length;
  const page = await panel.open('/admin/editions');
  const dialog = page.getByRole('alertdialog', { name: 'Прошлые фестивали из таблицы' });
  await page.getByRole('button', { name: 'Прошлые фестивали из таблицы' }).click();
  const head = ['Год фестиваля', 'Где', 'Дата', 'Участник', 'Песня', 'Место', 'Очки'];
  const rows = Array.from({ length: 6 }, (_, at) => {
    const year = 2005 - (at % 2);
    const day = { value: new Date(Date.UTC(year, 6, 20)), format: 'yyyy-mm-dd' };
    return [year, 'Уфа', day, `Артист ${at}`, `Песня ${at}`, Math.floor(at / 2) + 1, 90 - at * 10];
  });
  const choose = async (table: unknown[][]) => {
    const buffer = Buffer.from(await writeXlsx(table as string[][]).toBuffer());
    await dialog.locator('input[type=file]').setInputFiles({ name: 'годы.xlsx', mimeType: 'application/zip', buffer });
  };
  await choose([head, ...rows.map((row, at) => (at === 3 ? row.with(6, 'много') : row))]);
  await dialog.getByText('Баллы: «много», а нужно целое число').waitFor();
  await dialog.getByText('Сохранить можно, когда ошибок нет.').waitFor();
  expect(await dialog.getByRole('button', { name: /Сохранить/ }).count()).toBe(0);
  await choose([head, ...rows]);
  await dialog.getByText('Добавится: 6', { exact: true }).waitFor();
  await dialog.getByLabel('Где').selectOption({ label: 'Город фестиваля' });
  await dialog.getByText('Город фестиваля: «Уфа»').first().waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Сохранить 6 строк' }).click();
  await eventually(async () => (await editions()).length).toBe(before + 2);
  await page.getByRole('button', { name: 'Вернуть', exact: true }).click();
  await eventually(async () => (await editions()).length).toBe(before);
  await expectNoComplaints(page);
});

test('a past festival of thirty prints on two sheets', async () => {
  const artists = Array.from({ length: 30 }, (_, at) => `1995|1995-07-20|Артист ${at} из 1995|Песня ${at}|${at}|9`);
  await panel.ask('POST', '/admin/editions/table', { rows: cells('Год|Дата|Имя|Песня|Жюри|Зрители', ...artists) });
  const page = await panel.visit(`${panel.server.origin}/history/1995`);
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true });
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page[^s]/g)).toHaveLength(2);
});
