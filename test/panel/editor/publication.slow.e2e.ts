import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { formatDate, todayIn } from '../../../model/text/date.ts';
import { putClockAhead } from '../../rig/browser/clock.ts';
import { click, eventually, hasFocus, undoBar } from '../../rig/browser/panel.ts';
import { needBrowser } from '../../rig/needs.ts';
import * as desk from './desk.ts';

const panel = await needBrowser();

const openTitled = (title: string, fields = {}) => desk.openArticle(panel, { title, ...fields });

const note = (page: Page, name: string) =>
  page
    .locator(`[name=${name}]`)
    .evaluate((field) => document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent);

test('publication is withdrawn, and taken up again to the former moment', async () => {
  const { page, article } = await openTitled('В эфир', { status: 'published' });
  const { publishAt } = await article();
  await desk.order(page, 'Снять с публикации', undoBar(page).getByText('Снято с публикации: «В эфир».'));
  await eventually(async () => (await article()).status).toBe('draft');
  await undoBar(page).getByRole('button', { name: 'Отменить' }).click();
  await eventually(async () => (await article()).publishAt).toBe(publishAt);
  await desk.state(page, 'Сохранено');
});

test('publication of a new article says when it will be, is refused with a day but no time, and asked about without a text', async () => {
  const page = await panel.open('/admin/news/new');
  await eventually(() => note(page, 'socialTitle')).toBe('Пусто — такое же, как у новости');
  await eventually(() => note(page, 'publishAt')).toBe('Пусто — новость выйдет, как только вы нажмёте «Создать»');
  await eventually(() => desk.outcome(page)).toBe('текст пуст');
  const moment = page.locator('[name=publishAt]');
  const refused = (why: string) => desk.order(page, 'Создать', `Не удалось сохранить новость: ${why}`);
  await refused('Заголовок: заполните это поле.');
  await desk.titleOf(page).fill('Без единого слова');
  await moment.pressSequentially('31122125');
  await refused('День или время введены не до конца.');
  await hasFocus(moment);
  await moment.fill('');
  await desk.write(page, 'Текст.');
  await eventually(() => desk.outcome(page)).toBe('выйдет сразу');
  await desk.keys(page, 'ControlOrMeta+a', 'Delete');
  await desk.button(page, 'Создать').click();
  const question = page.getByRole('alertdialog', { name: 'Опубликовать новость без текста?' });
  await question.getByRole('button', { name: 'Вернуться' }).click();
  expect((await fetch(`${panel.server.origin}/news/bez-edinogo-slova`)).status).toBe(404);
  await desk.button(page, 'Создать').click();
  await click(question, 'Опубликовать', page.getByText('Новость успешно создана!'));
  await eventually(async () => (await desk.stored(panel, 'bez-edinogo-slova')).status).toBe('published');
});

test('publication is planned by the site’s clock, whatever that of the computer says, and told as it came', async () => {
  const clock = (minutes: number) => ({ prepare: (page: Page) => page.addInitScript(putClockAhead, minutes * 60_000) });
  const openAt = async (minutes: number, title: string, inMinutes: number) => {
    const page = await desk.openNew(panel, title, 'Текст.', clock(minutes));
    const moment = new Date(Date.now() + (inMinutes + 180) * 60_000).toISOString();
    await page.locator('[name=publishAt]').fill(moment.slice(0, 16));
    return page;
  };
  const fast = await openAt(30, 'Часы спешат', 10);
  await eventually(() => desk.outcome(fast)).toMatch(/^выйдет /);
  await fast.route('**/api/admin/news', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), status: 'published' } });
  });
  await desk.order(fast, 'Создать', undoBar(fast).getByText('Опубликовано: «Часы спешат».'));
  const slow = await openAt(-30, 'Часы отстают', -10);
  await eventually(() => desk.outcome(slow)).toBe('это время прошло');
  await desk.order(slow, 'Создать', 'Не удалось сохранить новость: Время публикации уже прошло');
  const ahead = await panel.open('/admin/news/new', clock(24 * 60));
  const today = formatDate(todayIn('Europe/Moscow')).replace(' ', '\u00a0');
  await eventually(() => note(ahead, 'date')).toContain(today);
});

