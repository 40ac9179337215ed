import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import type { AdminCard } from '../../model/articles/schema.ts';
import { eventually, expectNoComplaints, PHONE } from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';

const panel = await needBrowser();
beforeEach(async () => {
  for (const { slug } of await stored()) await panel.call('DELETE', `/admin/news/${slug}`);
});

const write = (title: string, rest: object = {}) => panel.call('POST', '/admin/news', { title, ...rest });
const stored = async () => (await (await panel.call('GET', '/admin/news?fields=card')).json()) as AdminCard[];
const titles = (page: Page) => page.locator('tbody tr td:first-child a').allTextContents();
const choose = (page: Page, title: string) => page.getByRole('checkbox', { name: `Выбрать: ${title}` }).check();
const bulk = (page: Page) => page.getByRole('region', { name: 'Выбранные новости' });
const undo = (page: Page) => page.getByRole('region', { name: 'Отмена последних действий' });

test('the list is searched in texts, sorted, narrowed and counted, and all of it is there on return', async () => {
  await write('Арбуз', { date: '2025-05-03', content: '<p>Оркестр играет вживую</p>' });
  await write('Ёлка', { date: '2025-05-02', content: '<p>Живой оркестр</p>', status: 'draft' });
  await write('Жюри', { date: '2025-05-01' });
  const page = await panel.open('/admin/news');
  await page.getByText('Всего 3').waitFor();
  await page.getByRole('combobox', { name: 'Порядок' }).selectOption('По алфавиту');
  await eventually(() => titles(page)).toEqual(['Арбуз', 'Ёлка', 'Жюри']);
  await page.getByRole('searchbox').fill('играет ОРКЕСТР');
  await page.getByText('Найдено 1').waitFor();
  await eventually(() => titles(page)).toEqual(['Арбуз']);
  await page.getByRole('searchbox').fill('оркестр');
  await page.getByText('Найдено 2').waitFor();
  await page.getByLabel('По дату').fill('2025-05-02');
  await page.getByText('Найдено 1').waitFor();
  await page.getByRole('link', { name: 'Изменить: Ёлка' }).click();
  await page.getByRole('link', { name: 'К списку' }).click();
  await eventually(() => titles(page)).toEqual(['Ёлка']);
  await eventually(() => page.getByRole('searchbox').inputValue()).toBe('оркестр');
  await eventually(() => page.getByLabel('По дату').inputValue()).toBe('2025-05-02');
  await page.getByRole('link', { name: 'Изменить: Ёлка' }).click();
  await page.getByRole('textbox', { name: 'Заголовок' }).fill('Ёлка и оркестр');
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click();
  await eventually(() => titles(page)).toEqual(['Ёлка и оркестр']);
  await eventually(() => page.getByRole('combobox', { name: 'Порядок' }).inputValue()).toBe('title');
  await page.getByRole('searchbox').fill('чего нет');
  await page.getByRole('button', { name: 'Показать все' }).click();
  await page.getByText('Всего 3').waitFor();
  expectNoComplaints(page);
});

