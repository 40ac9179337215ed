import type { Locator, Page, Route } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import type { Results, ResultsDocument } from '../../model/results/schema.ts';
import { totalOf } from '../../model/results/scores.ts';
import { field, save } from '../panel/forms.ts';
import { addShow, arm, byPlaces, jury, removeShows, reveal } from '../programme/show.ts';
import {
  choose,
  click,
  eventually,
  expectFits,
  expectNoComplaints,
  findBarriers,
  hasFocus,
  PHONE,
  undoBar,
} from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';

const NAMES = ['Анна', 'Борис', 'Вера'];

const panel = await needBrowser();

let show: number;
let ids: number[];
beforeEach(async () => {
  await removeShows(panel.site);
  ({ id: show, ids } = await addShow(panel.ask, NAMES));
});

const stored = () => panel.ask<ResultsDocument>('GET', `/admin/results/${show}`);
const titles = async () => (await panel.ask<Results>('GET', '/results')).steps.map(({ title }) => title);
const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name });
const prepare = () => arm(panel.ask, show, jury({ Тверь: [[ids[1], 12]], Псков: [[ids[0], 31]] }));
const enter = async () => {
  await prepare();
  await panel.call('DELETE', `/results/${show}/arm`);
};

test('the results once armed keep the show and its contestants, and the refusal is said', async () => {
  await prepare();
  const page = await panel.open('/admin/programme');
  await button(page, 'Удалить концерт: Финал').click();
  const refusal = page.getByText('подготовлены к показу: удалить его нельзя. Сначала снимите подготовку');
  await click(page.getByRole('alertdialog'), 'Удалить', refusal);
  await button(page, 'Отмена').click();
  await choose(page, 'Ещё: Анна', 'Убрать из концерта');
  await page.getByText('его участников нельзя ни удалить, ни убрать.').waitFor();
  await button(page, 'Ещё: Анна').waitFor();
  expect(await panel.ask('GET', '/programme')).toMatchObject({ shows: [{ running_order: ids }] });
  await page.goto(`${panel.server.origin}/admin/results?show=99999`);
  await page.getByText('Этого концерта больше нет').waitFor();
});

test('a vote that the complete board has ended opens again in its form, which says what visitors see', async () => {
  const open = { is_voting_enabled: true, voting_url: 'https://vote.example.org' };
  await panel.call('PUT', '/vote-settings', open);
  await prepare();
  await reveal(panel.ask, show, 2);
  const page = await panel.open('/admin/voting');
  await page.getByText('табло открыто до конца').waitFor();
  const turn = async (isOn: boolean, said: string) => {
    await field(page, 'is_voting_enabled').setChecked(isOn);
    await save(page);
    await page.getByText(said, { exact: false }).waitFor();
    await eventually(() => page.getByText('После сохранения').count()).toBe(0);
  };
  await turn(false, 'сообщение, что голосование завершено.');
  await turn(true, 'кнопку, которая ведёт на vote.example.org');
  expect(await panel.ask('GET', '/live?poll')).toMatchObject({ results: { ends_vote: false } });
});

test('the results off their scale are locked only with words on why, and the total is not there to be copied', async () => {
  const points = ids.map((id, at): [number, number] => [id, at === 2 ? 8 : 12]);
  await panel.call('PUT', `/admin/results/${show}`, { sections: [jury({ Тверь: points }, { scale: undefined })] });
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
  await expectFits(page);
  await click(page, 'Всё верно, подготовить', dialog.getByText('Причина: заполните это поле.'));
  await dialog.getByLabel('Почему это верно').fill('Так объявили, протокол 3');
  await click(page, 'Всё верно, подготовить', button(page, 'Открыть «Жюри: Тверь»'));
  await (await panel.open('/admin/journal?view=programme')).getByText('Так объявили, протокол 3').waitFor();
});

