import { beforeEach, test } from 'vitest';
import type { Contestant } from '../../model/programme/contestant-schema.ts';
import type { Show } from '../../model/programme/show-row.ts';
import { choose, click, eventually, expectNoComplaints } from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';
import { addShow, emptyProgramme } from './show.ts';

const panel = await needBrowser();

const stored = () => panel.ask<{ shows: Show[]; contestants: Contestant[] }>('GET', '/programme');
const names = async (title: string) => {
  const { shows, contestants } = await stored();
  const order = shows.find((show) => show.title === title)?.running_order ?? [];
  return order.map((id) => contestants.find((contestant) => contestant.id === id)?.name);
};

beforeEach(() => emptyProgramme(panel.site));

test('the programme is put in order by two keys and by one undo, and loses nobody', async () => {
  const { id: final } = await addShow(panel.ask, ['Первая', 'Вторая', 'Третья']);
  await addShow(panel.ask, ['Гостья'], { title: 'Полуфинал' });
  const page = await panel.open(`/admin/programme?show=${final}`);
  await page.getByRole('button', { name: 'Переставить: Первая' }).focus();
  await page.keyboard.press('ArrowDown');
  await eventually(() => names('Финал')).toEqual(['Вторая', 'Первая', 'Третья']);
  await page.getByRole('button', { name: 'Отменить' }).click();
  await eventually(() => names('Финал')).toEqual(['Первая', 'Вторая', 'Третья']);

  const menu = (of: string, item: string) => choose(page, `Ещё: ${of}`, item);
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

test('the programme that somebody else has changed meanwhile is shown, and nothing is lost', async () => {
  const { id: final } = await addShow(panel.ask, ['Первая', 'Вторая']);
  const page = await panel.open('/admin/programme');
  await page.getByRole('button', { name: 'Ниже: Первая' }).waitFor();
  await panel.call('POST', '/admin/contestants', { name: 'Чужая', shows: [final] });
  await click(page, 'Ниже: Первая', /^Порядок не сохранён: Пока вы редактировали/);
  await page.getByRole('button', { name: 'Переставить: Чужая' }).waitFor();

  await page.getByRole('button', { name: 'Изменить: Вторая' }).click();
  const form = page.getByRole('alertdialog', { name: 'Изменить участника' });
  await form.getByLabel('Имя').fill('Моя');
  await form.getByLabel('Клип').fill('https://x.example/clip');
  await click(form, 'Сохранить', /^Клип: нужна ссылка/);
  await form.getByLabel('Клип').fill('');
  const second = (await stored()).contestants.find(({ name }) => name === 'Вторая');
  await panel.call('PUT', `/admin/contestants/${second?.id}`, { name: 'Не моя' });
  await click(form, 'Сохранить', /^Ошибка: Пока вы редактировали, эту запись изменили/);
  await eventually(() => form.getByLabel('Имя').inputValue()).toBe('Моя');
  await eventually(() => names('Финал')).toEqual(['Первая', 'Не моя', 'Чужая']);
});
