import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ResultsDocument } from '../../model/results/schema.ts';
import { eventually, expectNoComplaints, findBarriers, PHONE } from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';

const panel = await needBrowser();

const post = async <Answer>(path: string, body?: object, method = 'POST') =>
  (await (await panel.call(method, path, body)).json()) as Answer;

test('points that are open are corrected on a phone, and every open board says so at once', async () => {
  const { id } = await post<{ id: number }>('/admin/shows', { title: 'Финал', starts_at: '2030-07-20T17:00:00Z' });
  const ids: number[] = [];
  for (const name of ['Анна', 'Борис', 'Вера'])
    ids.push((await post<{ id: number }>('/admin/contestants', { name, shows: [id] })).id);
  const givers = ['Тверь', 'Псков'].map((name) => ({ name, points: ids.map((each, at) => [each, 12 - at * 2]) }));
  const sections = [{ kind: 'jury', title: 'Жюри', mode: 'givers', givers }];
  await post(`/admin/results/${id}`, { sections, control_total: 60 }, 'PUT');
  const { seq: seen } = await post<ResultsDocument>(`/results/${id}/arm`);
  await post(`/results/${id}/reveal`, { key: randomUUID(), seen });
  const [page, board, hall] = await Promise.all([
    panel.open(`/admin/results?show=${id}`, { viewport: PHONE, permissions: ['clipboard-read', 'clipboard-write'] }),
    panel.open('/results', { token: null }),
    panel.open(`/results?screen=${id}`, { token: null }),
  ]);

  await page.getByRole('button', { name: 'Исправить: Жюри: Тверь' }).click();
  expect(await page.getByRole('button', { name: 'Исправить: Жюри: Псков' }).count()).toBe(0);
  const dialog = page.getByRole('dialog', { name: 'Исправить: Жюри: Тверь' });
  await dialog.getByLabel('Жюри: Тверь: Анна').fill('1e3');
  await dialog.getByLabel('Причина').fill('Перепутаны строки протокола');
  await dialog.getByRole('button', { name: 'Исправить на сайте' }).click();
  await dialog.getByText('«1e3»: нужны только цифры.').waitFor();
  await page.evaluate(() => navigator.clipboard.writeText('10\n12\n'));
  await dialog.getByLabel('Жюри: Тверь: Анна').focus();
  await page.keyboard.press('ControlOrMeta+V');
  await page.getByRole('dialog', { name: 'Вставить из таблицы' }).getByText('Изменятся 2 ячейки.').waitFor();
  await page.keyboard.press('Enter');
  await eventually(() => dialog.getByLabel('Жюри: Тверь: Борис').inputValue()).toBe('12');
  expect(await findBarriers(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await dialog.getByRole('button', { name: 'Исправить на сайте' }).click();
  await eventually(() => dialog.count()).toBe(0);

  for (const open of [board, hall]) {
    await open.getByText(/Жюри: Тверь\. Анна 12 → 10, Борис 10 → 12\. Перепутаны строки протокола\./).waitFor();
    await eventually(() => open.locator('ol > li').first().innerText()).toContain('Борис');
    expect(await findBarriers(open)).toEqual([]);
    expectNoComplaints(open);
  }
  expectNoComplaints(page);
});
