import { expect, test } from 'vitest';
import { eventually, holdRequests, undoBar } from '../../rig/browser/panel.ts';
import { needBrowser } from '../../rig/needs.ts';
import * as desk from './desk.ts';

const panel = await needBrowser();

const openPublic = (title: string) => desk.openArticle(panel, { title, status: 'published' });
const onSite = async (slug: string) => (await fetch(`${panel.server.origin}/api/news/${slug}`)).json();
const drafted = (slug: string) => desk.stored(panel, slug);

test('Ctrl+S above a public article stores a draft that a colleague opens, and that goes public by its own button', async () => {
  const { page, slug } = await openPublic('Живая «Рампа»');
  await desk.write(page, ' Правка.');
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByText('Черновик сохранён, на сайте прежняя версия.').waitFor();
  await desk.state(page, 'Сохранено');
  expect((await onSite(slug)).content).toBe('<p>Начало.</p>');
  expect((await drafted(slug)).content).toBe('<p>Начало. Правка.</p>');
  await page.getByText('На сайте прежняя версия', { exact: true }).waitFor();

  const other = await panel.open(`/admin/news/edit/${slug}`);
  await eventually(() => desk.bodyOf(other).textContent()).toBe('Начало. Правка.');
  await desk.write(other, ' И её.');
  const told = undoBar(other).getByText('Правки опубликованы: «Живая „Рампа“».');
  await desk.order(other, 'Опубликовать изменения', told);
  await eventually(async () => (await onSite(slug)).content).toBe('<p>Начало. Правка. И её.</p>');
  expect(await undoBar(other).getByRole('link', { name: 'Открыть на сайте' }).getAttribute('href')).toBe(
    `/news/${slug}`,
  );
  await undoBar(other).getByRole('button', { name: 'Вернуть' }).click();
  await eventually(async () => (await onSite(slug)).content).toBe('<p>Начало.</p>');
  await desk.button(other, 'Опубликовать изменения').waitFor();
  await eventually(() => desk.bodyOf(other).textContent()).toBe('Начало. Правка. И её.');
});

test('while a draft is saved, the button that was pressed shows it, and not the one beside it', async () => {
  const { page } = await openPublic('Сохраняется');
  await desk.write(page, ' Правка.');
  const release = await holdRequests(page, /\/api\/admin\/news\//);
  await desk.button(page, 'Сохранить черновик').click();
  await eventually(() => page.locator('button[data-loading]').allTextContents()).toEqual(['Сохранить черновик']);
  release();
  await desk.button(page, 'Опубликовать изменения').waitFor();
});

test('a draft is compared with the site, discarded, and brought back; «Сохранить» keeps it and goes to the list', async () => {
  const { page, slug } = await openPublic('Сравниваю');
  await desk.titleOf(page).fill('Другое имя');
  await page.keyboard.press('ControlOrMeta+s');
  await desk.button(page, 'Сравнить с сайтом').click();
  const dialog = page.getByRole('dialog', { name: 'Что изменится на сайте' });
  await eventually(() => dialog.locator('del, ins').allTextContents()).toEqual(['Сравниваю', 'Другое имя']);
  await dialog.getByRole('button', { name: 'Отбросить правки' }).click();
  await eventually(() => desk.titleOf(page).inputValue()).toBe('Сравниваю');
  await undoBar(page).getByRole('button', { name: 'Отменить' }).click();
  await eventually(() => desk.titleOf(page).inputValue()).toBe('Другое имя');
  await desk.write(page, ' Ещё.');
  await desk.button(page, 'Сохранить').click();
  await page.waitForURL('**/admin/news');
  await page.getByRole('row', { name: 'Сравниваю' }).getByText('есть правки').waitFor();
  expect((await onSite(slug)).content).toBe('<p>Начало.</p>');
  expect((await drafted(slug)).content).toBe('<p>Начало. Ещё.</p>');
});

test('«Сохранить» without a draft publishes the changes of a public article, as ever, and they can be taken back', async () => {
  const { page, slug } = await openPublic('Сразу');
  await desk.write(page, ' Правка.');
  await desk.submit(page, 'Сохранить');
  await eventually(async () => (await onSite(slug)).content).toBe('<p>Начало. Правка.</p>');
  await page.waitForURL('**/admin/news');
  await undoBar(page).getByRole('button', { name: 'Вернуть' }).click();
  await eventually(async () => (await onSite(slug)).content).toBe('<p>Начало.</p>');
  await eventually(async () => (await drafted(slug)).content).toBe('<p>Начало. Правка.</p>');
});

test('a draft that colleagues change in two tabs is merged, and what was published meanwhile is told before it goes', async () => {
  const { page, slug } = await openPublic('Вдвоём');
  await desk.write(page, ' Моё.');
  await desk.saveByKeys(page);
  await panel.call('PUT', `/admin/news/${slug}/draft`, { title: 'Её заголовок' });
  await desk.write(page, ' Ещё.');
  await page.keyboard.press('ControlOrMeta+s');
  await eventually(async () => drafted(slug)).toMatchObject({
    title: 'Её заголовок',
    content: '<p>Начало. Моё. Ещё.</p>',
  });
  await panel.call('PUT', `/admin/news/${slug}`, { content: '<p>Снаружи.</p>' });
  await page.reload();
  await desk.button(page, 'Опубликовать изменения').click();
  const dialog = page.getByRole('dialog', { name: 'Что изменится на сайте' });
  await dialog.getByText('на сайте изменили: текст').waitFor();
  expect((await onSite(slug)).content).toBe('<p>Снаружи.</p>');
  await dialog.getByRole('button', { name: 'Опубликовать изменения' }).click();
  await eventually(async () => (await onSite(slug)).title).toBe('Её заголовок');
});