test('publication that is planned with half a time is not saved; a whole one is kept, with the own clock beside the site’s, but not planned yet; it moves with any save, and is called off', async () => {
  const { page, article } = await desk.openArticle(panel, { title: 'Переносится' }, { timezoneId: 'Asia/Vladivostok' });
  const moment = page.locator('[name=publishAt]');
  const unplanned = page.getByText('Время не назначено', { exact: true });
  const [before, after] = ['2125-07-20T15:00:00.000Z', '2125-07-21T16:30:00.000Z'];
  const refused = async (why: string) => {
    await desk.state(page, 'Не сохранено');
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByText(`Не удалось сохранить новость: ${why}`).waitFor();
  };
  await eventually(() => note(page, 'publishAt')).toBe('Пусто — новость выйдет, как только вы нажмёте «Опубликовать»');
  await moment.pressSequentially('31122125');
  await refused('День или время введены не до конца.');
  await eventually(async () => (await article()).version).toBe(1);
  await moment.fill('2025-07-20T18:00');
  await desk.button(page, 'Запланировать').waitFor();
  await moment.fill('2125-07-20T18:00');
  await page.getByText('У вас это 21 июля 2125, 01:00').waitFor();
  await page.getByText('как только вы нажмёте').waitFor({ state: 'detached' });
  await eventually(() => desk.outcome(page)).toBe('выйдет сама');
  await page.locator('[name=expiresAt]').fill('2125-07-23T00:00');
  await desk.saveByKeys(page);
  await unplanned.waitFor();
  const expiresAt = '2125-07-22T21:00:00.000Z';
  await eventually(() => article()).toMatchObject({ status: 'draft', plannedAt: before, expiresAt });
  await page.reload();
  await eventually(() => moment.inputValue()).toBe('2125-07-20T18:00');
  await desk.order(page, 'Запланировать на 20 июля 2125, 18:00', desk.button(page, 'Отменить выход'));
  await eventually(async () => (await article()).publishAt).toBe(before);
  await eventually(() => unplanned.count()).toBe(0);

  await moment.fill('2125-07-21T19:30');
  await desk.state(page, 'Не сохранено');
  await page.keyboard.press('ControlOrMeta+s');
  await undoBar(page).getByText('Запланировано: «Переносится».').waitFor();
  await eventually(async () => (await article()).publishAt).toBe(after);
  await undoBar(page).getByRole('button', { name: 'Отменить' }).click();
  await eventually(async () => (await article()).publishAt).toBe(before);
  await eventually(() => moment.inputValue()).toBe('2125-07-20T18:00');
  await moment.fill('');
  await refused('Укажите, когда опубликовать.');
  await moment.fill('2025-07-20T18:00');
  await refused('Время публикации уже прошло');
  await eventually(async () => (await article()).status).toBe('scheduled');
  await desk.order(page, 'Отменить выход', undoBar(page).getByText('Выход отменён: «Переносится».'));
  await eventually(async () => (await article()).status).toBe('draft');
});

test('a group of variants is made here, shows its articles, and a published one locks the others', async () => {
  const openInGroup = async (title: string, group: string) => {
    const opened = await openTitled(title);
    await opened.page.getByText('Выйдет только одна из…').click();
    await opened.page.getByLabel('Группа').selectOption(group);
    return opened;
  };
  const { page } = await openInGroup('Победила Анна', 'Новая группа…');
  await page.getByLabel('Название группы').fill('Победитель');
  await desk.button(page, 'Создать группу').click();
  await eventually(() => page.getByLabel('Группа').locator('option:checked').textContent()).toBe('Победитель');
  await desk.order(page, 'Опубликовать', undoBar(page).getByText('Опубликовано'));

  const { page: other, article } = await openInGroup('Победил Борис', 'Победитель');
  await other.getByText('Из группы «Победитель» уже опубликована новость «Победила Анна»').waitFor();
  await eventually(() => desk.button(other, 'Опубликовать').isDisabled()).toBe(true);
  await desk.saveByKeys(other);
  expect((await article()).status).toBe('draft');
});

