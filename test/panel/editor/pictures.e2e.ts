import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { needBrowser } from '../../rig/needs.ts';
import { isoMedia, noise } from '../../rig/world/pictures.ts';
import { bodyOf, button, give, makeArticle, state, stored, tool, write } from './desk.ts';
import { PASTES } from './pastes.ts';

const panel = await needBrowser();

/** A figure after the paragraph, and behind it the new one where writing goes on. */
const FIGURE =
  /^<p>Начало\.<\/p><figure class="image"><img src="\/uploads\/[\w.-]+" alt="" width="\d+" height="\d+"><\/figure><p><br><\/p>$/;
const DROPPED = new RegExp(FIGURE.source.replace('<p><br><\\/p>', ''));

async function openArticle(title: string): Promise<{ page: Page; save: () => Promise<string> }> {
  const { slug } = await makeArticle(panel, { title, status: 'draft' });
  const page = await panel.open(`/admin/news/edit/${slug}`);
  await write(page, '');
  return {
    page,
    save: async () => {
      await page.keyboard.press('ControlOrMeta+s');
      await state(page, 'Сохранено');
      return (await stored(panel, slug)).content;
    },
  };
}

describe('a picture in the text', () => {
  test.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)('%s is pasted and becomes an upload', async (format) => {
    const { page, save } = await openArticle(`Вставка ${format}`);
    await give(page, 'paste', [
      { name: `a.${format}`, type: `image/${format}`, bytes: await noise().toFormat(format).toBuffer() },
    ]);
    await page.locator('.tiptap img[src^="/uploads/"]').waitFor();
    expect(await save()).toMatch(FIGURE);
  });

  test('is dropped where the hand is', async () => {
    const { page, save } = await openArticle('Бросок');
    await give(page, 'drop', [{ name: 'a.png', type: 'image/png', bytes: await noise().png().toBuffer() }]);
    await page.locator('.tiptap img[src^="/uploads/"]').waitFor();
    expect(await save()).toMatch(DROPPED);
  });

  test('written into pasted markup is taken out of it and uploaded', async () => {
    const { page, save } = await openArticle('Картинка в разметке');
    const data = (await noise().png().toBuffer()).toString('base64');
    await give(page, 'paste', [], `<p>До</p><p><img src="data:image/png;base64,${data}" alt="x"></p><p>После</p>`);
    await page.locator('.tiptap img[src^="/uploads/"]').waitFor();
    expect(await save()).toMatch(/До<\/p><figure class="image"><img src="\/uploads\/[^>]+><\/figure><p>После/);
  });

  test('that this browser cannot open comes back with advice', async () => {
    const { page } = await openArticle('Снимок HEIC');
    await give(page, 'paste', [{ name: 'a.heic', type: 'image/heic', bytes: isoMedia('heic') }]);
    await page.getByText('Ошибка загрузки изображения: Этот браузер не открывает снимки HEIC.').waitFor();
    await button(page, 'Убрать').click();
    await expect.poll(() => page.locator('.upload').count()).toBe(0);
  });

  test('keeps its place while it is on its way, and nothing is saved meanwhile', async () => {
    const { page, save } = await openArticle('Долгая загрузка');
    const gate = Promise.withResolvers<void>();
    await page.route('**/api/upload', async (route) => {
      await gate.promise;
      await route.continue();
    });
    await give(page, 'paste', [{ name: 'a.png', type: 'image/png', bytes: await noise().png().toBuffer() }]);
    await page.getByText('Картинка загружается…').waitFor();
    await expect.poll(() => button(page, 'Сохранить').isDisabled()).toBe(true);
    await write(page, ' Дальше.');
    gate.resolve();
    await page.locator('.tiptap img[src^="/uploads/"]').waitFor();
    expect(await save()).toMatch(/^<p>Начало\.<\/p><figure class="image"><img [^>]+><\/figure><p>Дальше\.<\/p>$/);
  });

  test('that failed is tried again', async () => {
    const { page, save } = await openArticle('Вторая попытка');
    await page.route('**/api/upload', (route) => route.fulfill({ status: 503, json: { message: 'Сервер занят.' } }), {
      times: 1,
    });
    await give(page, 'paste', [{ name: 'a.png', type: 'image/png', bytes: await noise().png().toBuffer() }]);
    await page.getByText('Ошибка загрузки изображения: Сервер занят.').waitFor();
    await bodyOf(page).getByRole('button', { name: 'Повторить' }).click();
    await page.locator('.tiptap img[src^="/uploads/"]').waitFor();
    expect(await save()).toMatch(FIGURE);
  });

  test('is chosen in the dialog, described and kept', async () => {
    const { page, save } = await openArticle('Из диалога');
    await tool(page, 'Изображение').click();
    await page
      .locator('dialog input[type=file]')
      .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await noise().jpeg().toBuffer() });
    await page.locator('.tiptap img[src^="/uploads/"]').click();
    await tool(page, 'Изображение').click();
    await page.getByRole('textbox', { name: 'Описание', exact: true }).fill('Сцена в огнях');
    await button(page, 'Готово').click();
    expect(await save()).toContain('alt="Сцена в огнях"');
  });
});