test('the results that are off are red in their cells, counted beside the button, and found from there by jury on a phone', async () => {
  const given = (...marks: number[]) => ids.map((id, at): [number, number] => [id, marks[at] ?? 0]);
  const points = { Тверь: given(12, 10, 8), Псков: given(12, 12, 9), Казань: given(8, 10, 12) };
  const sections = [jury(points, { scale: [12, 10, 8] })];
  await panel.call('PUT', `/admin/results/${show}`, { sections, control_total: 1 });
  const page = await panel.open(`/admin/results?show=${show}`, { viewport: PHONE });
  const whose = page.getByLabel('Чьи баллы');
  await button(page, 'Отмечено красным: 4').click();
  await hasFocus(whose);
  expect(await page.getByLabel('Псков: Вера').count()).toBe(0);
  await page.getByText('Проверьте: Псков').waitFor();
  await whose.selectOption('Псков');
  await button(page, 'Отмечено красным: 4').click();
  await hasFocus(page.getByLabel('Псков: Анна'));
  expect(
    await page
      .getByRole('row')
      .filter({ hasText: /повтор|не по шкале/ })
      .allInnerTexts(),
  ).toHaveLength(3);
  expect(await findBarriers(page)).toEqual([]);
  await page.getByLabel('Псков: Борис').fill('10');
  await page.getByLabel('Псков: Вера').fill('8');
  await page.getByLabel('Контрольная сумма').fill('90');
  await eventually(() => page.locator('[data-fault]').count()).toBe(0);
  expect(await button(page, /Отмечено красным/).count()).toBe(0);
  await button(page, 'Сохранить').click();
  await eventually(stored).toMatchObject({ gaps: [], breaches: [] });
  expectNoComplaints(page);
});

test('the results of many on a phone scroll with the page, and the cell that has the focus is seen whole, above a keyboard too', async () => {
  const many = Array.from({ length: 14 }, (_, at) => `Участник ${at + 1}`);
  const { id, ids: all } = await addShow(panel.ask, many);
  const sections = [jury({ Тверь: [[all[0], 12]], Псков: [[all[1], 12]], Казань: [[all[2], 12]] })];
  await panel.call('PUT', `/admin/results/${id}`, { sections, control_total: 36 });
  const page = await panel.open(`/admin/results?show=${id}`, { viewport: { width: 360, height: 340 }, hasTouch: true });
  const isSeen = () =>
    page.evaluate(() => {
      const { x, y, height } = document.activeElement?.getBoundingClientRect() ?? new DOMRect();
      const at = (down: number) => document.elementFromPoint(x + 20, y + down)?.ariaLabel;
      return height >= 44 && at(3) === document.activeElement?.ariaLabel && at(height - 3) === at(3);
    });
  for (const whose of ['Тверь', 'Все сразу']) {
    await page.getByLabel('Чьи баллы').selectOption(whose);
    await page.getByLabel(`Тверь: ${many[0]}`, { exact: true }).focus();
    for (const key of ['Enter', 'ArrowUp'])
      for (let step = 1; step < many.length; step += 1) {
        await page.keyboard.press(key);
        expect([key, step, await isSeen()]).toEqual([key, step, true]);
      }
    const table = page.getByRole('region', { name: 'Баллы: Жюри' });
    const room = await table.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
    expect(room > 0).toBe(whose === 'Все сразу');
  }
});

test('the results by places alone are previewed in the order and with the places of their reveal', async () => {
  const places = [3, 1, 1].map((place, at) => ({ contestant: ids[at], place, points: 0 }));
  const sections = [byPlaces([], [], { places })];
  await panel.call('PUT', `/admin/results/${show}`, { sections, control_total: 0 });
  const page = await panel.open(`/admin/results?show=${show}`);
  await page.getByText('Что получится в конце').click();
  const rows = page.locator('details[open] li');
  await rows.first().waitFor();
  const shown = await rows.evaluateAll((all) => all.map((row) => `${(row as HTMLLIElement).value} ${row.textContent}`));
  expect(shown).toEqual(['1 Борис', '1 Вера', '3 Анна']);
  // Who performs in another show, or in none, has no place.
  await panel.ask('POST', '/admin/contestants', { name: 'Гость', song: 'Привет' });
  const { steps } = await panel.ask<ResultsDocument>('POST', `/results/${show}/arm`);
  await panel.call('PUT', '/vote-settings', { voting_url: 'https://vote.example.org/', is_voting_enabled: true });
  await reveal(panel.ask, show, steps.length);
  for (const screen of ['', '/voting'])
    await (await panel.open(`/admin${screen}`)).getByText('голосование завершено: табло открыто').waitFor();
  await (await panel.open('/admin/live')).getByText('Первое место делят Борис и Вера', { exact: true }).waitFor();
});

