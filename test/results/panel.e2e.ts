import type { Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Results } from '../../model/results/results.ts';
import type { ResultsDocument } from '../../model/results/schema.ts';
import { totalOf } from '../../model/results/sheet.ts';
import { eventually, expectNoComplaints, findBarriers, PHONE } from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';

const NAMES = ['Анна', 'Борис', 'Вера'];

const panel = await needBrowser();

let show: number;
let ids: number[];
beforeEach(async () => {
  const { shows } = (await read('/programme')) as { shows: { id: number }[] };
  for (const { id } of shows)
    for (const path of [`/results/${id}/reveal`, `/results/${id}/arm`, `/admin/shows/${id}`])
      await panel.call('DELETE', path);
  show = await make('/admin/shows', { title: 'Финал', starts_at: '2030-07-20T17:00:00Z' });
  ids = [];
  for (const name of NAMES) ids.push(await make('/admin/contestants', { name, shows: [show] }));
});

const read = async (path: string) => (await panel.call('GET', path)).json();
const make = async (path: string, body: object): Promise<number> =>
  ((await (await panel.call('POST', path, body)).json()) as { id: number }).id;
const stored = () => read(`/admin/results/${show}`) as Promise<ResultsDocument>;
const titles = async () => ((await read('/results')) as Results).steps.map(({ title }) => title);
const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name });
/** Two juries in two steps, 43 points. */
const prepare = async () => {
  const givers = [
    { name: 'Тверь', points: [[ids[1], 12]] },
    { name: 'Псков', points: [[ids[0], 31]] },
  ];
  const sections = [{ kind: 'jury', title: 'Жюри', mode: 'givers', scale: [], givers }];
  await panel.call('PUT', `/admin/results/${show}`, { sections, control_total: 43 });
  await panel.call('POST', `/results/${show}/arm`);
};

