import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import type { AdminCard } from '../../model/articles/schema.ts';
import { click, eventually, expectNoComplaints, hasFocus, PHONE, undoBar } from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';

const panel = await needBrowser();
beforeEach(async () => {
  for (const { slug } of await stored()) await panel.call('DELETE', `/admin/news/${slug}`);
});

const write = (title: string, rest: object = {}) => panel.call('POST', '/admin/news', { title, ...rest });
const stored = () => panel.read<AdminCard[]>('/admin/news?fields=card');
const titles = (page: Page) => page.locator('tbody tr td:first-child a').allTextContents();
const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true });
const bulk = (page: Page) => page.getByRole('region', { name: 'Выбранные новости' });
const bulkButton = (page: Page, name: string) => bulk(page).getByRole('button', { name });
const undo = (page: Page) => undoBar(page).getByRole('button', { name: 'Отменить' }).click();

test('the list is searched in texts, sorted, narrowed and counted, and all of it is there on return', async () => {
  await write('Арбуз', { date: '2025-05-03', content: '<p>Оркестр играет вживую</p>' });
  await write('Ёлка', { date: '2025-05-02', content: '<p>Живой оркестр</p>', status: 'draft' });
  await write('Жюри', { date: '2025-05-01' });
  const page = await panel.open('/admin/news');
  await page.getByText('Всего 3').waitFor();
  const search = page.getByRole('searchbox');
  const order = page.getByRole('combobox', { name: 'Порядок' });
  await order.selectOption('По алфавиту');
  await eventually(() => titles(page)).toEqual(['Арбуз', 'Ёлка', 'Жюри']);
  await search.fill('играет ОРКЕСТР');
  await page.getByText('Найдено 1').waitFor();
  await eventually(() => titles(page)).toEqual(['Арбуз']);
  await search.fill('оркестр');
  await page.getByText('Найдено 2').waitFor();
  await page.getByLabel('По дату').fill('2025-05-02');
  await page.getByText('Найдено 1').waitFor();
  // The pause of a search that is still typed ends before the editor's scripts have come.
  await page.route('**/assets/*.js', (route) => setTimeout(() => route.continue(), 1000));
  await search.fill('живой оркестр');
  await page.getByRole('link', { name: 'Изменить: Ёлка' }).click();
  await page.getByRole('link', { name: 'К списку' }).click();
  await eventually(() => titles(page)).toEqual(['Ёлка']);
  await eventually(() => search.inputValue()).toBe('живой оркестр');
  await eventually(() => page.getByLabel('По дату').inputValue()).toBe('2025-05-02');
  await page.getByRole('link', { name: 'Изменить: Ёлка' }).click();
  await page.getByRole('textbox', { name: 'Заголовок', exact: true }).fill('Ёлка и оркестр');
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click();
  await eventually(() => titles(page)).toEqual(['Ёлка и оркестр']);
  await eventually(() => order.inputValue()).toBe('title');
  await search.fill('чего нет');
  await click(page, 'Показать все', 'Всего 3');
  await search.fill('чего нет');
  await page.getByText('Ничего не нашлось').waitFor();
  await page.getByRole('link', { name: 'Добавить новость' }).click();
  await page.getByRole('textbox', { name: 'Заголовок', exact: true }).fill('Не то, что искали');
  await click(page, 'Сохранить черновик', 'Черновик сохранён.');
  await page.getByRole('link', { name: 'К списку' }).click();
  await page.getByText('Всего 4').waitFor();
  expectNoComplaints(page);
});

test('many are published, withdrawn and deleted at once, by keyboard; what failed is named, and all is undone', async () => {
  for (const title of ['Первая', 'Вторая', 'Третья']) await write(title, { status: 'draft' });
  const page = await panel.open('/admin/news', { viewport: PHONE });
  const statuses = async () => (await stored()).map(({ title, status }) => `${title}: ${status}`).sort();
  await box(page, 'Выбрать: Первая').press('Space');
  await box(page, 'Выбрать: Вторая').press('Space');
  await bulk(page).getByText('Выбрано: 2').waitFor();
  await click(bulk(page), 'Ещё', bulkButton(page, 'В корзину'));
  expect(await bulkButton(page, 'Снять с публикации').count()).toBe(0);
  // Changed elsewhere meanwhile.
  await panel.call('PUT', '/admin/news/vtoraya', { content: '<p>Правка</p>' });
  await bulkButton(page, 'Опубликовать').press('Enter');
  const publishing = page.getByRole('alertdialog', { name: 'Опубликовать 2 новости?' });
  await publishing.getByRole('button', { name: 'Опубликовать' }).press('Enter');
  await page.getByText('Не получилось: 1 новость.').waitFor();
  await page.getByText('«Вторая» — Пока вы редактировали').waitFor();
  await eventually(() => statuses()).toEqual(['Вторая: draft', 'Первая: published', 'Третья: draft']);
  await bulk(page).getByText('Выбрано: 1').waitFor();
  await click(bulk(page), 'Опубликовать', undoBar(page).getByText('Опубликовано: 1 новость.'));
  await box(page, 'Выбрать все').check();
  await bulk(page).getByText('Выбрано: 3').waitFor();
  await bulkButton(page, 'Ещё').click();
  await bulkButton(page, 'Снять с публикации').click();
  const withdrawing = page.getByRole('alertdialog', { name: 'Снять с публикации 2 новости?' });
  await withdrawing.getByText('Ещё 1 новость пропустим: и так не на сайте.').waitFor();
  await click(withdrawing, 'Снять', undoBar(page).getByText('Снято с публикации: 2 новости.'));
  await eventually(() => statuses()).toEqual(['Вторая: draft', 'Первая: draft', 'Третья: draft']);
  await undo(page);
  await eventually(statuses).toEqual(['Вторая: published', 'Первая: published', 'Третья: draft']);
  await box(page, 'Выбрать все').check();
  await bulkButton(page, 'Ещё').click();
  await bulkButton(page, 'В корзину').click();
  const question = page.getByRole('alertdialog', { name: 'Вы уверены, что хотите удалить 3 новости?' });
  await question.getByRole('button', { name: 'Отмена' }).click();
  await eventually(() => stored()).toHaveLength(3);
  await bulkButton(page, 'В корзину').click();
  await click(question, 'Удалить', page.getByText('Новостей пока нет'));
  await hasFocus(page.locator('#main'));
  await click(undoBar(page), 'Отменить', page.getByText('Вернули как было: 3 новости.'));
  await hasFocus(page.getByRole('heading', { name: 'Новости' }));
  await eventually(statuses).toEqual(['Вторая: published', 'Первая: published', 'Третья: draft']);
  expect(page.complaints).toEqual([expect.stringContaining('412')]);
});