/** The distances, in px, between what stands on a screen below its header. */
const gapsOf = (header: Locator) =>
  header.evaluate(({ parentElement }) => {
    const boxes = [...(parentElement?.children ?? [])].map((child) => child.getBoundingClientRect());
    const shown = boxes.filter(({ height }) => height > 0);
    return [...new Set(shown.slice(1).map(({ top }, at) => Math.round(top - (shown[at]?.bottom ?? 0))))];
  });

test('the results are revealed on the control desk too, those of a jury that is not ready later, and both operators see the same', async () => {
  await prepare();
  const [desk, screen] = await Promise.all([
    panel.open('/admin/live', { viewport: PHONE }),
    panel.open(`/admin/results?show=${show}`),
  ]);
  await desk.getByText('На связи', { exact: true }).waitFor();
  await desk.getByText('Сменить следующий шаг').click();
  // The second tap of two does not take the choice back.
  await button(desk, 'Жюри: Псков').dblclick();
  await button(screen, 'Открыть «Жюри: Псков»').waitFor();
  await eventually(() => button(desk, 'Жюри: Тверь').isEnabled()).toBe(true);
  await expectFits(desk);
  await click(desk, 'Открыть «Жюри: Псков»', button(screen, 'Открыть «Жюри: Тверь»'));
  await desk.getByText(/^Жюри: Псков\. 31.балл.— Анна\. Лидирует/).waitFor();
  await eventually(() => screen.getByText('Сменить следующий шаг').count()).toBe(0);
  // The box of the notices, which is empty, takes no room.
  expect(await gapsOf(screen.locator('main header:has(h1)'))).toHaveLength(1);
  expect(await titles()).toEqual(['Жюри: Псков']);
  // A colleague is sooner by the time that the press is on its way.
  const sooner = async (route: Route) => {
    await reveal(panel.ask, show);
    await route.continue();
  };
  await screen.route('**/reveal', sooner, { times: 1 });
  await click(screen, 'Открыть «Жюри: Тверь»', desk.getByText('Открыто шагов: 2 из 2'));
  await screen.getByText('Уже сделано. admin: открыто — Жюри: Тверь.').waitFor();
  expect(await screen.getByText('Не принято').count()).toBe(0);
  expect(screen.complaints.splice(0)).toEqual([expect.stringContaining('409')]);
  await desk.getByText('Первое место — Анна, 31 балл', { exact: true }).waitFor();
  const steps = screen.locator('section').filter({ hasText: /^Шаги/ }).getByRole('listitem');
  await eventually(() => steps.getByText('открыто').count()).toBe(2);
  expect(await titles()).toEqual(['Жюри: Псков', 'Жюри: Тверь']);
  for (const page of [desk, screen]) expectNoComplaints(page);
});

test('the results are put into the order of their reveal by keys before they are armed', async () => {
  await enter();
  const page = await panel.open(`/admin/results?show=${show}`, { viewport: PHONE });
  expect((await page.getByLabel('Тверь: Анна').boundingBox())?.width).toBeLessThan(90);
  await page.getByLabel('Кто даёт баллы, столбец 2').press('Enter');
  await hasFocus(page.getByLabel('Псков: Анна'));
  const bottom = async (element: Locator) => {
    const { y = 0, height = 0 } = (await element.boundingBox()) ?? {};
    return Math.round(y + height);
  };
  expect(await bottom(button(page, 'Убрать раздел: Жюри'))).toBe(
    await bottom(page.getByLabel('Раздел', { exact: true })),
  );
  await button(page, 'Порядок показа').click();
  // What happens to another show makes this one be read again.
  const { id: other, ids: others } = await addShow(panel.ask, ['Галя'], { title: 'Полуфинал' });
  const readAgain = page.waitForResponse((answer) => answer.url().includes(`/api/admin/desk?show=${show}`));
  await arm(panel.ask, other, jury({ Тула: [[others[0], 1]] }));
  await readAgain;
  await button(page, 'Переставить: Псков').press('ArrowUp');
  await expectFits(page);
  await button(page, 'Готово').click();
  await button(page, 'Сохранить').click();
  await eventually(stored).toMatchObject({ steps: [{ title: 'Жюри: Псков' }, { title: 'Жюри: Тверь' }], gaps: [] });
  expectNoComplaints(page);
});

