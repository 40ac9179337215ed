import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { holdRequests, upload } from '../../rig/browser/panel.ts';
import { needBrowser } from '../../rig/needs.ts';
import { isoMedia, noise, pngFile } from '../../rig/world/pictures.ts';
import { button, give, openArticle, order, saveByKeys, state, submit, tool, write } from './desk.ts';

const panel = await needBrowser();

/** A figure after the paragraph, and behind it the new one where writing goes on. */
const FIGURE =
  /^<p>Начало\.<\/p><figure class="image"><img src="\/uploads\/[\w.-]+" alt="" width="\d+" height="\d+"><\/figure><p><br><\/p>$/;
const DROPPED = new RegExp(FIGURE.source.replace('<p><br><\\/p>', ''));

async function openText() {
  const opened = await openArticle(panel);
  await write(opened.page, '');
  return opened;
}

const picture = async (format: 'png' | 'jpeg' | 'webp' | 'gif' | 'avif' = 'png') => ({
  name: `a.${format}`,
  type: `image/${format}`,
  bytes: await noise().toFormat(format).toBuffer(),
});
const arrived = (page: Page) => page.locator('.tiptap img[src^="/uploads/"]').waitFor();

test('a picture in the text of any format is pasted and becomes an upload, from pasted markup too, and is dropped where the hand is', async () => {
  const { page, saved } = await openText();
  const afresh = async () => {
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Начало.');
    await expect.poll(() => page.locator('.tiptap img').count()).toBe(0);
  };
  for (const format of ['png', 'jpeg', 'webp', 'gif', 'avif'] as const) {
    await afresh();
    await give(page, 'paste', [await picture(format)]);
    await arrived(page);
    expect([format, await saved()]).toEqual([format, expect.stringMatching(FIGURE)]);
  }
  await afresh();
  await give(page, 'drop', [await picture()]);
  await arrived(page);
  expect(await saved()).toMatch(DROPPED);
  await afresh();
  const data = (await picture()).bytes.toString('base64');
  await give(page, 'paste', [], {
    html: `<p>До</p><p><img src="data:image/png;base64,${data}" alt="x"></p><p>После</p>`,
  });
  await arrived(page);
  expect(await saved()).toMatch(/До<\/p><figure class="image"><img src="\/uploads\/[^>]+><\/figure><p>После/);
});

test('a picture in the text that this browser cannot open comes back with advice; one on its way keeps its place, and nothing is saved and nobody led to the list meanwhile', async () => {
  const { page, article } = await openText();
  await give(page, 'paste', [{ name: 'a.heic', type: 'image/heic', bytes: isoMedia('heic') }]);
  await page.getByText('Ошибка загрузки изображения: Этот браузер не открывает снимки HEIC.').waitFor();
  await button(page, 'Убрать').click();
  await expect.poll(() => page.locator('.upload').count()).toBe(0);

  const letThrough = await holdRequests(page, '**/api/upload');
  await write(page, ' Правка.');
  const late = [await picture()];
  await submit(page, 'Сохранить');
  await give(page, 'paste', late);
  await page.getByText('Картинка загружается…').waitFor();
  await expect.poll(() => button(page, 'Сохранить').isDisabled()).toBe(true);
  await state(page, 'Не сохранено');
  await write(page, ' Дальше.');
  await page.waitForTimeout(2000);
  letThrough();
  await arrived(page);
  await button(page, 'Сохранить').click();
  await page.waitForURL('**/admin/news');
  await expect
    .poll(async () => (await article()).content)
    .toMatch(/^<p>Начало\.<\/p><p>Правка\.<\/p><figure class="image"><img [^>]+><\/figure><p>Дальше\.<\/p>$/);
});

test('a picture is chosen in the dialog and described, and the library gives one to the text and to the cover', async () => {
  const url = await upload(panel, await noise(70, 50, 7).png().toBuffer());
  await panel.call('PUT', `/admin/images/${url.split('/').at(-1)}`, { alt: 'Зал перед началом' });
  const { page, saved } = await openText();
  const pick = () => page.getByRole('dialog').getByRole('button', { name: 'Зал перед началом' }).click();
  await tool(page, 'Изображение').click();
  await button(page, 'Из библиотеки').last().click();
  await pick();
  await button(page, 'Из библиотеки').click();
  await pick();
  await expect.poll(() => page.getByLabel('Описание обложки').inputValue()).toBe('Зал перед началом');
  const words = (alt: string) =>
    `<p>Начало.</p><figure class="image"><img src="${url}" alt="${alt}" width="70" height="50"></figure><p><br></p>`;
  expect(await saved()).toBe(words('Зал перед началом'));
  await page.locator('.tiptap img').click();
  await tool(page, 'Изображение').click();
  await page.getByRole('textbox', { name: 'Описание', exact: true }).fill('Сцена в огнях');
  await button(page, 'Готово').click();
  expect(await saved()).toBe(words('Сцена в огнях'));
});

test('the cover that is no picture is refused with the reason; another is seen at once, can be stopped where the network hangs, and is dropped, described, framed and removed', async () => {
  const { page, article } = await openArticle(panel, { title: 'С обложкой', status: 'published' });
  const input = page.locator('input[name=coverImage]');
  const refusedAs = (why: string) => page.getByText(`Ошибка при загрузке обложки: ${why}`).waitFor();
  await expect.poll(() => input.getAttribute('accept')).toBe('image/*');
  await input.setInputFiles({ name: 'a.png', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
  await refusedAs('Это не картинка. Выберите файл PNG, JPEG, WebP или GIF.');
  await page.route('**/api/upload', (route) => route.fulfill({ status: 201, json: {} }));
  await input.setInputFiles(await pngFile());
  await refusedAs('Server did not return a valid URL.');
  await page.unroute('**/api/upload');

  await holdRequests(page, '**/api/upload');
  await input.setInputFiles(await pngFile());
  const shown = page.locator('img[src^="blob:"]');
  await shown.waitFor();
  await expect.poll(() => button(page, 'Сохранить').isDisabled()).toBe(true);
  await button(page, 'Остановить загрузку обложки').click();
  await expect.poll(() => shown.count()).toBe(0);
  await page.unroute('**/api/upload');
  await give(page, 'drop', [await picture()], { place: page.getByRole('region', { name: 'Файл обложки' }) });
  await page.getByText('Обложка успешно загружена.').waitFor();
  await page.getByLabel('Описание обложки').fill('Шум');
  await saveByKeys(page);
  expect(await article()).toMatchObject({ coverImageUrl: expect.stringMatching(/^\/uploads\//), coverAlt: 'Шум' });
  await button(page, 'Кадр обложки').click();
  await page.getByRole('button', { name: 'Главное на картинке' }).press('ArrowUp');
  await order(page, 'Сохранить кадр', 'Кадр сохранён.');
  expect(await panel.read('/admin/images?limit=1')).toMatchObject([{ focus: { x: 50, y: 45 } }]);
  await button(page, 'Убрать обложку').click();
  await saveByKeys(page);
  expect((await article()).coverImageUrl).toBeNull();
});