test('history says what changed and how, shows what differs from the screen and between any two versions, and puts a version of a public article into its draft, which can be undone', async () => {
  const { page, slug, article } = await openTitled('На «сайте»', { status: 'published' });
  await panel.call('PUT', `/admin/news/${slug}`, { title: 'Вторая', content: '<p>Начало.</p><p>Раз.</p><p>Два.</p>' });
  await panel.call('PUT', `/admin/news/${slug}`, { content: '<p>Начало.</p><p>Раз.</p><p>Два.</p><p>Три.</p>' });
  await page.reload();
  await desk.button(page, 'Показать версии').click();
  const dialog = page.getByRole('dialog');
  const line = dialog.locator('ol button');
  await eventually(async () => (await line.allTextContents()).map((text) => text.replace(/^.*admin/, ''))).toEqual([
    'опубликована · нынешняя версияСравнить →текст',
    'опубликованаСравнить →заголовок «Вторая», текст',
    'опубликованаСравнить →первая версия',
  ]);
  expect(await line.first().locator('> span').first().textContent()).toMatch(/\d\d:\d\d admin$/);
  await line.nth(2).click();
  await eventually(() => dialog.locator('del').allTextContents()).toEqual([
    'Вторая',
    expect.stringContaining('Раз.'),
    expect.stringContaining('Два.'),
    expect.stringContaining('Три.'),
  ]);
  await dialog.getByLabel('Сравнить').selectOption({ index: 2 });
  await dialog.getByText('Зачёркнутое есть в той версии, с которой сравниваем').waitFor();
  await dialog.getByText(/^с версией: сегодня, .* · заголовок «Вторая», текст$/).waitFor({ state: 'attached' });
  const taken = async () => (await dialog.locator('del').allTextContents()).join();
  await eventually(taken).toMatch(/Вторая.*Раз\.[^Т]*Два\.[^Т]*$/s);
  await eventually(() => dialog.locator('ins').first().textContent()).toBe('На «сайте»');
  const told = 'Версия лежит в черновике, на сайте всё по-прежнему: «На „сайте“».';
  await desk.order(page, 'Восстановить', undoBar(page).getByText(told));
  await eventually(() => article()).toMatchObject({ title: 'На «сайте»', content: '<p>Начало.</p>' });
  expect(await panel.read(`/admin/news/${slug}`)).toMatchObject({ title: 'Вторая', version: 3 });
  expect(await desk.titleOf(page).inputValue()).toBe('На «сайте»');
  expect(await desk.bodyOf(page).textContent()).toBe('Начало.');
  await undoBar(page).getByRole('button', { name: 'Отменить' }).click();
  await eventually(() => desk.bodyOf(page).locator('p').allTextContents()).toEqual(['Начало.', 'Раз.', 'Два.', 'Три.']);
  await desk.state(page, 'Сохранено');
});

test('a preview is an address without a login that can be taken away', async () => {
  const { page } = await openTitled('Глазами читателя');
  await desk.button(page, 'Получить ссылку').click();
  const address = await page.getByLabel('Ссылка для просмотра').inputValue();
  expect(await (await fetch(address)).text()).toContain('Глазами читателя');
  await desk.order(page, 'Отозвать', 'Ссылки больше не открываются.');
  expect((await fetch(address)).status).toBe(404);
});

test('the typograf shows what it changes, leaves code and links alone, and one step takes it back', async () => {
  const content =
    '<p>Песня "<strong>Рассвет</strong>" - это <em>хит</em> в Москве</p><pre data-language="plain">a - "b"</pre><p><a href="https://example.ru/a-b" rel="noopener noreferrer">сайт "тут"</a> и <code>"код"</code></p>';
  const { page, saved } = await openTitled('Типограф', { content });
  await desk.press(page, 'Типограф');
  await page.getByRole('dialog').getByText('«').first().waitFor();
  await desk.button(page, 'Применить').click();
  expect(await saved()).toBe(
    '<p>Песня «<strong>Рассвет</strong>»\u00a0— это <em>хит</em> в\u00a0Москве</p><pre data-language="plain">a - "b"</pre><p><a href="https://example.ru/a-b" rel="noopener noreferrer">сайт "тут"</a> и\u00a0<code>"код"</code></p>',
  );
  await desk.bodyOf(page).click();
  await page.keyboard.press('ControlOrMeta+z');
  expect(await saved()).toBe(content);
});