test('the results that somebody else saves come into an open table, are told of before one’s own are saved, and both are kept but where they clash', async () => {
  await enter();
  const page = await panel.open(`/admin/results?show=${show}`);
  const look = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const total = page.getByLabel('Контрольная сумма');
  const stale = page.getByText('Таблицу тем временем изменил кто-то ещё.');
  const { sections } = await stored();
  const change = (control_total: number) => panel.call('PUT', `/admin/results/${show}`, { sections, control_total });
  await total.waitFor();
  await change(44);
  await look();
  await eventually(() => total.inputValue()).toBe('44');
  expect(await stale.count()).toBe(0);
  await total.fill('45');
  await change(46);
  await look();
  await stale.waitFor();
  await button(page, 'Взять сохранённое').click();
  await eventually(() => total.inputValue()).toBe('46');
  expect(await stale.count()).toBe(0);
  expectNoComplaints(page);
  await page.getByLabel('Тверь: Вера').fill('5');
  await change(1);
  await click(page, 'Сохранить', stale);
  expect(await stored()).toMatchObject({ control_total: 1, sections });
  await page.reload();
  await button(page, 'Сохранить оба изменения').click();
  await eventually(async () => totalOf((await stored()).sections)).toBe(48);
  expect(await stored()).toMatchObject({ control_total: 1 });
  await page.getByText('Сохранено', { exact: true }).waitFor();
  await page.getByLabel('Тверь: Вера').fill('6');
  await total.fill('49');
  await change(2);
  await click(page, 'Сохранить', page.getByText('Контрольная сумма: у вас 49, сохранено 2'));
  expect(await page.getByRole('alert').getByRole('listitem').allTextContents()).toEqual([
    'Контрольная сумма: у вас 49, сохранено 2',
    'Тверь, Вера: у вас 6, сохранено пусто',
  ]);
  await page.getByLabel('Тверь: Вера').fill('6х');
  await click(page, 'Сохранить мой вариант', 'Ошибка: Сначала исправьте то, что отмечено красным: это не число.');
  await page.getByLabel('Тверь: Вера').fill('6');
  await button(page, 'Сохранить мой вариант').click();
  await eventually(stored).toMatchObject({ control_total: 49 });
  expect(totalOf((await stored()).sections)).toBe(49);
});

test('the results typed and not saved come back after a reload, until they are saved or given up', async () => {
  await enter();
  const page = await panel.open(`/admin/results?show=${show}`);
  const cell = page.getByLabel('Тверь: Вера');
  const restored = page.getByText('Возвращены баллы, которые не успели сохранить');
  await cell.fill('5');
  await page.context().setOffline(true);
  await page.getByText('Нет связи. Введённое останется в этой вкладке').waitFor();
  await click(page, 'Сохранить', 'Ошибка: Сервер не ответил.');
  await page.context().setOffline(false);
  await page.getByRole('alert').getByText('Связь вернулась: нажмите «Сохранить».').waitFor();
  await page.reload();
  await restored.waitFor();
  expect(await cell.inputValue()).toBe('5');
  await button(page, 'Отменить изменения').click();
  await eventually(() => cell.inputValue()).toBe('');
  const since = page.getByLabel('Псков: Вера');
  await since.fill('3');
  await click(undoBar(page), 'Вернуть', page.getByText('Изменения возвращены.'));
  await eventually(() => cell.inputValue()).toBe('5');
  expect(await since.inputValue()).toBe('3');
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
