import type { JSHandle, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { formatDate, todayIn } from '../../../model/text/date.ts';
import { fillLogin, readStored, send, undoBar } from '../../rig/browser/panel.ts';
import { needBrowser } from '../../rig/needs.ts';
import * as desk from './desk.ts';

const panel = await needBrowser();

const DAY = 24 * 3600 * 1000;
const dayFromNow = (days: number) => todayIn('Europe/Moscow', new Date(Date.now() + days * DAY));
const dateOf = (page: Page) => page.locator('[name=date]');

/** A draft that an editor began days ago: its date is the day of its last save. */
async function beginDraft(title: string, daysAgo: number): Promise<{ page: Page; slug: string }> {
  const page = await desk.openNew(panel, title, 'Набрано заранее.');
  await desk.button(page, 'Сохранить черновик').click();
  await desk.state(page, 'Сохранено');
  const slug = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const date = dayFromNow(-daysAgo);
  await panel.site.store.db.updateTable('articles').set({ date }).where('slug', '=', slug).execute();
  return { page, slug };
}

const expectDate = (slug: string, date: string) =>
  expect.poll(async () => (await desk.stored(panel, slug)).date, { message: slug }).toBe(date);

test('a date that nobody set is the day on which a draft is published, which stands among the latest news of the home page', async () => {
  for (const title of ['Вчера утром', 'Вчера днём', 'Вчера вечером'])
    await desk.makeArticle(panel, { title, date: dayFromNow(-1) });
  const { page, slug } = await beginDraft('Начат одиннадцать дней назад', 11);
  await page.goto(`${panel.server.origin}/admin/news/edit/${slug}`);
  await page.getByText(`В день публикации: ${formatDate(dayFromNow(0))}`, { exact: true }).waitFor();
  await expect.poll(() => dateOf(page).inputValue()).toBe('');
  await desk.order(page, 'Опубликовать', desk.button(page, 'Снять с публикации'));
  await expectDate(slug, dayFromNow(0));
  await expect.poll(() => dateOf(page).inputValue()).toBe(dayFromNow(0));
  const home = await fetch(panel.server.origin, { headers: { 'Cache-Control': 'no-cache' } });
  expect(await home.text()).toContain('Начат одиннадцать дней назад');
});

test('a date that nobody set still follows after a reload, in unsaved text that is restored, and for another editor', async () => {
  const { page, slug } = await beginDraft('Вернулись через неделю', 7);
  await desk.write(page, ' Ещё строка.');
  await page.waitForTimeout(desk.JOURNAL_WITHIN);
  await page.reload();
  await desk.button(page, 'Восстановить').click();
  await desk.state(page, 'Не сохранено');
  await expect.poll(() => dateOf(page).inputValue()).toBe('');
  await desk.saveByKeys(page);
  const other = await panel.open(`/admin/news/edit/${slug}`);
  await other.getByText('В день публикации:').waitFor();
  await desk.order(other, 'Опубликовать', desk.button(other, 'Снять с публикации'));
  await expectDate(slug, dayFromNow(0));
  // The first page gets the new version with its next save, and keeps the typed text.
  await desk.write(page, ' И последняя.');
  await desk.saveByKeys(page);
  await expect.poll(() => dateOf(page).inputValue()).toBe(dayFromNow(0));
  await expect.poll(async () => (await desk.stored(panel, slug)).content).toContain('И последняя.');
});

test('a date set by hand stays, is told beside the button where it is not the day of publication, and gives way there', async () => {
  const { page, slug } = await desk.openArticle(panel, { title: 'Дата из прошлого', date: dayFromNow(-20) });
  await desk.bodyOf(page).waitFor();
  await expect.poll(() => dateOf(page).inputValue()).toBe(dayFromNow(-20));
  await page.locator('[name=publishAt]').fill('2125-12-31T12:00');
  const told = page.getByText(`Выйдет 31 декабря 2125, но в списке встанет под ${formatDate(dayFromNow(-20))}.`);
  await told.waitFor();
  await desk.planButton(page).click();
  await desk.button(page, 'Отменить выход').waitFor();
  await expectDate(slug, dayFromNow(-20));
  await desk.button(page, 'Поставить 31 декабря 2125').click();
  await told.waitFor({ state: 'detached' });
  await page.getByText('В день публикации: 31 декабря 2125', { exact: true }).waitFor();
  await desk.saveByKeys(page);
  await expectDate(slug, '2125-12-31');
});

test('a date set by hand of a new article is told beside «Создать», in two days of one year without it; one notice tells of the plan', async () => {
  const page = await desk.openNew(panel, 'Анонс под Новый год');
  const moment = page.locator('[name=publishAt]');
  await moment.fill('2125-12-31T12:00');
  await page.getByText('В день публикации: 31 декабря 2125', { exact: true }).waitFor();
  await dateOf(page).fill('2125-11-21');
  await page.getByText('Выйдет 31 декабря, но в списке встанет под 21 ноября.', { exact: true }).waitFor();
  await moment.fill('');
  await dateOf(page).fill(dayFromNow(0));
  await expect.poll(() => page.getByText('но в списке встанет под').count()).toBe(0);
  await dateOf(page).fill(dayFromNow(3));
  await page.getByRole('button', { name: /^Поставить/ }).waitFor();
  await dateOf(page).fill('');
  await moment.fill('2125-12-31T12:00');
  await desk.button(page, 'Создать').click();
  await undoBar(page).getByText('Новость успешно создана! Запланировано: «Анонс под Новый год».').waitFor();
  expect(await page.locator('.mantine-Notification-root').count()).toBe(0);
  await page.waitForURL('**/admin/news');
  await expectDate('anons-pod-noviy-god', '2125-12-31');
  expect((await desk.stored(panel, 'anons-pod-noviy-god')).status).toBe('scheduled');
});

test('a date set by hand that is taken away from a published article is today', async () => {
  const { page, slug } = await desk.openArticle(panel, { title: 'Без даты', date: '2025-07-20', status: 'published' });
  await dateOf(page).fill('');
  await page.getByText(`Сегодня: ${formatDate(dayFromNow(0))}`, { exact: true }).waitFor();
  await desk.button(page, 'Сохранить').click();
  await page.waitForURL('**/admin/news');
  await expectDate(slug, dayFromNow(0));
});

/** Every length of a text that is shown from now on, in its order. */
function readLengths(page: Page): Promise<JSHandle<string[]>> {
  return page.evaluateHandle(() => {
    const seen: string[] = [];
    const look = () => {
      const [shown] = /\d+ знак\S*/.exec(document.body.innerText) ?? [];
      if (shown && shown !== seen.at(-1)) seen.push(shown);
    };
    new MutationObserver(look).observe(document.body, { childList: true, characterData: true, subtree: true });
    return seen;
  });
}

test('a draft is saved when the network is back; typing and an order while it is being saved lose nothing', async () => {
  const { page, slug, article } = await desk.openArticle(panel);
  await page.context().setOffline(true);
  await desk.write(page, ' Раз.');
  await desk.state(page, 'Нет связи');
  const [begun, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(`**/api/admin/news/${slug}`, async (route) => {
    const answer = await route.fetch();
    begun.resolve();
    await answered.promise;
    await route.fulfill({ response: answer });
  });
  await page.context().setOffline(false);
  await begun.promise;
  await desk.state(page, 'Сохраняется…');
  expect((await article()).content).toBe('<p>Начало. Раз.</p>');
  await page.keyboard.type(' Два.');
  await desk.button(page, 'Опубликовать').click();
  answered.resolve();
  await desk.button(page, 'Снять с публикации').waitFor();
  await desk.state(page, 'Сохранено');
  expect(await article()).toMatchObject({ status: 'published', content: '<p>Начало. Раз. Два.</p>' });
  const revisions = await panel.read<object[]>(`/admin/news/${slug}/revisions`);
  expect(revisions).toMatchObject([false, true, false].map((autosaved) => ({ autosaved })));
});

test('a draft whose session ended asks nobody who writes, and saves itself once somebody signs in again', async () => {
  const { slug } = await desk.makeArticle(panel, { title: 'Сеанс закончился', status: 'draft' });
  const page = await panel.open('/admin/news');
  const lengths = await readLengths(page);
  await page.getByRole('link', { name: 'Сеанс закончился' }).first().click();
  await page.getByText('7 знаков').waitFor();
  expect(await lengths.jsonValue()).toEqual(['7 знаков']);
  await send(panel.server.origin, 'POST', '/auth/logout', (await readStored(page)) ?? '');
  const refused = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.status() === 401);
  await desk.write(page, ' Набрано без сеанса.');
  await refused;
  await page.getByText('Сеанс закончился: чтобы сохранять изменения').waitFor();
  await desk.state(page, 'Не сохранено');
  await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0);
  await page.keyboard.type(' И дальше.');
  await page.getByRole('button', { name: 'Войти' }).click();
  await fillLogin(page.getByRole('alertdialog', { name: 'Сеанс закончился' }));
  await desk.state(page, 'Сохранено');
  expect((await desk.stored(panel, slug)).content).toBe('<p>Начало. Набрано без сеанса. И дальше.</p>');
});

test('a draft that meets another version of the same paragraph asks nobody who writes, only who saves', async () => {
  const { page, slug, article } = await desk.openArticle(panel);
  await desk.write(page, ' Моё.');
  const refused = page.waitForResponse((response) => response.status() === 412);
  await panel.call('PUT', `/admin/news/${slug}`, { content: '<p>Начало. Чужое.</p>' });
  await refused;
  await desk.state(page, 'Не сохранено');
  await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0);
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByRole('alertdialog').waitFor();
  expect((await article()).content).toBe('<p>Начало. Чужое.</p>');
});
