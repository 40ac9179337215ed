import { beforeEach, describe, expect, test } from 'vitest';
import type { Contestant } from '../../model/programme/contestant-schema.ts';
import type { Show } from '../../model/programme/show-row.ts';
import { eventually, expectNoComplaints, findBarriers, PHONE } from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';

const START = '2030-07-20T17:00:00.000Z';

const panel = await needBrowser();

const stored = async () =>
  (await (await panel.call('GET', '/programme')).json()) as { shows: Show[]; contestants: Contestant[] };
const names = async (title: string) => {
  const { shows, contestants } = await stored();
  const order = shows.find((show) => show.title === title)?.running_order ?? [];
  return order.map((id) => contestants.find((contestant) => contestant.id === id)?.name);
};
const addShow = async (title: string) =>
  ((await (await panel.call('POST', '/admin/shows', { title, starts_at: START })).json()) as Show).id;
const add = (name: string, ...shows: number[]) =>
  panel.call('POST', '/admin/contestants', { name, song: `Песня: ${name}`, shows });

beforeEach(async () => {
  const { shows, contestants } = await stored();
  for (const { id } of shows) await panel.call('DELETE', `/admin/shows/${id}`);
  for (const { id } of contestants) await panel.call('DELETE', `/admin/contestants/${id}`);
});

describe('the programme', () => {
  test('grows from nothing on a phone to a page of the site', async () => {
    const page = await panel.open('/admin/programme', { viewport: PHONE });
    await page.getByText('Программы пока нет').waitFor();
    await page.getByRole('button', { name: 'Добавить концерт' }).click();
    const show = page.getByRole('alertdialog', { name: 'Новый концерт' });
    await show.getByRole('button', { name: 'Добавить' }).click();
    await eventually(() => show.getByText('Заполните это поле.').count()).toBe(2);
    await show.getByLabel('Название').fill('Финал');
    await show.getByLabel('Зал').fill('Эллинг');
    await show.getByLabel('Начало').fill('2030-07-20T20:00');
    expect(await findBarriers(page)).toEqual([]);
    await show.getByRole('button', { name: 'Добавить' }).click();
    await page.getByText('В этом концерте пока нет участников').waitFor();
    await eventually(stored).toMatchObject({ shows: [{ title: 'Финал', hall: 'Эллинг', starts_at: START }] });

    await page.getByRole('button', { name: 'Добавить участника' }).click();
    const form = page.getByRole('alertdialog', { name: 'Новый участник' });
    await form.getByLabel('Имя').fill('Мира');
    await form.getByLabel('Песня').fill('Тёплый снег');
    expect(await findBarriers(page)).toEqual([]);
    await form.getByRole('button', { name: 'Добавить' }).click();
    await page.getByRole('button', { name: 'Изменить: Мира' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    expectNoComplaints(page);

    const site = await panel.open('/', { token: null });
    await site.locator('main').getByRole('link', { name: 'Программа' }).click();
    await site.getByRole('link', { name: 'Мира' }).click();
    await site.getByRole('heading', { level: 1, name: 'Мира' }).waitFor();
    await eventually(() => site.locator('main').textContent()).toContain('«Тёплый снег»');
    expectNoComplaints(site);
  });

  test('is put in order by two keys and by one undo, and loses nobody', async () => {
    const final = await addShow('Финал');
    const semifinal = await addShow('Полуфинал');
    for (const name of ['Первая', 'Вторая', 'Третья']) await add(name, final);
    await add('Гостья', semifinal);
    const page = await panel.open(`/admin/programme?show=${final}`);
    await page.getByRole('button', { name: 'Переставить: Первая' }).focus();
    await page.keyboard.press('ArrowDown');
    await eventually(() => names('Финал')).toEqual(['Вторая', 'Первая', 'Третья']);
    await page.getByRole('button', { name: 'Отменить' }).click();
    await eventually(() => names('Финал')).toEqual(['Первая', 'Вторая', 'Третья']);

    const menu = async (of: string, item: string) => {
      await page.getByRole('button', { name: `Ещё: ${of}` }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await menu('Вторая', 'Снять с конкурса');
    await page.getByText('Не участвует', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Отменить' }).click();
    await page.getByText('Не участвует', { exact: true }).waitFor({ state: 'detached' });

    await menu('Вторая', 'Удалить');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Удалить' }).click();
    await eventually(() => names('Финал')).toEqual(['Первая', 'Третья']);
    await page.getByRole('button', { name: 'Отменить' }).click();
    await eventually(() => names('Финал')).toEqual(['Первая', 'Вторая', 'Третья']);

    await page.getByRole('button', { name: 'Из уже добавленных' }).click();
    const dialog = page.getByRole('dialog', { name: 'Кто ещё выступит: «Финал»' });
    await dialog.getByLabel(/^Гостья/).check();
    await dialog.getByRole('button', { name: 'Добавить' }).click();
    await eventually(() => names('Финал')).toEqual(['Первая', 'Вторая', 'Третья', 'Гостья']);
    await page.getByRole('button', { name: 'Ещё: Гостья' }).waitFor();
    await menu('Гостья', 'Убрать из концерта');
    await eventually(() => names('Финал')).toEqual(['Первая', 'Вторая', 'Третья']);

    await page.getByRole('button', { name: 'Удалить концерт: Финал' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Удалить' }).click();
    await page.getByRole('link', { name: 'Без концерта' }).click();
    await page.getByRole('button', { name: 'Изменить: Третья' }).waitFor();
    await page.getByRole('button', { name: 'Отменить' }).click();
    await eventually(() => names('Финал')).toEqual(['Первая', 'Вторая', 'Третья']);
    expectNoComplaints(page);
  });

  test('that somebody else has changed meanwhile is shown, and nothing is lost', async () => {
    const final = await addShow('Финал');
    for (const name of ['Первая', 'Вторая']) await add(name, final);
    const page = await panel.open('/admin/programme');
    await page.getByRole('button', { name: 'Ниже: Первая' }).waitFor();
    await add('Чужая', final);
    await page.getByRole('button', { name: 'Ниже: Первая' }).click();
    await page.getByText(/^Порядок не сохранён: Пока вы редактировали/).waitFor();
    await page.getByRole('button', { name: 'Переставить: Чужая' }).waitFor();

    await page.getByRole('button', { name: 'Изменить: Вторая' }).click();
    const form = page.getByRole('alertdialog', { name: 'Изменить участника' });
    await form.getByLabel('Имя').fill('Моя');
    await form.getByLabel('Клип').fill('https://x.example/clip');
    await form.getByRole('button', { name: 'Сохранить' }).click();
    await form.getByText(/^Клип: нужна ссылка/).waitFor();
    await form.getByLabel('Клип').fill('');
    const { contestants } = await stored();
    const second = contestants.find(({ name }) => name === 'Вторая');
    await panel.call('PUT', `/admin/contestants/${second?.id}`, { name: 'Не моя' });
    await form.getByRole('button', { name: 'Сохранить' }).click();
    await form.getByText(/^Ошибка: Пока вы редактировали, эту запись изменили/).waitFor();
    await eventually(() => form.getByLabel('Имя').inputValue()).toBe('Моя');
    await eventually(() => names('Финал')).toEqual(['Первая', 'Не моя', 'Чужая']);
  });
});