test('all that the filter finds are chosen, beyond those that are shown, and get a tag at once', async () => {
  for (let number = 1; number <= 52; number += 1) await write(`Запись ${number}`, { status: 'draft' });
  const page = await panel.open('/admin/news?q=%D0%B7%D0%B0%D0%BF%D0%B8%D1%81%D1%8C');
  await page.getByText('Найдено 52').waitFor();
  await box(page, 'Выбрать все').check();
  await bulk(page).getByText('Выбрано: 50').waitFor();
  await click(page, 'Выбрать все 52', bulk(page).getByText('Выбрано: 52'));
  await panel.call('PUT', '/admin/news/zapis-1', { subtitle: 'Изменена тем временем' });
  const addTag = async (of: string, done: string) => {
    await bulkButton(page, 'Добавить тег').click();
    const form = page.getByRole('dialog', { name: `Добавить тег: ${of}` });
    await form.getByRole('combobox', { name: 'Тег' }).fill('Архив');
    await page.keyboard.press('Enter');
    await undoBar(page).getByText(`Тег добавлен: ${done}.`).waitFor();
  };
  await addTag('52 новости', '51 новость');
  await hasFocus(page.getByRole('heading', { name: 'Новости', exact: true }));
  const tagged = async () => (await stored()).filter(({ tags }) => tags.includes('Архив')).length;
  expect(await tagged()).toBe(51);
  await undo(page);
  await eventually(tagged).toBe(0);
  await addTag('1 новость', '1 новость');
});

test('many drafts get a time of publication, or one group, at once, and both are taken back', async () => {
  const plannedAt = '2101-01-01T09:00:00.000Z';
  for (const title of ['Победила Анна', 'Победил Борис']) await write(title, { status: 'draft', plannedAt });
  const page = await panel.open('/admin/news?q=%D0%BF%D0%BE%D0%B1%D0%B5%D0%B4%D0%B8%D0%BB');
  const found = async () => (await stored()).filter(({ title }) => title.startsWith('Победил'));
  await box(page, 'Выбрать все').check();
  await bulkButton(page, 'Запланировать').click();
  const plan = page.getByRole('dialog', { name: 'Запланировать: 2 новости' });
  await plan.getByLabel('Когда опубликовать').fill('2001-07-20T18:00');
  await click(plan, 'Запланировать', 'Это время уже прошло.');
  await plan.getByLabel('Когда опубликовать').fill('2125-07-20T18:00');
  await click(plan, 'Запланировать', undoBar(page).getByText('Запланировано: 2 новости.'));
  const times = async () => (await found()).map((each) => `${each.status} ${each.publishAt} ${each.plannedAt}`);
  expect(await times()).toEqual(Array(2).fill('scheduled 2125-07-20T15:00:00.000Z null'));
  await undo(page);
  await eventually(times).toEqual(Array(2).fill(`draft null ${plannedAt}`));

  await box(page, 'Выбрать все').check();
  await bulkButton(page, 'В группу').click();
  const form = page.getByRole('dialog', { name: 'Объединить в группу: 2 новости' });
  await form.getByLabel('Группа').fill('Победитель');
  await click(form, 'Объединить', undoBar(page).getByText('В группе: 2 новости.'));
  const [group] = await panel.read<{ id: number; name: string }[]>('/admin/groups');
  expect(group?.name).toBe('Победитель');
  const groups = async () => (await found()).map((each) => each.group);
  expect(await groups()).toEqual([group?.id, group?.id]);
  await undo(page);
  await eventually(groups).toEqual([null, null]);
});
