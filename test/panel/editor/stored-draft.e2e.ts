import { expect, test } from 'vitest';
import {
  click,
  eventually,
  expectNoComplaints,
  findBarriers,
  follow,
  hasFocus,
  holdRequests,
  PHONE,
  undoBar,
} from '../../rig/browser/panel.ts';
import { needBrowser } from '../../rig/needs.ts';
import { signIn } from '../../rig/server.ts';
import * as desk from './desk.ts';

const panel = await needBrowser();

const openPublic = (title: string) => desk.openArticle(panel, { title, status: 'published' });
const onSite = async (slug: string) => (await fetch(`${panel.server.origin}/api/news/${slug}`)).json();
const drafted = (slug: string) => desk.stored(panel, slug);

test('Ctrl+S above a public article stores a draft that a colleague opens, and that goes public by its own button', async () => {
  const { page, slug } = await openPublic('Живая «Рампа»');
  await desk.write(page, ' Правка.');
  await desk.saveByKeys(page);
  expect((await onSite(slug)).content).toBe('<p>Начало.</p>');
  expect((await drafted(slug)).content).toBe('<p>Начало. Правка.</p>');
  await page.getByText('На сайте прежняя версия', { exact: true }).waitFor();
  expect(await page.locator('.mantine-Notification-root').count(), 'the bar says it').toBe(0);

  const other = await panel.open(`/admin/news/edit/${slug}`);
  await eventually(() => desk.bodyOf(other).textContent()).toBe('Начало. Правка.');
  await desk.write(other, ' И её.');
  await desk.order(other, 'Опубликовать изменения', undoBar(other).getByText('Правки опубликованы: «Живая „Рампа“».'));
  await eventually(async () => (await onSite(slug)).content).toBe('<p>Начало. Правка. И её.</p>');
  const link = undoBar(other).getByRole('link', { name: 'Открыть на сайте' });
  expect(await link.getAttribute('href')).toBe(`/news/${slug}`);
  await other.route(`**/api/admin/news/${slug}`, (route) =>
    route.request().method() === 'PUT' ? route.fetch().then(() => route.abort()) : route.continue(),
  );
  await undoBar(other).getByRole('button', { name: 'Вернуть' }).click();
  await eventually(async () => (await onSite(slug)).content).toBe('<p>Начало.</p>');
  await desk.button(other, 'Опубликовать изменения').waitFor();
  await eventually(() => desk.bodyOf(other).textContent()).toBe('Начало. Правка. И её.');

  await other.unroute(`**/api/admin/news/${slug}`);
  const publish = () => desk.order(other, 'Опубликовать изменения', undoBar(other).getByText('Правки опубликованы'));
  await publish();
  let isCut = true;
  await other.route(`**/api/admin/news/${slug}/draft`, (route) =>
    isCut && route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await undoBar(other).getByRole('button', { name: 'Вернуть' }).click();
  await undoBar(other).getByRole('button', { name: 'Повторить' }).waitFor();
  expect((await onSite(slug)).content).toBe('<p>Начало.</p>');
  isCut = false;
  await undoBar(other).getByRole('button', { name: 'Повторить' }).click();
  await eventually(async () => (await drafted(slug)).content).toBe('<p>Начало. Правка. И её.</p>');

  await publish();
  await panel.call('PUT', `/admin/news/${slug}/draft`, { content: '<p>Новее.</p>' });
  await undoBar(other).getByRole('button', { name: 'Вернуть' }).click();
  await eventually(async () => (await onSite(slug)).content).toBe('<p>Начало.</p>');
  expect((await drafted(slug)).content, 'drafted since').toBe('<p>Новее.</p>');
});

test('while a draft is saved, the bar keeps the focus; the draft is compared with the site, discarded, and brought back; «Сохранить» keeps it and goes to the list', async () => {
  const { page, slug } = await openPublic('Сравниваю');
  await page.setViewportSize({ width: 1280, height: 500 });
  await desk.titleOf(page).fill('Другое имя');
  const release = await holdRequests(page, /\/api\/admin\/news\//);
  await desk.button(page, 'Сохранить черновик').press('Enter');
  await page.locator('button[data-loading]').waitFor();
  expect(await page.evaluate(() => scrollY), 'the text stays').toBe(0);
  const bar = page.getByRole('group', { name: 'Действия с новостью' });
  await hasFocus(bar);
  release();
  await desk.button(page, 'Сравнить с сайтом').waitFor();
  await hasFocus(bar);
  await desk.keys(page, 'Tab', 'Enter');
  const dialog = page.getByRole('dialog', { name: 'Что изменится на сайте' });
  await eventually(() => dialog.locator('del, ins').allTextContents()).toEqual(['Сравниваю', 'Другое имя']);
  await dialog.getByRole('button', { name: 'Отбросить правки' }).click();
  await eventually(() => desk.titleOf(page).inputValue()).toBe('Сравниваю');
  await undoBar(page).getByRole('button', { name: 'Отменить' }).click();
  await eventually(() => desk.titleOf(page).inputValue()).toBe('Другое имя');
  await desk.write(page, ' Ещё.');
  await desk.button(page, 'Сохранить').click();
  await page.getByRole('row', { name: 'Сравниваю' }).getByText('есть правки').waitFor();
  expect((await onSite(slug)).content).toBe('<p>Начало.</p>');
  expect((await drafted(slug)).content).toBe('<p>Начало. Ещё.</p>');
});

test('«Сохранить» without a draft publishes the changes of a public article, as ever, and offers to take them back', async () => {
  const { page, slug } = await openPublic('Сразу');
  await desk.write(page, ' Правка.');
  await desk.submit(page, 'Сохранить');
  await eventually(async () => (await onSite(slug)).content).toBe('<p>Начало. Правка.</p>');
  await undoBar(page).getByText('Новость успешно обновлена! Правки опубликованы: «Сразу».').waitFor();
  expect(await page.locator('.mantine-Notification-root').count(), 'one notice').toBe(0);
  await page.waitForURL('**/admin/news');
  await undoBar(page).getByRole('button', { name: 'Вернуть' }).waitFor();
});

test('a draft that colleagues change in two tabs is merged, and what was published meanwhile is told before it goes', async () => {
  const { page, slug } = await openPublic('Вдвоём');
  await desk.write(page, ' Моё.');
  await desk.saveByKeys(page);
  await panel.call('PUT', `/admin/news/${slug}/draft`, { title: 'Её заголовок' });
  await desk.write(page, ' Ещё.{ControlOrMeta+s}');
  const joined = { title: 'Её заголовок', content: '<p>Начало. Моё. Ещё.</p>' };
  await eventually(async () => drafted(slug)).toMatchObject(joined);
  await panel.call('PUT', `/admin/news/${slug}`, { content: '<p>Снаружи.</p>' });
  await page.reload();
  await page.getByText('На сайте другая версия', { exact: true }).waitFor();
  await desk.button(page, 'Опубликовать изменения').click();
  const dialog = page.getByRole('dialog', { name: 'Что изменится на сайте' });
  await dialog.getByText('на сайте изменили: текст').waitFor();
  expect((await onSite(slug)).content).toBe('<p>Снаружи.</p>');
  await dialog.getByRole('button', { name: 'Опубликовать изменения' }).click();
  await eventually(async () => (await onSite(slug)).title).toBe('Её заголовок');
});

test('«Опубликовать» meets what a colleague published and drafted meanwhile: her draft stays one, and is shown', async () => {
  const { page, slug } = await desk.openArticle(panel, { title: 'Черновик коллеги', status: 'draft' });
  await desk.write(page, ' Моё.');
  await panel.call('PUT', `/admin/news/${slug}`, { status: 'published', subtitle: 'Её' });
  await panel.call('PUT', `/admin/news/${slug}/draft`, { title: 'Недописанный заголовок' });
  await desk.order(page, 'Опубликовать', undoBar(page).getByText('Опубликовано'));
  const published = { title: 'Черновик коллеги', subtitle: 'Её', content: '<p>Начало. Моё.</p>' };
  expect(await onSite(slug)).toMatchObject(published);
  await eventually(() => desk.titleOf(page).inputValue()).toBe('Недописанный заголовок');
  expect(await drafted(slug)).toMatchObject({ ...published, title: 'Недописанный заголовок' });
});

test('a draft that a colleague began meanwhile and that could not be read is in no later save', async () => {
  const { page, slug } = await desk.openArticle(panel, { title: 'Не прочитан', status: 'draft' });
  await desk.write(page, ' Моё.');
  await panel.call('PUT', `/admin/news/${slug}`, { status: 'published' });
  await panel.call('PUT', `/admin/news/${slug}/draft`, { title: 'Её заголовок' });
  await page.route(`**/api/admin/news/${slug}/draft`, (route) => route.abort());
  await desk.order(page, 'Опубликовать', undoBar(page).getByText('Опубликовано'));
  await page.unroute(`**/api/admin/news/${slug}/draft`);
  await desk.write(page, ' Ещё.');
  await desk.button(page, 'Сохранить').click();
  await eventually(async () => (await onSite(slug)).content).toBe('<p>Начало. Моё. Ещё.</p>');
  expect(await onSite(slug)).toMatchObject({ title: 'Не прочитан' });
  expect(await drafted(slug)).toMatchObject({ title: 'Её заголовок' });
});

test('what is saved as a draft stays one when a colleague has published it meanwhile: the site keeps what went out', async () => {
  const { page, slug } = await desk.openArticle(panel, { title: 'Вышла без меня', status: 'draft' });
  await desk.write(page, ' Недопис');
  await desk.state(page, 'Сохранено');
  await desk.write(page, 'ано');
  await panel.call('PUT', `/admin/news/${slug}`, { status: 'published', subtitle: 'Её' });
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByText('Черновик сохранён, на сайте прежняя версия.').waitFor();
  expect(await onSite(slug)).toMatchObject({ content: '<p>Начало. Недопис</p>', subtitle: 'Её' });
  expect(await drafted(slug)).toMatchObject({ content: '<p>Начало. Недописано</p>', subtitle: 'Её' });
});

test('what a colleague has published meanwhile is not taken off the site by planning it, and the edits wait', async () => {
  const { page, slug } = await desk.openArticle(panel, { title: 'Вышла раньше', status: 'draft' });
  await desk.write(page, ' Правка.');
  await page.locator('[name=publishAt]').fill('2031-01-01T12:00');
  await panel.call('PUT', `/admin/news/${slug}`, { status: 'published', subtitle: 'Её' });
  await desk.order(page, 'Запланировать на 1 января 2031, 12:00', 'уже вышла, и время её выхода не изменить');
  expect(await onSite(slug)).toMatchObject({ content: '<p>Начало.</p>', subtitle: 'Её' });
  await desk.order(page, 'Сохранить черновик', desk.chip(page, 'Сохранено'));
  expect(await drafted(slug)).toMatchObject({ content: '<p>Начало. Правка.</p>', status: 'published' });
});

test('an author writes a draft and sends it with a note, an editor finds and returns it, and the author reads why, and follows what only an editor publishes', async () => {
  const author = { username: 'sonya', password: 'korabl-na-ladoge-21' };
  await panel.call('POST', '/admin/admins', { ...author, role: 'author' });
  const token = await signIn(panel.server.origin, author);
  const hers = await panel.open('/admin/news/new', { token, viewport: PHONE });
  await desk.titleOf(hers).fill('Дневник');
  await desk.write(hers, 'Третий день.');
  const actions = hers.getByRole('group', { name: 'Действия с новостью' });
  const offered = actions.getByRole('button');
  await eventually(() => offered.allTextContents()).toEqual(['Ещё', 'Сохранить черновик', 'На проверку']);
  for (const name of ['Публикация', 'Выйдет только одна из…'])
    await eventually(() => hers.getByRole('heading', { level: 2, name }).count()).toBe(0);
  await eventually(() => hers.getByRole('button', { name: 'Из библиотеки' }).count()).toBe(0);
  expect(await findBarriers(hers)).toEqual([]);
  await click(actions, 'Сохранить черновик', hers.getByText('Черновик сохранён.').first());
  await hers.getByRole('button', { name: 'Показать версии' }).waitFor();
  await desk.button(hers, 'На проверку').click();
  await hers.getByRole('textbox', { name: 'Записка редактору' }).fill('Проверьте имена.');
  await hers.route('**/review', (route) => route.abort(), { times: 1 });
  await desk.order(hers, 'Отправить', 'Сервер не ответил.');
  hers.complaints = hers.complaints.filter((text) => !text.includes('ERR_FAILED'));
  await desk.order(hers, 'Отправить', 'На проверке у редактора');

  const page = await panel.open('/admin/news');
  await page.getByRole('link', { name: 'На проверке: 1' }).click();
  await follow(page, 'Изменить: Дневник', 'sonya просит проверить и опубликовать');
  await page.getByText('«Проверьте имена.»').waitFor();
  await desk.button(page, 'Вернуть автору').click();
  await page.getByRole('textbox', { name: 'Что поправить' }).fill('Имя певицы.');
  await desk.order(page, 'Вернуть', 'Новость возвращена автору.');
  expect(await desk.stored(panel, 'dnevnik')).toMatchObject({ reviewAt: null, content: '<p>Третий день.</p>' });

  await hers.reload();
  await hers.getByText('Возвращена с проверки: «Имя певицы.»').waitFor();
  await eventually(() => desk.button(hers, 'На проверку').count()).toBe(1);
  await click(actions, 'Ещё', actions.getByRole('link', { name: 'К списку' }));
  await follow(hers, 'К списку', hers.getByRole('link', { name: 'Дневник', exact: true }));
  await hers.getByRole('button', { name: 'Ещё: Дневник' }).click();
  await eventually(() => hers.getByRole('menuitem').allTextContents()).toEqual(['Дублировать', 'Скопировать адрес']);
  await hers.keyboard.press('Escape');

  await panel.call('PUT', '/admin/news/dnevnik', { status: 'published' });
  await hers.goto(`${panel.server.origin}/admin/news`);
  await hers.getByRole('button', { name: 'Ещё: Дневник' }).waitFor();
  await eventually(() => hers.getByRole('link', { name: 'Дневник', exact: true }).count()).toBe(0);
  await eventually(() => hers.getByRole('button', { name: 'Удалить: Дневник' }).count()).toBe(0);
  await hers.goto(`${panel.server.origin}/admin/news/edit/dnevnik`);
  await hers.getByText('Новость опубликована').waitFor();
  expectNoComplaints(hers);
});
