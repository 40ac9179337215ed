import { expect, test } from 'vitest';
import { addShow, arm, jury, reveal } from '../programme/show.ts';
import { click, eventually, expectFits, expectNoComplaints, findBarriers, PHONE } from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';

const panel = await needBrowser();

test('points that are open are corrected on a phone, and every open board says so at once', async () => {
  const { id, ids } = await addShow(panel.ask, ['Анна', 'Борис', 'Вера']);
  const points = ids.map((each, at): [number, number] => [each, 12 - at * 2]);
  await arm(panel.ask, id, jury({ Тверь: points, Псков: points }, { scale: [12, 10, 8] }));
  await reveal(panel.ask, id);
  const [page, board, hall] = await Promise.all([
    panel.open(`/admin/results?show=${id}`, { viewport: PHONE }),
    panel.open('/results', { token: null }),
    panel.open(`/results?screen=${id}`, { token: null }),
  ]);

  await page.getByRole('button', { name: 'Исправить: Жюри: Тверь' }).click();
  expect(await page.getByRole('button', { name: 'Исправить: Жюри: Псков' }).count()).toBe(0);
  const dialog = page.getByRole('alertdialog', { name: 'Исправить «Жюри: Тверь»' });
  await dialog.getByRole('columnheader', { name: 'Баллы', exact: true }).waitFor();
  await dialog.getByLabel('Жюри: Тверь: Анна').fill('11');
  await dialog.getByRole('row', { name: /Анна.*не по шкале/ }).waitFor();
  await dialog.getByText('Так и есть, это не опечатка').click();
  await dialog.getByRole('button', { name: 'Исправить на сайте' }).click();
  const reason = dialog.getByRole('textbox', { name: 'Причина', description: 'Заполните это поле' });
  await eventually(() => reason.evaluate((field) => field === document.activeElement)).toBe(true);
  await dialog.getByLabel('Жюри: Тверь: Анна').fill('1e3');
  await dialog.getByLabel('Причина').fill('Перепутаны строки протокола');
  await click(dialog, 'Исправить на сайте', '«1e3»: нужно целое число');
  await dialog.getByLabel('Жюри: Тверь: Анна').fill('10');
  await dialog.getByLabel('Жюри: Тверь: Борис').fill('12');
  await expectFits(page);
  await dialog.getByRole('button', { name: 'Исправить на сайте' }).click();
  await eventually(() => dialog.count()).toBe(0);

  await board.getByText(/Жюри: Тверь\. Анна 12 → 10, Борис 10 → 12\. Перепутаны строки протокола\./).waitFor();
  for (const open of [board, hall]) {
    await eventually(() => open.locator('ol > li').first().innerText()).toContain('Борис');
    expect(await findBarriers(open)).toEqual([]);
    expectNoComplaints(open);
  }
  expectNoComplaints(page);
});

test('open pages follow a correction and a restart of the final while another show has the newest board', async () => {
  // Left by a failed first try.
  for (const { id, ...show } of (await panel.ask<{ shows: { id: number }[] }>('GET', '/programme')).shows)
    await panel.ask('PUT', `/admin/shows/${id}`, { ...show, is_public: false });
  const open = async (show: object, steps: number) => {
    const { id, ids } = await addShow(panel.ask, ['Дарья', 'Егор'], show);
    const points = ids.map((each, at): [number, number] => [each, 12 - at * 2]);
    await arm(panel.ask, id, jury({ Тверь: points, Псков: points }));
    await reveal(panel.ask, id, steps);
    return { id, ids };
  };
  const { id, ids } = await open({ title: 'Большой финал', starts_at: '2030-07-22T17:00:00.000Z' }, 2);
  await open({ title: 'Отбор', starts_at: '2030-07-21T17:00:00.000Z' }, 1);
  const page = await panel.open('/', { token: null });
  const boards = await panel.open('/results', { token: null });
  const board = boards.locator('main section', { hasText: 'Большой финал' });
  const first = board.locator('ol > li').first();
  await eventually(() => first.innerText()).toContain('Дарья');
  const winner = page.locator('main li').filter({ hasText: 'Победитель' });
  await eventually(() => winner.innerText()).toContain('Дарья');
  const points = ids.map((each, at) => [each, 8 + at * 2]);
  for (const step of [0, 1])
    await panel.ask('POST', `/results/${id}/corrections`, { step, points, reason: 'Перепутаны строки' });
  await eventually(() => winner.innerText()).toContain('Егор');
  await eventually(() => first.innerText()).toContain('Егор');
  await panel.ask('DELETE', `/results/${id}/reveal`);
  await eventually(() => winner.innerText()).toContain('Узнаем после финала');
  await eventually(() => board.count()).toBe(0);
  await reveal(panel.ask, id);
  await eventually(() => board.count()).toBe(1);
  for (const each of [page, boards]) expectNoComplaints(each);
});
