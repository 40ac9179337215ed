import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { PHONE } from '../../rig/browser/panel.ts';
import { needBrowser } from '../../rig/needs.ts';
import { pdf } from '../../rig/world/files.ts';
import { noise } from '../../rig/world/pictures.ts';
import { bodyOf, button, cursorMoved, give, makeArticle, press, state, stored, tool, write } from './desk.ts';

const panel = await needBrowser();

async function openArticle(content: string, options = {}) {
  const { slug } = await makeArticle(panel, { title: 'Фигуры', content, status: 'draft' });
  const page = await panel.open(`/admin/news/edit/${slug}`, options);
  await bodyOf(page).waitFor();
  return {
    page,
    save: async () => {
      await page.keyboard.press('ControlOrMeta+s');
      await state(page, 'Сохранено');
      return (await stored(panel, slug)).content;
    },
  };
}

const file = async (number: number) => ({
  name: `${number}.png`,
  type: 'image/png',
  bytes: await noise(40 + number, 30, number)
    .png()
    .toBuffer(),
});
const files = (...numbers: number[]) => Promise.all(numbers.map(file));

async function uploaded(): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array((await file(7)).bytes)]));
  const headers = { Authorization: `Bearer ${panel.token}` };
  const answer = await fetch(`${panel.server.origin}/api/upload`, { method: 'POST', headers, body: form });
  return ((await answer.json()) as { url: string }).url;
}

/** Widths of the pictures of a stored body: they tell the files apart. */
const widths = (html: string) => Array.from(html.matchAll(/ width="(\d+)"/g), ([, width]) => Number(width) - 40);
const pictures = (page: Page) => page.locator('.tiptap img[src^="/uploads/"]');
const countOf = (page: Page, number: number) => expect.poll(() => pictures(page).count()).toBe(number);

const FIGURE = '<figure class="image"><img src="https://example.org/a.png" alt=""></figure>';

describe('several pictures at once', () => {
  test('become a gallery in their order; captions, order, download and undo', async () => {
    const { page, save } = await openArticle('<p>Начало.</p>');
    await write(page, '');
    await give(page, 'paste', await files(1, 2, 3));
    await countOf(page, 3);
    await page.locator('.tiptap .gallery .caption').first().click();
    await page.keyboard.type('Хор');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Анна Ли');
    await page.locator('.tiptap .gallery > .caption').click();
    await page.keyboard.type('Весь вечер');
    await pictures(page).first().click();
    await tool(page, 'Позже').click();
    await tool(page, 'Читатели могут скачать все фото').click();
    const [one, two, three] = [1, 2, 3].map((number) => `<img src="[^"]+" alt="" width="${40 + number}" height="30">`);
    expect(await save()).toMatch(
      new RegExp(
        `^<p>Начало\\.</p><figure class="gallery downloadable"><figure class="image">${two}</figure><figure class="image">${one}<figcaption>Хор<cite>Анна Ли</cite></figcaption></figure>` +
          `<figure class="image">${three}</figure><figcaption>Весь вечер</figcaption></figure><p><br></p>$`,
      ),
    );
    await tool(page, 'Разобрать: фото по одному').click();
    expect(await save()).toMatch(/<\/figure><p>Весь вечер<\/p><p><br><\/p>$/);
    await page.keyboard.press('ControlOrMeta+z');
    await page.locator('.tiptap .gallery').waitFor();
    await pictures(page).first().click();
    await tool(page, 'Удалить выбранное').click();
    await page.locator('.tiptap .gallery .caption').first().click();
    const chooser = page.waitForEvent('filechooser');
    await tool(page, 'Добавить фото').click();
    await (await chooser).setFiles(
      (await files(4, 5)).map(({ type, bytes, ...rest }) => ({ ...rest, mimeType: type, buffer: bytes })),
    );
    await countOf(page, 4);
    expect(widths(await save())).toEqual([1, 3, 4, 5]);
  });

  test('of which one fails become a gallery that takes it later, and leaving nothing out', async () => {
    const { page, save } = await openArticle('<p>Начало.</p>');
    await write(page, '');
    let refusals = 1;
    await page.route('**/api/upload', (route) => {
      refusals -= 1;
      return refusals < 0 ? route.continue() : route.fulfill({ status: 503, json: { message: 'Сервер занят.' } });
    });
    await give(page, 'drop', await files(1, 2, 3));
    await countOf(page, 2);
    await bodyOf(page).getByRole('button', { name: 'Повторить' }).click();
    await countOf(page, 3);
    expect(await page.locator('.tiptap .gallery > .image').count()).toBe(3);
    expect(widths(await save()).toSorted()).toEqual([1, 2, 3]);
  });
});

