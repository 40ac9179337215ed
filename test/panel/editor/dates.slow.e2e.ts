import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { formatDate, todayIn } from '../../../model/text/date.ts';
import { needBrowser } from '../../rig/needs.ts';
import {
  bodyOf,
  button,
  JOURNAL_WITHIN,
  makeArticle,
  openArticle,
  openNew,
  saveByKeys,
  state,
  stored,
  write,
} from './desk.ts';

const panel = await needBrowser();

const DAY = 24 * 3600 * 1000;
const dayFromNow = (days: number) => todayIn('Europe/Moscow', new Date(Date.now() + days * DAY));
const dateOf = (page: Page) => page.locator('[name=date]');
/** Without its year. */
const short = (day: string) => formatDate(day).replace(/ \d+$/, '');

/** A draft that an editor began days ago: its date is the day of its last save. */
async function beginDraft(title: string, daysAgo: number): Promise<{ page: Page; slug: string }> {
  const page = await openNew(panel, title, 'Набрано заранее.');
  await button(page, 'Сохранить черновик').click();
  await state(page, 'Сохранено');
  const slug = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const date = dayFromNow(-daysAgo);
  await panel.site.store.db.updateTable('articles').set({ date }).where('slug', '=', slug).execute();
  return { page, slug };
}

const expectDate = (slug: string, date: string) =>
  expect.poll(async () => (await stored(panel, slug)).date, { message: slug }).toBe(date);

describe('a date that nobody set', () => {
  test('is the day on which a draft is published, which stands among the latest news of the home page', async () => {
    for (const title of ['Вчера утром', 'Вчера днём', 'Вчера вечером'])
      await makeArticle(panel, { title, date: dayFromNow(-1) });
    const { page, slug } = await beginDraft('Начат одиннадцать дней назад', 11);
    await page.goto(`${panel.server.origin}/admin/news/edit/${slug}`);
    await page.getByText(`В день публикации: ${formatDate(dayFromNow(0))}`, { exact: true }).waitFor();
    await expect.poll(() => dateOf(page).inputValue()).toBe('');
    await button(page, 'Опубликовать').click();
    await button(page, 'Снять с публикации').waitFor();
    await expectDate(slug, dayFromNow(0));
    await expect.poll(() => dateOf(page).inputValue()).toBe(dayFromNow(0));
    const home = await fetch(panel.server.origin, { headers: { 'Cache-Control': 'no-cache' } });
    expect(await home.text()).toContain('Начат одиннадцать дней назад');
  });

  test('is that day too when the draft is published from the list', async () => {
    const { page, slug } = await beginDraft('Публикуется из списка', 11);
    await page.goto(`${panel.server.origin}/admin/news`);
    await button(page, 'Ещё: Публикуется из списка').click();
    await page.getByRole('menuitem', { name: 'Опубликовать сейчас' }).click();
    await page.getByText('Новость опубликована: «Публикуется из списка».', { exact: true }).waitFor();
    await expectDate(slug, dayFromNow(0));
  });

  test('is the day for which a new article is planned, and moves with it', async () => {
    const page = await openNew(panel, 'Анонс под Новый год');
    await page.locator('[name=publishAt]').fill('2125-12-31T12:00');
    await page.getByText('В день публикации: 31 декабря 2125', { exact: true }).waitFor();
    await button(page, 'Создать').click();
    await page
      .getByRole('region', { name: 'Отмена последних действий' })
      .getByText('Новость успешно создана! Публикация новости «Анонс под Новый год» запланирована.')
      .waitFor();
    expect(await page.locator('.mantine-Notification-root').count()).toBe(0);
    await page.waitForURL('**/admin/news');
    await expectDate('anons-pod-noviy-god', '2125-12-31');
    expect((await stored(panel, 'anons-pod-noviy-god')).status).toBe('scheduled');
    await page.goto(`${panel.server.origin}/admin/news/edit/anons-pod-noviy-god`);
    await page.locator('[name=publishAt]').fill('2126-01-01T00:30');
    await button(page, 'Сохранить и остаться').click();
    await expectDate('anons-pod-noviy-god', '2126-01-01');
  });

  test('still follows after a reload, in unsaved text that is restored, and for another editor', async () => {
    const { page, slug } = await beginDraft('Вернулись через неделю', 7);
    await write(page, ' Ещё строка.');
    await page.waitForTimeout(JOURNAL_WITHIN);
    await page.reload();
    await button(page, 'Восстановить').click();
    await state(page, 'Не сохранено');
    await expect.poll(() => dateOf(page).inputValue()).toBe('');
    await button(page, 'Сохранить черновик').click();
    await state(page, 'Сохранено');
    const other = await panel.open(`/admin/news/edit/${slug}`);
    await other.getByText('В день публикации:').waitFor();
    await button(other, 'Опубликовать').click();
    await button(other, 'Снять с публикации').waitFor();
    await expectDate(slug, dayFromNow(0));
    // The first page gets the new version with its next save, and keeps the typed text.
    await write(page, ' И последняя.');
    await saveByKeys(page);
    await expect.poll(() => dateOf(page).inputValue()).toBe(dayFromNow(0));
    await expect.poll(async () => (await stored(panel, slug)).content).toContain('И последняя.');
  });
});