const DAY = 24 * 3600 * 1000;
const dayFromNow = (days: number) => todayIn('Europe/Moscow', new Date(Date.now() + days * DAY));
const dateOf = (page: Page) => page.locator('[name=date]');

const expectDate = (slug: string, date: string) =>
  eventually(async () => (await desk.stored(panel, slug)).date).toBe(date);

test('a date that nobody set is the day on which a draft is published, after a reload, in unsaved text that is restored, and for another editor', async () => {
  const page = await desk.openNew(panel, 'Вернулись через неделю', 'Набрано заранее.');
  await desk.order(page, 'Сохранить черновик', desk.chip(page, 'Сохранено'));
  const slug = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  // As if it had been saved a week ago.
  const date = dayFromNow(-7);
  await panel.site.store.db.updateTable('articles').set({ date }).where('slug', '=', slug).execute();
  await desk.write(page, ' Ещё строка.');
  await page.reload();
  await desk.order(page, 'Восстановить', desk.chip(page, 'Не сохранено'));
  await eventually(() => dateOf(page).inputValue()).toBe('');
  await desk.saveByKeys(page);
  const other = await panel.open(`/admin/news/edit/${slug}`);
  await other.getByText(`В день публикации: ${formatDate(dayFromNow(0))}`, { exact: true }).waitFor();
  await desk.order(other, 'Опубликовать', desk.button(other, 'Снять с публикации'));
  await expectDate(slug, dayFromNow(0));
  await eventually(() => dateOf(other).inputValue()).toBe(dayFromNow(0));
  // The first page gets the new version with its next save, and keeps the typed text.
  await desk.write(page, ' И последняя.');
  await desk.saveByKeys(page);
  await eventually(() => dateOf(page).inputValue()).toBe(dayFromNow(0));
  await eventually(async () => (await desk.stored(panel, slug)).content).toContain('И последняя.');
});

test('a date set by hand stays, is told beside the button where it is not the day of publication, and gives way there', async () => {
  const { page, slug } = await desk.openArticle(panel, { title: 'Дата из прошлого', date: dayFromNow(-20) });
  await eventually(() => dateOf(page).inputValue()).toBe(dayFromNow(-20));
  await page.locator('[name=publishAt]').fill('2125-12-31T12:00');
  const told = page.getByText(`Выйдет 31 декабря 2125, но в списке встанет под ${formatDate(dayFromNow(-20))}.`);
  await told.waitFor();
  await desk.order(page, 'Запланировать на 31 декабря 2125, 12:00', desk.button(page, 'Отменить выход'));
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
  await dateOf(page).fill('2125-11-21');
  await page.getByText('Выйдет 31 декабря, но в списке встанет под 21 ноября.', { exact: true }).waitFor();
  await moment.fill('');
  await dateOf(page).fill(dayFromNow(0));
  await eventually(() => page.getByText('но в списке встанет под').count()).toBe(0);
  await dateOf(page).fill(dayFromNow(3));
  await page.getByRole('button', { name: /^Поставить/ }).waitFor();
  await dateOf(page).fill('');
  await moment.fill('2125-12-31T12:00');
  await desk.button(page, 'Создать').click();
  await undoBar(page).getByText('Новость успешно создана! Запланировано: «Анонс под Новый год».').waitFor();
  expect(await page.locator('.mantine-Notification-root').count()).toBe(0);
  expect(await page.locator('[type=submit]:enabled').count(), 'nothing is offered until the return').toBe(0);
  await page.waitForURL('**/admin/news');
  await expectDate('anons-pod-noviy-god', '2125-12-31');
  expect((await desk.stored(panel, 'anons-pod-noviy-god')).status).toBe('scheduled');
});