describe('a selected block', () => {
  test('stays when pictures and files are chosen, which come behind it', async () => {
    const address = await uploaded();
    const figure = `<figure class="image"><img src="${address}" alt=""></figure>`;
    const { page, save } = await openArticle(`${figure}<p>До.</p>`);
    const choose = async (name: string, ...given: { name: string; mimeType: string; buffer: Buffer }[]) => {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(page, name)]);
      await chooser.setFiles(given);
    };
    const selected = (kind: string) => page.locator(`.tiptap .${kind}.ProseMirror-selectednode`).waitFor();
    await pictures(page).click();
    await selected('image');
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(() => page.locator('.tiptap > *').first().textContent()).toBe('До.');
    const pair = (await files(1, 2)).map(({ name, type, bytes }) => ({ name, mimeType: type, buffer: bytes }));
    await choose('Галерея', ...pair);
    await countOf(page, 3);
    await page.keyboard.type('Дальше.');
    const gallery =
      '<figure class="gallery"><figure class="image"><img [^>]+></figure><figure class="image"><img [^>]+></figure></figure>';
    expect(await save()).toMatch(new RegExp(`^<p>До\\.</p>${figure}${gallery}<p>Дальше\\.</p>$`));

    await page.keyboard.press('Home');
    await cursorMoved(page);
    await page.keyboard.press('ArrowUp');
    await selected('gallery');
    await press(page, 'Изображение');
    await page.getByRole('textbox', { name: 'Или адрес картинки' }).fill(address);
    await page.keyboard.press('Enter');
    await countOf(page, 4);
    expect(await save()).toMatch(new RegExp(`^<p>До\\.</p>${figure}${gallery}${figure}<p>Дальше\\.</p>$`));

    await pictures(page).last().click();
    await selected('image');
    await choose('Файл', { name: 'Правила.pdf', mimeType: 'application/pdf', buffer: pdf() });
    await page.locator('.tiptap figure.file').waitFor();
    expect(await save()).toMatch(
      new RegExp(`${gallery}${figure}<figure class="file"><a href="[^"]+">Правила</a></figure><p>Дальше\\.</p>$`),
    );
  });

  test('in a gallery stays in it, with what is chosen behind it, as behind its caption', async () => {
    const address = await uploaded();
    const figure = `<figure class="image"><img src="${address}" alt=""></figure>`;
    const { page, save } = await openArticle(`<figure class="gallery">${figure}${figure}</figure>`);
    const choose = async (number: number) => {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(page, 'Галерея')]);
      const { name, type, bytes } = await file(number);
      await chooser.setFiles({ name, mimeType: type, buffer: bytes });
    };
    await pictures(page).last().click();
    await page.locator('.tiptap .image.ProseMirror-selectednode').waitFor();
    await choose(3);
    await countOf(page, 3);
    await page.locator('.tiptap .image .caption').first().click();
    await cursorMoved(page);
    await choose(4);
    await countOf(page, 4);
    await page.keyboard.type('Хор');
    const added = (number: number) => `<figure class="image"><img [^>]+ width="${40 + number}"[^>]*></figure>`;
    const first = figure.replace('</figure>', '<figcaption>Хор</figcaption></figure>');
    expect(await save()).toMatch(
      new RegExp(`^<figure class="gallery">${first}${added(4)}${figure}${added(3)}</figure>$`),
    );
  });
});

