import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import type { AdminCard } from '../../model/articles/schema.ts';
import {
  choose,
  click,
  eventually,
  expectNoComplaints,
  follow,
  hasFocus,
  holdRequests,
  PHONE,
  undoBar,
} from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';

const panel = await needBrowser();
beforeEach(async () => {
  for (const { slug } of await stored()) await panel.call('DELETE', `/admin/news/${slug}`);
  for (const { id } of await panel.read<{ id: number }[]>('/admin/bin')) await panel.call('DELETE', `/admin/bin/${id}`);
});

const write = (title: string, rest: object = {}) =>
  panel.call('POST', '/admin/news', { title, content: '<p>Текст</p>', ...rest });
const stored = () => panel.read<AdminCard[]>('/admin/news?fields=card');
const find = async (title: string) => (await stored()).find((each) => each.title === title);
const slugs = async () => (await stored()).map(({ slug }) => slug);
const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });
const act = (page: Page, title: string, name: string) => choose(page, `Ещё: ${title}`, name);
const takeBack = (page: Page) => undoBar(page).getByRole('button', { name: 'Отменить' }).click();
const isPublic = async (slug: string) => (await fetch(`${panel.server.origin}/api/news/${slug}`)).ok;

test('the list says that it is empty or what failed, and tries again; it shows title, date and state, newest first, in parts', async () => {
  const page = await panel.open('/admin/voting');
  const json = { message: 'База данных сейчас недоступна.' };
  await page.route('**/api/admin/news?*', (route) => route.fulfill({ status: 503, json }));
  await page.getByRole('link', { name: 'Новости', exact: true }).first().click();
  await page.getByText('Ошибка: База данных сейчас недоступна.').waitFor();
  await page.unroute('**/api/admin/news?*');
  await click(page, 'Повторить', 'Новостей пока нет');

  await write('Первая', { date: '2025-07-21' });
  await write('Вторая «в кавычках» & <b>', { date: '2025-07-23', status: 'draft' });
  await write('Третья', { date: '2025-07-22', status: 'scheduled', publishAt: '2125-07-20T15:00:00Z' });
  for (let number = 1; number <= 50; number++) await write(`Новость номер ${number}`, { date: '2025-07-01' });
  await page.reload();
  const rows = page.locator('tbody tr');
  await eventually(() => rows.count()).toBe(50);
  const cells = await rows.evaluateAll((all) =>
    all.slice(0, 3).map((each) => [...each.querySelectorAll('td')].slice(0, 3).map((cell) => cell.textContent)),
  );
  expect(cells).toEqual([
    ['Вторая «в кавычках» & <b>', '2025-07-23', 'Черновик'],
    ['Третья', '2025-07-22', 'Запланирована20 июля 2125, 18:00'],
    ['Первая', '2025-07-21', 'Опубликована'],
  ]);
  await page.getByRole('button', { name: 'Показать ещё' }).click();
  await eventually(() => rows.count()).toBe(53);
  await page.getByRole('link', { name: 'Черновики' }).click();
  await eventually(() => rows.count()).toBe(1);
  await page.goto(`${panel.server.origin}/admin/news/edit/nowhere`);
  await page.getByText('Такой новости нет', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Повторить' }).count()).toBe(0);
  await page.getByRole('link', { name: 'К списку' }).click();
  await eventually(() => rows.count()).toBe(50);
  // The refusals.
  expect(page.complaints).toEqual([expect.stringContaining('503'), expect.stringContaining('404')]);
});

test('deleting asks first, takes the row away only when the server has confirmed it, is taken back for ten seconds, and refused without a call when there is no identifier', async () => {
  await write('Уходит');
  const page = await panel.open('/admin/news');
  const remove = page.getByRole('button', { name: 'Удалить: Уходит' });
  const question = page.getByRole('alertdialog', { name: 'Вы уверены, что хотите удалить эту новость?' });
  await remove.click();
  await question.getByRole('button', { name: 'Отмена' }).click();
  await question.waitFor({ state: 'detached' });
  await eventually(slugs).toEqual(['ukhodit']);

  const address = '**/api/admin/news/ukhodit';
  await page.route(address, (route) => route.abort());
  const letThrough = await holdRequests(page, address);
  await remove.click();
  await question.getByRole('button', { name: 'Удалить' }).click();
  // An answer that is on its way keeps the question open.
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Escape');
  letThrough();
  await question.getByText('Ошибка: Сервер не ответил.').waitFor();
  await eventually(() => page.locator('tbody tr').count()).toBe(1);
  await page.unroute(address);
  const bar = page.getByText('Новость удалена: «Уходит».');
  await click(question, 'Удалить', bar);
  await eventually(slugs).toEqual([]);
  // The bar survives a change of screen.
  await page.getByRole('link', { name: 'Голосование' }).click();
  await page.getByRole('link', { name: 'Новости', exact: true }).first().click();
  await takeBack(page);
  await row(page, 'Уходит').waitFor();
  await eventually(slugs).toEqual(['ukhodit']);

  await remove.click();
  await click(question, 'Удалить', bar);
  const since = Date.now();
  await page.mouse.move(0, 0);
  await bar.waitFor({ state: 'detached' });
  expect(Date.now() - since).toBeGreaterThan(9000);
  const dates = { date: '2025-07-20', publishAt: null, expiresAt: null };
  const nameless = { id: 1, slug: '', title: 'Без имени', status: 'draft', version: 1, ...dates };
  await page.route('**/api/admin/news?*', (route) => route.fulfill({ json: [nameless] }));
  await page.goto(`${panel.server.origin}/admin/news`);
  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.method()));
  await click(page, 'Удалить: Без имени', 'нельзя удалить: у неё нет идентификатора');
  await eventually(() => page.getByRole('alertdialog').count()).toBe(0);
  expect(calls).not.toContain('DELETE');
});