describe('a date set by hand', () => {
  test('stays, is told beside the button where it is not the day of publication, and gives way there', async () => {
    const { page, slug } = await openArticle(panel, { title: 'Дата из прошлого', date: dayFromNow(-20) });
    await bodyOf(page).waitFor();
    await expect.poll(() => dateOf(page).inputValue()).toBe(dayFromNow(-20));
    await page.locator('[name=publishAt]').fill('2125-12-31T12:00');
    const told = page.getByText(`Выйдет 31 декабря 2125, но в списке встанет под ${formatDate(dayFromNow(-20))}.`);
    await told.waitFor();
    await button(page, 'Запланировать').click();
    await button(page, 'Отменить выход').waitFor();
    await expectDate(slug, dayFromNow(-20));
    await button(page, 'Поставить 31 декабря 2125').click();
    await told.waitFor({ state: 'detached' });
    await page.getByText('В день публикации: 31 декабря 2125', { exact: true }).waitFor();
    await saveByKeys(page);
    await expectDate(slug, '2125-12-31');
  });

  test('of a new article is told beside «Создать», in two days of one year without it', async () => {
    const page = await openNew(panel, 'Новая с чужой датой');
    await page.locator('[name=publishAt]').fill('2125-12-31T12:00');
    await dateOf(page).fill('2125-11-21');
    await page.getByText('Выйдет 31 декабря, но в списке встанет под 21 ноября.', { exact: true }).waitFor();
    await page.locator('[name=publishAt]').fill('');
    await dateOf(page).fill(dayFromNow(0));
    await expect.poll(() => page.getByText('но в списке встанет под').count()).toBe(0);
    await dateOf(page).fill(dayFromNow(3));
    await button(page, `Поставить ${short(dayFromNow(0))}`)
      .or(button(page, `Поставить ${formatDate(dayFromNow(0))}`))
      .click();
    await dateOf(page).fill(dayFromNow(3));
    await button(page, 'Создать').click();
    await page.waitForURL('**/admin/news');
    await expectDate('novaya-s-chuzhoy-datoy', dayFromNow(3));
  });

  test('that is taken away from a published article is today', async () => {
    const { page, slug } = await openArticle(panel, { title: 'Без даты', date: '2025-07-20', status: 'published' });
    await dateOf(page).fill('');
    await page.getByText(`Сегодня: ${formatDate(dayFromNow(0))}`, { exact: true }).waitFor();
    await button(page, 'Сохранить').click();
    await page.waitForURL('**/admin/news');
    await expectDate(slug, dayFromNow(0));
  });
});
