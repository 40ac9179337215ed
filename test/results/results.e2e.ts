import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Results, ResultsDocument } from '../../model/results/schema.ts';
import { needNight } from '../live/night.ts';
import { addShow } from '../programme/show.ts';
import { choose, click, eventually, expectFits, expectNoComplaints, PHONE } from '../rig/browser/panel.ts';

const NAMES = ['Анна', 'Борис', 'Вера'];

const night = await needNight();

const titles = async () => (await night.read<Results>('/results')).steps.map(({ title }) => title);
const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name });

test('results are entered by keyboard on a phone, checked, armed and revealed step by step', async () => {
  const { id: show } = await addShow(night.ask, NAMES);
  const stored = () => night.ask<ResultsDocument>('GET', `/admin/results/${show}`);
  const page = await night.open(`/admin/programme?show=${show}`, { viewport: PHONE });
  await page.getByRole('region').getByRole('link', { name: 'Итоги' }).click();
  await page.getByText('Баллов ещё нет').waitFor();
  expect(await button(page, 'Сохранить').count()).toBe(0);
  await choose(page, 'Добавить раздел', 'Жюри: по голосующим');
  await button(page, 'Добавить, кто даёт баллы').click();
  await page.getByLabel('Названия').fill('Тверь\nПсков');
  await page.getByRole('dialog').getByRole('button', { name: 'Добавить' }).click();
  await page.getByLabel('Тверь: Анна').focus();
  for (const key of ['1', '2', 'Enter', '1', '0', 'ArrowDown', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Тверь: Анна');
  await page.getByLabel('Псков: Вера').fill('7');
  await page.getByText('«Жюри»: Псков — нет оценки 12, нет оценки 10, нет оценки 8, оценка 7 не по шкале.').waitFor();
  await page.getByLabel('Шкала').fill('');
  await choose(page, 'Добавить раздел', 'Зрители: по местам');
  for (const [at, name] of NAMES.entries()) await page.getByLabel(`Баллы: ${name}`, { exact: true }).fill(String(at));
  await page.getByText('«Зрители»: Анна — места ещё нет.').waitFor();
  await button(page, 'Места по баллам').click();
  await eventually(() => page.getByLabel('Место: Анна').inputValue()).toBe('3');
  await page.getByLabel('Контрольная сумма').fill('33');
  await page.getByText('Контрольная сумма не сходится: введено 33. Сверьте с бумагой').waitFor();
  expect(await page.locator('main').innerText()).not.toMatch(/\b32\b/);
  await page.getByLabel('Контрольная сумма').fill('32');
  await page.getByText('Всё сходится.').waitFor();
  await expectFits(page);
  await eventually(() => button(page, 'Подготовить к показу').isDisabled()).toBe(true);
  await button(page, 'Сохранить').click();
  await eventually(stored).toMatchObject({ control_total: 32, gaps: [], version: 1 });
  await button(page, 'Подготовить к показу').click();

  await button(page, 'Открыть «Жюри: Тверь»').click();
  await eventually(titles).toEqual(['Жюри: Тверь']);
  await button(page, /^Отменить шаг/).click();
  await eventually(titles).toEqual([]);
  await click(page, 'Открыть «Жюри: Тверь»', button(page, 'Открыть «Жюри: Псков»'));
  await expectFits(page);
  await button(page, 'Начать показ заново').click();
  await button(page, 'Скрыть все баллы').click();
  await click(page, 'Снять подготовку', page.getByLabel('Тверь: Анна'));
  expect(await stored()).toMatchObject({ revealed: 0, armed_at: null });
  expectNoComplaints(page);
});
