import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { holdRequests } from '../../rig/browser/panel.ts';
import { needBrowser } from '../../rig/needs.ts';
import { noise, pngFile } from '../../rig/world/pictures.ts';
import { all, bodyOf, button, give, openArticle, openNew, planButton, state, submit, titleOf, write } from './desk.ts';

const panel = await needBrowser();

const named = async (title: string) => (await all(panel)).filter((article) => article.title === title);

const picture = async () => ({ name: 'a.png', type: 'image/png', bytes: await noise().png().toBuffer() });

test('a slip of the hand with a second click on «Создать» stores nothing twice', async () => {
  const page = await openNew(panel, 'Двойной щелчок');
  await button(page, 'Создать').dblclick();
  await page.getByText('Новость успешно создана!').waitFor();
  await page.locator('[type=submit]').click();
  await page.waitForURL('**/admin/news');
  await expect.poll(async () => (await named('Двойной щелчок')).map(({ version }) => version)).toEqual([1]);
});

test('a slip of the hand with a day but no time, or with a time that is over, publishes nothing', async () => {
  const page = await openNew(panel, 'Полвремени');
  const moment = page.locator('[name=publishAt]');
  const refused = async (why: string) => {
    await button(page, 'Создать').click();
    await page.getByText(`Не удалось сохранить новость: ${why}`).waitFor();
    expect(await named('Полвремени')).toEqual([]);
  };
  await moment.click();
  await page.keyboard.type('31122125');
  await refused('День или время введены не до конца.');
  await expect.poll(() => moment.evaluate((field) => field === document.activeElement)).toBe(true);
  await moment.fill('2025-07-20T18:00');
  await refused('Время публикации уже прошло');
  await moment.fill('');
  await button(page, 'Создать').click();
  await page.waitForURL('**/admin/news');
  await expect.poll(async () => (await named('Полвремени')).map(({ status }) => status)).toEqual(['published']);
});

test('a slip of the hand that saves a draft with half a time saves nothing; with a whole one it keeps the time, and says that it is not planned yet', async () => {
  const { page, article } = await openArticle(panel);
  await page.locator('[name=publishAt]').click();
  await page.keyboard.type('31122125');
  await state(page, 'Не сохранено');
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByText('Не удалось сохранить новость: День или время введены не до конца.').waitFor();
  await expect.poll(async () => (await article()).version).toBe(1);
  await page.locator('[name=publishAt]').fill('2125-07-20T18:00');
  await page.keyboard.press('ControlOrMeta+s');
  await state(page, 'Сохранено');
  await page.getByText('Время не назначено', { exact: true }).waitFor();
  await expect.poll(() => article()).toMatchObject({ status: 'draft', plannedAt: '2125-07-20T15:00:00.000Z' });
  await page.reload();
  await expect.poll(() => page.locator('[name=publishAt]').inputValue()).toBe('2125-07-20T18:00');
  await planButton(page).click();
  await button(page, 'Отменить выход').waitFor();
  await expect.poll(async () => (await article()).publishAt).toBe('2125-07-20T15:00:00.000Z');
  await expect.poll(() => page.getByText('Время не назначено', { exact: true }).count()).toBe(0);
});

test('a slip of the hand in a field that the server refuses puts the cursor there and keeps what was typed, as does a file that misses its field', async () => {
  const page = await openNew(panel, 'Длинный заголовок 😀 '.repeat(20));
  await button(page, 'Создать').click();
  await page.getByText('Не удалось сохранить новость: Заголовок: не длиннее 300 знаков.').waitFor();
  await expect.poll(() => titleOf(page).evaluate((element) => element === document.activeElement)).toBe(true);
  await state(page, 'Не сохранено');
  await expect.poll(() => bodyOf(page).textContent()).toBe('Текст.');
  expect(await give(page, 'drop', [await picture()], { place: titleOf(page) })).toEqual([true, true]);
});

test('a picture on its way holds the return to the list, and the chip does not say that it is saved', async () => {
  const { page, article } = await openArticle(panel);
  const letThrough = await holdRequests(page, '**/api/upload');
  await write(page, ' Правка.');
  await submit(page, 'Сохранить');
  await give(page, 'paste', [await picture()]);
  await state(page, 'Не сохранено');
  await page.waitForTimeout(2000);
  letThrough();
  await page.locator('.tiptap img[src^="/uploads/"]').waitFor();
  await button(page, 'Сохранить').click();
  await page.waitForURL('**/admin/news');
  await expect
    .poll(async () => (await article()).content)
    .toMatch(/^<p>Начало\. Правка\.<\/p><figure class="image"><img src="\/uploads\/[^>]+><\/figure>/);
});

test('a picture on its way as a cover is seen at once, can be stopped where the network hangs, and is taken where it is dropped', async () => {
  const page = await openNew(panel, 'Обложка не идёт');
  await holdRequests(page, '**/api/upload');
  await page.locator('[name=coverImage]').setInputFiles(await pngFile());
  await page.locator('img[src^="blob:"]').waitFor();
  await expect.poll(() => button(page, 'Создать').isDisabled()).toBe(true);
  await button(page, 'Остановить загрузку обложки').click();
  await expect.poll(() => page.locator('img[src^="blob:"]').count()).toBe(0);
  await page.unroute('**/api/upload');
  const place = page.getByRole('region', { name: 'Файл обложки' });
  await give(page, 'drop', [await picture()], { place });
  await page.getByText('Обложка успешно загружена.').waitFor();
  await button(page, 'Создать').click();
  await page.waitForURL('**/admin/news');
  await expect
    .poll(async () => (await named('Обложка не идёт')).map(({ coverImageUrl }) => coverImageUrl))
    .toEqual([expect.stringMatching(/^\/uploads\//)]);
});

test.each([
  ['с', 'Блок кода', '.tiptap pre'],
  ['з', 'Изображение', 'dialog:modal'],
  ['н', 'Типограф', 'dialog:modal'],
])('on Windows with a Russian layout Ctrl+Alt and %s is «%s»', async (key, _label, shown) => {
  const prepare = (opened: Page) =>
    opened.addInitScript(() => Object.defineProperty(navigator, 'platform', { get: () => 'Win32' }));
  const { page } = await openArticle(panel, {}, { prepare });
  const pressed = { key, ctrlKey: true, altKey: true, bubbles: true, cancelable: true };
  await bodyOf(page).evaluate((element, event) => element.dispatchEvent(new KeyboardEvent('keydown', event)), pressed);
  await page.locator(shown).waitFor();
});
