import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { needBrowser } from '../../rig/needs.ts';
import { noise } from '../../rig/world/pictures.ts';
import { all, bodyOf, button, give, makeArticle, openArticle, openNew, state, titleOf, write } from './desk.ts';

const panel = await needBrowser();

const named = async (title: string) => (await all(panel)).filter((article) => article.title === title);

/** Uploads wait until they are let through. */
async function holdUploads(page: Page): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route('**/api/upload', async (route) => {
    await gate.promise;
    await route.continue().catch(() => {});
  });
  return gate.resolve;
}

const picture = async () => ({ name: 'a.png', type: 'image/png', bytes: await noise().png().toBuffer() });

describe('a slip of the hand', () => {
  test('with a second click on «Создать» stores nothing twice', async () => {
    const page = await openNew(panel, 'Двойной щелчок');
    await button(page, 'Создать').dblclick();
    await page.getByText('Новость успешно создана!').waitFor();
    await page.locator('[type=submit]').click();
    await page.waitForURL('**/admin/news');
    await expect.poll(async () => (await named('Двойной щелчок')).map(({ version }) => version)).toEqual([1]);
  });

  test('with a day but no time, or with a time that is over, publishes nothing', async () => {
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

  test('that saves a draft with a time keeps the time, and says that it is not planned yet', async () => {
    const { page, article } = await openArticle(panel);
    await page.locator('[name=publishAt]').fill('2125-07-20T18:00');
    await state(page, 'Не сохранено');
    await button(page, 'Сохранить черновик').click();
    await state(page, 'Сохранено');
    await page.getByText('Время не назначено', { exact: true }).waitFor();
    await expect.poll(() => article()).toMatchObject({ status: 'draft', plannedAt: '2125-07-20T15:00:00.000Z' });
    await page.reload();
    await expect.poll(() => page.locator('[name=publishAt]').inputValue()).toBe('2125-07-20T18:00');
    await button(page, 'Запланировать').click();
    await button(page, 'Отменить выход').waitFor();
    await expect.poll(async () => (await article()).publishAt).toBe('2125-07-20T15:00:00.000Z');
    await expect.poll(() => page.getByText('Время не назначено', { exact: true }).count()).toBe(0);
  });

  test('that types a half of a time never sees «Сохранено», and nothing is saved without it', async () => {
    const { page, article } = await openArticle(panel);
    await state(page, 'Сохранено');
    await page.locator('[name=publishAt]').click();
    await page.keyboard.type('31122125');
    await state(page, 'Не сохранено');
    await button(page, 'Сохранить черновик').click();
    await page.getByText('Не удалось сохранить новость: День или время введены не до конца.').waitFor();
    await expect.poll(async () => (await article()).version).toBe(1);
  });

  test('with Escape leaves a question open whose answer is on its way', async () => {
    await makeArticle(panel, { title: 'Не удаляется' });
    const page = await panel.open('/admin/news');
    const gate = Promise.withResolvers<void>();
    await page.route('**/api/admin/news/ne-udalyaetsya', async (route) => {
      await gate.promise;
      await route.fulfill({ status: 503, json: { message: 'Сервер занят.' } });
    });
    await button(page, 'Удалить: Не удаляется').click();
    const question = page.getByRole('alertdialog', { name: 'Вы уверены, что хотите удалить эту новость?' });
    await question.getByRole('button', { name: 'Удалить' }).click();
    for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Escape');
    gate.resolve();
    await question.getByText('Ошибка: Сервер занят.').waitFor();
    await expect.poll(() => question.isVisible()).toBe(true);
  });

  test('in a field that the server refuses puts the cursor there and keeps what was typed, as does a file that misses its field', async () => {
    const page = await openNew(panel, 'Длинный заголовок 😀 '.repeat(20));
    await button(page, 'Создать').click();
    await page.getByText('Не удалось сохранить новость: Заголовок: не длиннее 300 знаков.').waitFor();
    await expect.poll(() => titleOf(page).evaluate((element) => element === document.activeElement)).toBe(true);
    await state(page, 'Не сохранено');
    await expect.poll(() => bodyOf(page).textContent()).toBe('Текст.');
    const taken = await titleOf(page).evaluate((element) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['x'], 'a.png', { type: 'image/png' }));
      const events = ['dragover', 'drop'].map(
        (name) => new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true }),
      );
      for (const event of events) element.dispatchEvent(event);
      return events.map(({ defaultPrevented }) => defaultPrevented);
    });
    expect(taken).toEqual([true, true]);
  });
});

describe('a picture on its way', () => {
  test('holds the return to the list, and the chip does not say that it is saved', async () => {
    const { page, article } = await openArticle(panel);
    const letThrough = await holdUploads(page);
    await write(page, ' Правка.');
    await button(page, 'Сохранить').click();
    await page.getByText('Новость успешно обновлена!').waitFor();
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

  test('is asked about before the editor is left', async () => {
    const page = await openNew(panel, 'Уход посреди загрузки');
    const letThrough = await holdUploads(page);
    await give(page, 'paste', [await picture()]);
    await page.getByText('Картинка загружается…').waitFor();
    await page.getByRole('link', { name: 'К списку' }).click();
    await page.getByText('Картинка ещё не загрузилась.').waitFor();
    await button(page, 'Остаться').click();
    letThrough();
    await page.locator('.tiptap img[src^="/uploads/"]').waitFor();
    await expect.poll(() => bodyOf(page).textContent()).toBe('Текст.');
  });

  test('as a cover is seen at once, and can be stopped where the network hangs', async () => {
    const page = await openNew(panel, 'Обложка не идёт');
    await holdUploads(page);
    const { name, type, bytes } = await picture();
    await page.locator('[name=coverImage]').setInputFiles({ name, mimeType: type, buffer: bytes });
    await page.locator('img[src^="blob:"]').waitFor();
    await expect.poll(() => button(page, 'Создать').isDisabled()).toBe(true);
    await button(page, 'Остановить загрузку обложки').click();
    await expect.poll(() => page.locator('img[src^="blob:"]').count()).toBe(0);
    await button(page, 'Создать').click();
    await page.waitForURL('**/admin/news');
    await expect
      .poll(async () => (await named('Обложка не идёт')).map(({ coverImageUrl }) => coverImageUrl))
      .toEqual([null]);
  });

  test('is taken as a cover where it is dropped', async () => {
    const page = await openNew(panel, 'Обложка перетащена');
    const base64 = (await noise().png().toBuffer()).toString('base64');
    await page.getByRole('region', { name: 'Файл обложки' }).evaluate((element, data) => {
      const dataTransfer = new DataTransfer();
      const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
      dataTransfer.items.add(new File([bytes], 'a.png', { type: 'image/png' }));
      element.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }, base64);
    await page.getByText('Обложка успешно загружена.').waitFor();
  });
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