describe('the results', () => {
  test('once armed keep the show and its contestants, and the refusal is said', async () => {
    await prepare();
    const page = await panel.open('/admin/programme');
    await button(page, 'Удалить концерт: Финал').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Удалить' }).click();
    await page.getByText('подготовлены к показу: удалить его нельзя. Сначала снимите подготовку').waitFor();
    await button(page, 'Отмена').click();
    await button(page, 'Ещё: Анна').click();
    await page.getByRole('menuitem', { name: 'Удалить' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Удалить' }).click();
    await page.getByText('его участников нельзя ни удалить, ни убрать.').waitFor();
    await button(page, 'Отмена').click();
    await button(page, 'Ещё: Анна').click();
    await page.getByRole('menuitem', { name: 'Убрать из концерта' }).click();
    await page.getByText('его участников нельзя ни удалить, ни убрать.').waitFor();
    await button(page, 'Ещё: Анна').waitFor();
    expect(((await read('/programme')) as { shows: object[] }).shows).toMatchObject([{ running_order: ids }]);
  });

  test('are entered by keyboard on a phone, checked, armed and revealed step by step', async () => {
    const page = await panel.open('/admin/programme', { viewport: PHONE });
    await page.getByRole('link', { name: 'Итоги' }).click();
    await button(page, 'Добавить раздел').click();
    await page.getByRole('menuitem', { name: 'Жюри: по голосующим' }).click();
    await button(page, 'Добавить, кто даёт баллы').click();
    await page.getByLabel('Названия').fill('Тверь\nПсков');
    await page.getByRole('dialog').getByRole('button', { name: 'Добавить' }).click();
    await page.getByLabel('Тверь: Анна').focus();
    for (const key of ['1', '2', 'Enter', '1', '0', 'ArrowDown', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Тверь: Анна');
    await page.getByLabel('Псков: Вера').fill('7');
    await page.getByText('«Жюри»: Псков — нет оценки 12, нет оценки 10, нет оценки 8, оценка 7 не по шкале.').waitFor();
    await page.getByLabel('Шкала').fill('');
    await button(page, 'Добавить раздел').click();
    await page.getByRole('menuitem', { name: 'Зрители: по местам' }).click();
    for (const [at, name] of NAMES.entries()) await page.getByLabel(`Баллы: ${name}`, { exact: true }).fill(String(at));
    await page.getByText('«Зрители»: Анна — места ещё нет.').waitFor();
    await button(page, 'Места по баллам').click();
    await eventually(() => page.getByLabel('Место: Анна').inputValue()).toBe('3');
    await page.getByLabel('Контрольная сумма').fill('33');
    await page.getByText('Контрольная сумма не сходится: введено 33. Сверьте с бумагой').waitFor();
    expect(await page.locator('main').innerText()).not.toMatch(/\b32\b/);
    await page.getByLabel('Контрольная сумма').fill('32');
    await page.getByText('Всё сходится.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await eventually(() => button(page, 'Подготовить к показу').isDisabled()).toBe(true);
    await button(page, 'Сохранить').click();
    await eventually(stored).toMatchObject({ control_total: 32, gaps: [], version: 1 });
    await button(page, 'Подготовить к показу').click();

    await button(page, 'Открыть «Жюри: Тверь»').click();
    await eventually(titles).toEqual(['Жюри: Тверь']);
    await button(page, /^Отменить шаг/).click();
    await eventually(titles).toEqual([]);
    await button(page, 'Открыть «Жюри: Тверь»').click();
    await button(page, 'Открыть «Жюри: Псков»').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await button(page, 'Начать показ заново').click();
    await button(page, 'Скрыть все баллы').click();
    await button(page, 'Снять подготовку').click();
    await page.getByLabel('Тверь: Анна').waitFor();
    expect(await stored()).toMatchObject({ revealed: 0, armed_at: null });
    expectNoComplaints(page);
  });

  test('off their scale are locked only with words on why, and the total is not there to be copied', async () => {
    const points = ids.map((id, at) => [id, at === 2 ? 8 : 12]);
    const sections = [{ kind: 'jury', title: 'Жюри', mode: 'givers', givers: [{ name: 'Тверь', points }] }];
    await panel.call('PUT', `/admin/results/${show}`, { sections });
    const page = await panel.open(`/admin/results?show=${show}`, { viewport: PHONE });
    await page.getByText('«Жюри»: Тверь — нет оценки 10, оценка 12 повторяется.').waitFor();
    await page.getByText('Что получится в конце').click();
    expect(await page.locator('main').innerText()).not.toMatch(/\b32\b/);
    await page.getByLabel('Шкала').fill('12, 12');
    await page.getByText('Нужны разные целые числа').waitFor();
    await page.getByLabel('Шкала').fill('12, 10, 8');
    await page.getByLabel('Контрольная сумма').fill('32');
    await button(page, 'Сохранить').click();
    await button(page, 'Подготовить к показу').click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('нет оценки 10, оценка 12 повторяется').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await button(page, 'Всё верно, подготовить').click();
    await dialog.getByText('Причина: заполните это поле.').waitFor();
    await dialog.getByLabel('Почему это верно').fill('Так объявили, протокол 3');
    await button(page, 'Всё верно, подготовить').click();
    await button(page, 'Открыть «Жюри: Тверь»').waitFor();
    const log = await panel.open('/admin/journal?view=programme');
    await log.getByText('Так объявили, протокол 3').waitFor();
  });

  test('are revealed on the control desk too, and both operators see the same', async () => {
    await prepare();
    const [desk, screen] = await Promise.all([panel.open('/admin/live'), panel.open(`/admin/results?show=${show}`)]);
    await desk.getByText('На связи', { exact: true }).waitFor();
    await button(desk, 'Открыть «Жюри: Тверь»').click();
    await button(screen, 'Открыть «Жюри: Псков»').click();
    await button(desk, 'Все шаги открыты').waitFor();
    await desk.getByText('Последний: Жюри: Псков').waitFor();
    expect(await titles()).toEqual(['Жюри: Тверь', 'Жюри: Псков']);
    expect(await findBarriers(desk)).toEqual([]);
    for (const page of [desk, screen]) expectNoComplaints(page);
  });

  test('of a jury that is not ready come later, by one press', async () => {
    await prepare();
    const [desk, screen] = await Promise.all([
      panel.open('/admin/live', { viewport: PHONE }),
      panel.open(`/admin/results?show=${show}`),
    ]);
    await desk.getByText('На связи', { exact: true }).waitFor();
    await desk.getByText('Следующим открыть другого').click();
    // The second tap of two does not take the choice back.
    await button(desk, 'Жюри: Псков').dblclick();
    await button(screen, 'Открыть «Жюри: Псков»').waitFor();
    await eventually(() => button(desk, 'Жюри: Тверь').isEnabled()).toBe(true);
    expect(await findBarriers(desk)).toEqual([]);
    expect(await desk.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await button(desk, 'Открыть «Жюри: Псков»').click();
    await button(screen, 'Открыть «Жюри: Тверь»').waitFor();
    await eventually(() => screen.getByText('Следующим открыть другого').count()).toBe(0);
    expect(await titles()).toEqual(['Жюри: Псков']);
    for (const page of [desk, screen]) expectNoComplaints(page);
  });

  test('of two sections with equal names are listed once each, also after a move', async () => {
    const givers = ['Тверь', 'Псков', 'Томск'].map((name) => ({ name, points: [[ids[0], 1]] }));
    const section = { kind: 'jury', title: 'Жюри', mode: 'givers', scale: [], givers };
    await panel.call('PUT', `/admin/results/${show}`, { sections: [section, section], control_total: 6 });
    await panel.call('POST', `/results/${show}/arm`);
    const page = await panel.open(`/admin/results?show=${show}`);
    await page.getByText('Следующим открыть другого').click();
    for (const name of ['Томск', 'Псков', 'Тверь']) {
      await button(page, `Жюри: ${name}`).and(page.locator(':enabled')).last().click();
      await button(page, `Открыть «Жюри: ${name}»`).waitFor();
    }
    const listed = () => page.locator('ol > li').allTextContents();
    await eventually(listed).toEqual((await stored()).steps.map(({ title }) => title));
    expectNoComplaints(page);
  });

  test('are put into the order of their reveal by keys before they are armed', async () => {
    await prepare();
    await panel.call('DELETE', `/results/${show}/arm`);
    const page = await panel.open(`/admin/results?show=${show}`, { viewport: PHONE });
    await button(page, 'Порядок показа').click();
    // What happens to another show makes this one be read again.
    const other = await make('/admin/shows', { title: 'Полуфинал', starts_at: '2030-07-18T17:00:00Z' });
    const soloist = await make('/admin/contestants', { name: 'Галя', shows: [other] });
    const givers = [{ name: 'Тула', points: [[soloist, 1]] }];
    const sections = [{ kind: 'jury', title: 'Жюри', mode: 'givers', scale: [], givers }];
    await panel.call('PUT', `/admin/results/${other}`, { sections, control_total: 1 });
    const readAgain = page.waitForResponse(`**/api/admin/results/${show}`);
    await panel.call('POST', `/results/${other}/arm`);
    await readAgain;
    await button(page, 'Переставить: Псков').press('ArrowUp');
    expect(await findBarriers(page)).toEqual([]);
    await button(page, 'Готово').click();
    await button(page, 'Сохранить').click();
    await eventually(async () => (await stored()).steps.map(({ title }) => title)).toEqual([
      'Жюри: Псков',
      'Жюри: Тверь',
    ]);
    expect(await stored()).toMatchObject({ gaps: [] });
    expectNoComplaints(page);
  });

  test('typed over those of somebody else are kept, and saved only when asked again', async () => {
    await prepare();
    await panel.call('DELETE', `/results/${show}/arm`);
    const page = await panel.open(`/admin/results?show=${show}`);
    await page.getByLabel('Тверь: Вера').fill('5');
    const { sections } = await stored();
    await panel.call('PUT', `/admin/results/${show}`, { sections, control_total: 1 });
    await button(page, 'Сохранить').click();
    await page.getByText('Таблицу тем временем изменил кто-то ещё.').waitFor();
    expect(await stored()).toMatchObject({ control_total: 1, sections });
    await button(page, 'Сохранить мой вариант').click();
    await eventually(stored).toMatchObject({ control_total: 43, version: 5 });
    expect(totalOf((await stored()).sections)).toBe(48);
  });

  test('typed and not saved come back after a reload, until they are saved or given up', async () => {
    await prepare();
    await panel.call('DELETE', `/results/${show}/arm`);
    const page = await panel.open(`/admin/results?show=${show}`);
    const cell = page.getByLabel('Тверь: Вера');
    const restored = page.getByText('Возвращены баллы, которые не успели сохранить');
    await cell.fill('5');
    await page.reload();
    await restored.waitFor();
    expect(await cell.inputValue()).toBe('5');
    await button(page, 'Отменить изменения').click();
    await eventually(() => cell.inputValue()).toBe('');
    expect(await restored.count()).toBe(0);
    await cell.fill('7');
    await page.reload();
    await restored.waitFor();
    await button(page, 'Сохранить').click();
    await eventually(async () => totalOf((await stored()).sections)).toBe(50);
    await page.reload();
    await eventually(() => cell.inputValue()).toBe('7');
    expect(await restored.count()).toBe(0);
  });
});