test('the trash gives an article back, or lets it go for good', async () => {
  for (const title of ['Первая', 'Вторая']) await write(title);
  for (const slug of await slugs()) await panel.call('DELETE', `/admin/news/${slug}`);
  const page = await panel.open('/admin/news');
  await page.getByRole('link', { name: 'Корзина' }).click();
  const kept = /^Удалена сегодня, \d\d:\d\d \(admin\)\. Останется до \d+ [а-я]+ \d{4}\.$/;
  await page.getByText(kept).first().waitFor();
  await click(page, 'Вернуть: Первая', 'Новость возвращена: «Первая».');
  await eventually(slugs).toEqual(['pervaya']);
  await page.getByRole('button', { name: 'Удалить навсегда: Вторая' }).click();
  await click(page.getByRole('alertdialog'), 'Удалить навсегда', page.getByText('Корзина пуста'));
  expect(await panel.read('/admin/bin')).toEqual([]);
  expectNoComplaints(page);
});

test('from the list an article is published at once, but not over somebody else’s change, and pinned in the place of another, which the notice names; a copy opens as a draft', async () => {
  await write('Новость дня', { slug: 'day', status: 'draft' });
  await write('Первая');
  await write('Вторая');
  await panel.call('PUT', '/admin/news/pervaya/pin');
  const page = await panel.open('/admin/news');
  await act(page, 'Новость дня', 'Опубликовать сейчас');
  const today = (status: string) => row(page, 'Новость дня').getByText(status, { exact: true }).waitFor();
  await today('Опубликована');
  await eventually(() => isPublic('day')).toBe(true);
  await takeBack(page);
  await today('Черновик');
  await eventually(() => isPublic('day')).toBe(false);
  const pinned = async () => (await stored()).filter((each) => each.pinned).map(({ slug }) => slug);
  await row(page, 'Первая').getByText('Закреплена').waitFor();
  await act(page, 'Вторая', 'Закрепить наверху');
  await undoBar(page).getByText('Новость закреплена: «Вторая», вместо «Первая».').waitFor();
  await row(page, 'Вторая').getByText('Закреплена').waitFor();
  expect([await pinned(), await page.getByText('Закреплена', { exact: true }).count()]).toEqual([['vtoraya'], 1]);
  await takeBack(page);
  await eventually(pinned).toEqual(['pervaya']);
  await row(page, 'Первая').getByText('Закреплена').waitFor();
  await act(page, 'Первая', 'Открепить');
  await eventually(pinned).toEqual([]);
  await act(page, 'Первая', 'Дублировать');
  await page.waitForURL('**/admin/news/edit/pervaya-kopiya');
  await page.goto(`${panel.server.origin}/admin/news/edit/pervaya`);
  await page.getByLabel('Анонс', { exact: true }).fill('Коротко о главном');
  await page.getByText('17 из 300').waitFor();
  await click(page, 'Сохранить', 'Новость успешно обновлена!', true);
  await eventually(() => find('Первая')).toMatchObject({ lead: 'Коротко о главном' });
  expectNoComplaints(page);

  await write('Завтрашняя', { status: 'scheduled', publishAt: new Date(Date.now() + 86_400_000).toISOString() });
  await act(page, 'Завтрашняя', 'Отменить выход');
  await undoBar(page).getByText('Выход отменён: «Завтрашняя».').waitFor();

  await row(page, 'Новость дня').waitFor();
  await panel.call('PUT', '/admin/news/day', { title: 'Уже другая' });
  await act(page, 'Новость дня', 'Опубликовать сейчас');
  await page.getByText('Пока вы редактировали, эту запись изменили.').waitFor();
  expect(await isPublic('day')).toBe(false);
});