describe('the library', () => {
  test('gives a picture to the text and to the cover', async () => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(await noise(70, 50, 7).png().toBuffer())]));
    const headers = { Authorization: `Bearer ${panel.token}` };
    const answer = await fetch(`${panel.server.origin}/api/upload`, { method: 'POST', headers, body: form });
    const { url } = (await answer.json()) as { url: string };
    await panel.call('PUT', `/admin/images/${url.split('/').at(-1)}`, { alt: 'Зал перед началом' });
    const { page, save } = await openArticle('Из библиотеки');
    await tool(page, 'Изображение').click();
    await button(page, 'Из библиотеки').last().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Зал перед началом' }).click();
    await button(page, 'Из библиотеки').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Зал перед началом' }).click();
    await expect.poll(() => page.getByLabel('Описание обложки').inputValue()).toBe('Зал перед началом');
    expect(await save()).toBe(
      `<p>Начало.</p><figure class="image"><img src="${url}" alt="Зал перед началом" width="70" height="50"></figure><p><br></p>`,
    );
  });
});

describe('the cover', () => {
  test('is uploaded, shown, described and removed', async () => {
    const { slug } = await makeArticle(panel, { title: 'С обложкой' });
    const page = await panel.open(`/admin/news/edit/${slug}`);
    const input = page.locator('input[name=coverImage]');
    await expect.poll(() => input.getAttribute('accept')).toBe('image/*');
    await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await noise().png().toBuffer() });
    await page.getByText('Обложка успешно загружена.').waitFor();
    await page.getByLabel('Описание обложки').fill('Шум');
    await page.keyboard.press('ControlOrMeta+s');
    await state(page, 'Сохранено');
    await expect
      .poll(() => stored(panel, slug))
      .toMatchObject({
        coverImageUrl: expect.stringMatching(/^\/uploads\//),
        coverAlt: 'Шум',
      });
    await button(page, 'Кадр обложки').click();
    await page.getByRole('button', { name: 'Главное на картинке' }).press('ArrowUp');
    await button(page, 'Сохранить кадр').click();
    await page.getByText('Кадр сохранён.').waitFor();
    const [image] = await (await panel.call('GET', '/admin/images?limit=1')).json();
    expect(image.focus).toEqual({ x: 50, y: 45 });
    await button(page, 'Убрать обложку').click();
    await page.keyboard.press('ControlOrMeta+s');
    await state(page, 'Сохранено');
    await expect.poll(async () => (await stored(panel, slug)).coverImageUrl).toBeNull();
  });

  test('that is no picture is refused with the reason', async () => {
    const page = await panel.open('/admin/news/new');
    await page
      .locator('input[name=coverImage]')
      .setInputFiles({ name: 'a.png', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
    await page
      .getByText('Ошибка при загрузке обложки: Это не картинка. Выберите файл PNG, JPEG, WebP или GIF.')
      .waitFor();
    await page.route('**/api/upload', (route) => route.fulfill({ status: 201, json: {} }));
    await page.locator('input[name=coverImage]').setInputFiles({
      name: 'a.png',
      mimeType: 'image/png',
      buffer: await sharp(await noise().png().toBuffer()).toBuffer(),
    });
    await page.getByText('Ошибка при загрузке обложки: Server did not return a valid URL.').waitFor();
  });
});

describe('a paste into the page', () => {
  test.each(PASTES)('from $name is stored clean', async ({ html, expected, lost }) => {
    const { slug } = await makeArticle(panel, { title: 'Вставка текста', content: '', status: 'draft' });
    const page = await panel.open(`/admin/news/edit/${slug}`);
    await bodyOf(page).click();
    await give(page, 'paste', [], html);
    if (lost) await page.getByText(`Не всё вставилось: ${lost}.`).waitFor();
    await page.keyboard.press('ControlOrMeta+s');
    await state(page, 'Сохранено');
    await expect.poll(async () => (await stored(panel, slug)).content).toBe(expected);
  });
});