test('many are published, withdrawn and deleted at once, by keyboard; what failed is named, and all is undone', async () => {
  for (const title of ['Первая', 'Вторая', 'Третья']) await write(title, { status: 'draft' });
  const page = await panel.open('/admin/news', { viewport: PHONE });
  const statuses = async () => (await stored()).map(({ title, status }) => `${title}: ${status}`).sort();
  await page.getByRole('checkbox', { name: 'Выбрать: Первая' }).focus();
  await page.keyboard.press('Space');
  await choose(page, 'Вторая');
  // Changed elsewhere meanwhile.
  await panel.call('PUT', '/admin/news/vtoraya', { content: '<p>Правка</p>' });
  await bulk(page).getByRole('button', { name: 'Опубликовать' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Не получилось: 1 новость.').waitFor();
  await page.getByText('«Вторая» — Пока вы редактировали').waitFor();
  await eventually(() => statuses()).toEqual(['Вторая: draft', 'Первая: published', 'Третья: draft']);
  await bulk(page).getByText('Выбрано: 1').waitFor();
  await bulk(page).getByRole('button', { name: 'Опубликовать' }).click();
  await undo(page).getByText('Опубликовано: 1 новость.').waitFor();
  await page.getByRole('checkbox', { name: 'Выбрать все' }).check();
  await bulk(page).getByText('Выбрано: 3').waitFor();
  await bulk(page).getByRole('button', { name: 'Снять с публикации' }).click();
  await undo(page).getByText('Снято с публикации: 2 новости.').waitFor();
  await eventually(() => statuses()).toEqual(['Вторая: draft', 'Первая: draft', 'Третья: draft']);
  await undo(page).getByRole('button', { name: 'Отменить' }).click();
  await eventually(statuses).toEqual(['Вторая: published', 'Первая: published', 'Третья: draft']);
  await page.getByRole('checkbox', { name: 'Выбрать все' }).check();
  await bulk(page).getByRole('button', { name: 'В корзину' }).click();
  const question = page.getByRole('alertdialog', { name: 'Вы уверены, что хотите удалить 3 новости?' });
  await question.getByRole('button', { name: 'Отмена' }).click();
  await eventually(() => stored()).toHaveLength(3);
  await bulk(page).getByRole('button', { name: 'В корзину' }).click();
  await question.getByRole('button', { name: 'Удалить' }).click();
  await page.getByText('Новостей пока нет').waitFor();
  await undo(page).getByRole('button', { name: 'Отменить' }).click();
  await eventually(statuses).toEqual(['Вторая: published', 'Первая: published', 'Третья: draft']);
  expect(page.complaints).toEqual([expect.stringContaining('412')]);
});

test('an article is pinned in the place of another, which the notice names, and a copy opens as a draft', async () => {
  await write('Первая');
  await write('Вторая');
  await panel.call('PUT', '/admin/news/pervaya/pin');
  const page = await panel.open('/admin/news');
  const pinned = async () => (await stored()).filter((each) => each.pinned).map(({ slug }) => slug);
  const act = async (title: string, name: string) => {
    await page.getByRole('button', { name: `Ещё: ${title}` }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await page.getByRole('row').filter({ hasText: 'Первая' }).getByText('Закреплена').waitFor();
  await act('Вторая', 'Закрепить наверху');
  await undo(page).getByText('Новость закреплена: «Вторая», вместо «Первая».').waitFor();
  await page.getByRole('row').filter({ hasText: 'Вторая' }).getByText('Закреплена').waitFor();
  expect([await pinned(), await page.getByText('Закреплена', { exact: true }).count()]).toEqual([['vtoraya'], 1]);
  await undo(page).getByRole('button', { name: 'Отменить' }).click();
  await eventually(pinned).toEqual(['pervaya']);
  await act('Первая', 'Дублировать');
  await page.waitForURL('**/admin/news/edit/pervaya-kopiya');
  // The editor says the same of the pin, and changes it without a save.
  await page.goto(`${panel.server.origin}/admin/news/edit/pervaya`);
  await page.getByRole('switch', { name: 'Закрепить наверху' }).uncheck();
  await eventually(pinned).toEqual([]);
  await page.getByLabel('Анонс', { exact: true }).fill('Коротко о главном');
  await page.getByRole('figure').getByText('Коротко о главном').waitFor();
  await page.getByText('17 из 300').waitFor();
  await page.getByRole('button', { name: 'Сохранить и остаться' }).click();
  await page.getByText('Новость успешно обновлена!').waitFor();
  await eventually(async () => (await stored()).find(({ slug }) => slug === 'pervaya')).toMatchObject({
    lead: 'Коротко о главном',
  });
  expectNoComplaints(page);
});

test('the plan shows the week by days, and the overview counts all', async () => {
  const page = await panel.open('/admin/news?view=plan');
  await page.getByText('На ближайшие семь дней ничего не назначено').waitFor();
  const soon = (hours: number) => new Date(Date.now() + hours * 3600 * 1000).toISOString();
  await write('Выйдет', { status: 'scheduled', publishAt: soon(24) });
  await write('Уйдёт', { expiresAt: soon(48) });
  await page.getByRole('link', { name: 'Обзор' }).click();
  for (const [name, count] of [
    ['Опубликованы', 1],
    ['Запланированы', 1],
    ['Черновики', 0],
  ])
    await page.getByRole('link', { name: `${name}: ${count}` }).waitFor();
  await page.getByRole('link', { name: 'План на неделю' }).click();
  const day = (hasText: string) => page.getByRole('listitem').filter({ has: page.locator('h2', { hasText }) });
  await day('завтра').getByText('выйдет', { exact: true }).waitFor();
  await eventually(() => page.getByRole('heading', { level: 2 }).count()).toBe(7);
  await eventually(() => page.getByText('уйдёт с сайта').count()).toBe(1);
  await eventually(() => page.getByText('ничего не назначено').count()).toBe(5);
  await page.getByRole('link', { name: 'Выйдет' }).click();
  await page.getByRole('link', { name: 'К списку' }).click();
  await day('завтра').waitFor();
  expectNoComplaints(page);
});

test('tags are typed or taken from those that are there, and renamed everywhere', async () => {
  await write('Афиша', { tags: ['Финал', 'Жюри'] });
  const editor = await panel.open('/admin/news/new', { viewport: PHONE });
  await editor.getByRole('textbox', { name: 'Заголовок' }).fill('Зал');
  const field = editor.getByRole('textbox', { name: 'Теги' });
  await field.fill('Сцена, жю');
  const offered = editor.getByRole('list', { name: 'Теги, которые уже есть' }).getByRole('button');
  await eventually(() => offered.allTextContents()).toEqual(['Жюри']);
  await offered.first().press('Enter');
  await eventually(() => field.inputValue()).toBe('Сцена, Жюри, ');
  await eventually(() => offered.allTextContents()).toEqual(['Финал']);
  await editor.getByRole('button', { name: 'Сохранить черновик' }).click();
  await eventually(async () => (await stored()).find(({ title }) => title === 'Зал')?.tags).toEqual(['Сцена', 'Жюри']);
  expectNoComplaints(editor);
  const page = await panel.open('/admin/tags', { viewport: PHONE });
  await page.getByRole('button', { name: 'Переименовать: Сцена' }).click();
  const title = page.getByRole('textbox', { name: 'Тег' });
  await title.fill('финал');
  await page.getByText('Тег «Финал» уже есть').waitFor();
  await page.getByRole('button', { name: 'Объединить' }).click();
  await eventually(async () => (await stored()).find(({ title }) => title === 'Зал')?.tags).toEqual(['Финал', 'Жюри']);
  await page.getByRole('button', { name: 'Убрать: Жюри' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Убрать' }).click();
  await page.getByRole('button', { name: 'Убрать: Жюри' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: '2 новости' }).click();
  await page.getByText('Найдено 2').waitFor();
  expectNoComplaints(page);
});