test('the plan lists what appears and ends within a week, and the overview counts all', async () => {
  const page = await panel.open('/admin/news?view=plan');
  await page.getByText('На ближайшие семь дней ничего не назначено').waitFor();
  const soon = (hours: number) => new Date(Date.now() + hours * 3600 * 1000).toISOString();
  await write('Выйдет', { status: 'scheduled', publishAt: soon(24) });
  await write('Уйдёт', { expiresAt: soon(48) });
  await page.getByRole('link', { name: 'Обзор' }).click();
  for (const name of ['Опубликовано: 1', 'Запланировано: 1', 'В черновиках: 0'])
    await page.getByRole('link', { name }).waitFor();
  await page.getByRole('link', { name: 'План на неделю' }).click();
  const lines = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('time') });
  await eventually(() => lines.allTextContents()).toEqual([
    expect.stringMatching(/^ВыйдетВыйдет: /),
    expect.stringMatching(/^УйдётУйдёт с сайта: /),
  ]);
  await page.getByRole('link', { name: 'Выйдет' }).click();
  await follow(page, 'К списку', lines.first());
  expectNoComplaints(page);
});

test('tags are typed or taken from those that are there, and renamed everywhere', async () => {
  await write('Афиша', { tags: ['Финал', 'Жюри'] });
  const editor = await panel.open('/admin/news/new', { viewport: PHONE });
  await editor.getByRole('textbox', { name: 'Заголовок', exact: true }).fill('Зал');
  const field = editor.getByRole('textbox', { name: 'Теги' });
  await field.fill('Сцена, жю');
  const offered = editor.getByRole('list', { name: 'Теги, которые уже есть' }).getByRole('button');
  await eventually(() => offered.allTextContents()).toEqual(['Жюри']);
  await offered.first().press('Enter');
  await eventually(() => field.inputValue()).toBe('Сцена, Жюри, ');
  await eventually(() => offered.allTextContents()).toEqual(['Финал']);
  await editor.getByRole('button', { name: 'Сохранить черновик' }).click();
  await eventually(() => find('Зал')).toMatchObject({ tags: ['Сцена', 'Жюри'] });
  expectNoComplaints(editor);
  const page = await panel.open('/admin/tags', { viewport: PHONE });
  await page.getByRole('button', { name: 'Переименовать: Сцена' }).click();
  await page.getByRole('textbox', { name: 'Тег' }).fill('финал');
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Тег «Финал» уже есть. Объединить?' });
  await question.getByText('Новости с тегом «Сцена» (1) получат тег «Финал»').waitFor();
  expect(await find('Зал')).toMatchObject({ tags: ['Сцена', 'Жюри'] });
  const isMerged = page.getByText('Теги объединены: «Сцена» теперь «Финал».');
  await click(question, 'Объединить', isMerged);
  await eventually(() => find('Зал')).toMatchObject({ tags: ['Финал', 'Жюри'] });
  await hasFocus(page.getByRole('heading', { name: 'Теги' }));
  await page.getByRole('button', { name: 'Убрать: Жюри' }).click();
  await page.getByText('Тег снимут с 2 новостей.').waitFor();
  await click(page.getByRole('alertdialog'), 'Убрать', page.getByText('Тег убран: «Жюри».'));
  await page.getByRole('button', { name: 'Убрать: Жюри' }).waitFor({ state: 'detached' });
  expect(await find('Афиша')).toMatchObject({ tags: ['Финал'] });
  await follow(page, '2 новости', 'Найдено 2');
  expectNoComplaints(page);
});