describe('a figure', () => {
  test('is written, left, moved, deleted and brought back by keys alone', async () => {
    const { page, save } = await openArticle(`<p>До.</p>${FIGURE}<p>После.</p>`);
    await bodyOf(page).click();
    await page.keyboard.press('ControlOrMeta+Home');
    await cursorMoved(page);
    await page.keyboard.press('ArrowDown');
    await page.locator('.tiptap .image.ProseMirror-selectednode').waitFor();
    await page.keyboard.type('Хор');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Анна Ли');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Новый абзац.');
    const words = '<figcaption>Хор<cite>Анна Ли</cite></figcaption></figure>';
    const written = `<p>До.</p>${FIGURE.replace('</figure>', words)}<p>Новый абзац.</p><p>После.</p>`;
    expect(await save()).toBe(written);
    await page.keyboard.press('Home');
    await cursorMoved(page);
    await page.keyboard.press('ArrowLeft');
    await page.locator('.tiptap .image.ProseMirror-selectednode').waitFor();
    await page.keyboard.press('Alt+ArrowUp');
    expect(await save()).toBe(`${FIGURE.replace('</figure>', words)}<p>До.</p><p>Новый абзац.</p><p>После.</p>`);
    await page.keyboard.press('Delete');
    expect(await save()).toBe('<p>До.</p><p>Новый абзац.</p><p>После.</p>');
    await page.keyboard.press('ControlOrMeta+z');
    expect(await save()).toContain(words);
  });

  test('is made of a picture in a line by one button on a phone, widened, described and replaced', async () => {
    const inline = `<p>До <img src="${await uploaded()}" alt=""> после.</p>`;
    const { page, save } = await openArticle(inline, { viewport: PHONE, hasTouch: true });
    expect(await save()).toBe(inline);
    await page.locator('.tiptap img').tap();
    await tool(page, 'Сделать блоком с подписью').tap();
    await tool(page, 'Шире текста').tap();
    await tool(page, 'Описание и замена').tap();
    await page.getByRole('textbox', { name: 'Описание', exact: true }).fill('Хор на сцене');
    await button(page, 'Готово').tap();
    expect(await save()).toMatch(
      /^<p>До<\/p><figure class="image wide"><img src="[^"]+" alt="Хор на сцене"><\/figure><p>после\.<\/p>$/,
    );
    await tool(page, 'Описание и замена').tap();
    const [{ name, type, bytes }] = (await files(9)) as [Awaited<ReturnType<typeof file>>];
    await page.locator('dialog input[type=file]').setInputFiles({ name, mimeType: type, buffer: bytes });
    await page.getByText('Картинка заменена.').waitFor();
    expect(await save()).toMatch(
      /<figure class="image wide"><img src="\/uploads\/[\w.]+" alt="Хор на сцене" width="49" height="30">/,
    );
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  });

  test('is chosen in the menu behind the slash, where one file is a figure', async () => {
    const { page, save } = await openArticle('');
    await bodyOf(page).click();
    const chooser = page.waitForEvent('filechooser');
    await page.keyboard.type('/гал');
    await page.getByRole('option', { name: 'Галерея' }).waitFor();
    await page.keyboard.press('Enter');
    const [one] = await files(1);
    await (await chooser).setFiles({ name: 'a.png', mimeType: 'image/png', buffer: one?.bytes ?? Buffer.alloc(0) });
    await countOf(page, 1);
    await page.keyboard.type('Дальше.');
    expect(await save()).toMatch(/^<figure class="image"><img [^>]+><\/figure><p>Дальше\.<\/p>$/);
    await press(page, 'Галерея');
  });
});
