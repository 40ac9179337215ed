import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { chooseFiles, expectNoComplaints, PHONE, upload } from '../../rig/browser/panel.ts';
import { needBrowser } from '../../rig/needs.ts';
import { pdf } from '../../rig/world/files.ts';
import { noise, pngFile } from '../../rig/world/pictures.ts';
import {
  bodyOf,
  button,
  CLIPBOARD,
  cursorMoved,
  give,
  keys,
  openArticle,
  pasteCopied,
  press,
  tool,
  typeLines,
  write,
} from './desk.ts';

const panel = await needBrowser();
const openText = (content: string, options = {}) => openArticle(panel, { content }, options);

const pictureOf = (number: number) => noise(40 + number, 30, number);
/** Pictures of different widths, as a chooser of files gives them; as a hand or the clipboard does. */
const files = (...numbers: number[]) => Promise.all(numbers.map((each) => pngFile(`${each}.png`, pictureOf(each))));
const given = async (...numbers: number[]) =>
  (await files(...numbers)).map(({ name, buffer }) => ({ name, type: 'image/png', bytes: buffer }));
/** The address of such a picture that was uploaded before. */
const uploaded = async () => upload(panel, await pictureOf(7).png().toBuffer());
const RULES = { name: 'Правила.pdf', mimeType: 'application/pdf', buffer: pdf() };

/** Widths of the pictures of a stored body: they tell the files apart. */
const widths = (html: string) => Array.from(html.matchAll(/ width="(\d+)"/g), ([, width]) => Number(width) - 40);
const pictures = (page: Page) => page.locator('.tiptap img[src^="/uploads/"]');
const countOf = (page: Page, number: number) => expect.poll(() => pictures(page).count()).toBe(number);
const selected = (page: Page, kind: string) => page.locator(`.tiptap .${kind}.ProseMirror-selectednode`).waitFor();
const caption = (page: Page) => page.locator('.tiptap .image .caption').first();

const figure = (address: string, words = '') =>
  `<figure class="image"><img src="${address}" alt="">${words && `<figcaption>${words}</figcaption>`}</figure>`;
const WORDS = 'Хор<cite>Анна Ли</cite>';

test('a table is changed by the row of tools that comes with it', async () => {
  const table =
    '<table><thead><tr><th>а</th><th>б</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></tbody></table>';
  const { page, saved } = await openText(`<p>до</p>${table}`, CLIPBOARD);
  const clickOn = async (text: string) => {
    await bodyOf(page).getByText(text, { exact: true }).click();
    await cursorMoved(page);
  };
  const row = page.getByRole('group', { name: 'Таблица' });
  const inRow = (name: string) => row.getByRole('button', { name, exact: true }).click();
  await bodyOf(page).getByText('до').click();
  await expect.poll(() => row.count()).toBe(0);
  await clickOn('2');
  await inRow('Столбец справа');
  await inRow('Строка ниже');
  await clickOn('3');
  await inRow('Удалить строку');
  await clickOn('а');
  await inRow('Строка заголовков');
  await clickOn('1');
  await keys(page, 'End', 'Shift+ArrowRight');
  await inRow('Объединить ячейки');
  await inRow('Подпись таблицы');
  await page.keyboard.type('Итоги');
  expect(await saved()).toBe(
    '<p>до</p><table><caption>Итоги</caption><tbody><tr><td>а</td><td>б</td><td></td></tr>' +
      '<tr><td colspan="2">1<br>2</td><td></td></tr><tr><td></td><td></td><td></td></tr></tbody></table>',
  );
  await page.keyboard.type(' дня');
  await inRow('Удалить таблицу');
  expect(await saved()).toBe('<p>до</p><p><br></p>');
  await page.keyboard.press('ControlOrMeta+z');
  expect(await saved()).toContain('<caption>Итоги дня</caption>');
  await clickOn('б');
  await pasteCopied(page, { html: '<table><tr><td>в</td><td>г</td></tr></table>', text: 'в\tг' });
  expect(await saved()).toContain('<tr><td>а</td><td>в</td><td>г</td></tr>');
  await clickOn('г');
  await pasteCopied(page, { html: '<h2>д</h2><ul><li>е</li></ul>', text: 'д\nе' });
  expect(await saved()).toContain('<td>гд<br>е</td>');
  expectNoComplaints(page);
});

test('a table on a phone is widened inside itself, with tools of a finger’s size', async () => {
  const wide = `<table><tbody><tr>${'<td>достопримечательность</td>'.repeat(6)}</tr></tbody></table>`;
  const { page, saved } = await openText(`${wide}<p>после</p>`, { viewport: PHONE });
  await bodyOf(page).getByText('достопримечательность').first().click();
  await cursorMoved(page);
  const row = page.getByRole('group', { name: 'Таблица' });
  const boxes = await Promise.all((await row.getByRole('button').all()).map((each) => each.boundingBox()));
  expect([boxes.length, boxes.filter((box) => !box || box.width < 44 || box.height < 44)]).toEqual([11, []]);
  await press(page, 'Строка выше');
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect(await saved()).toContain(`<tr>${'<td></td>'.repeat(6)}</tr>`);
  await button(page, 'Предпросмотр').waitFor();
});

test('several pictures at once become a gallery in their order; captions, order, download and undo', async () => {
  const { page, saved } = await openText('<p>Начало.</p>');
  await write(page, '');
  await give(page, 'paste', await given(1, 2, 3));
  await countOf(page, 3);
  await caption(page).click();
  await typeLines(page, 'Хор', 'Анна Ли');
  await page.locator('.tiptap .gallery > .caption').click();
  await page.keyboard.type('Весь вечер');
  await pictures(page).first().click();
  await tool(page, 'Позже').click();
  await tool(page, 'Читатели могут скачать все фото').click();
  const [one, two, three] = [1, 2, 3].map((number) => `<img src="[^"]+" alt="" width="${40 + number}" height="30">`);
  expect(await saved()).toMatch(
    new RegExp(
      `^<p>Начало\\.</p><figure class="gallery downloadable"><figure class="image">${two}</figure><figure class="image">${one}<figcaption>${WORDS}</figcaption></figure>` +
        `<figure class="image">${three}</figure><figcaption>Весь вечер</figcaption></figure><p><br></p>$`,
    ),
  );
  await tool(page, 'Разобрать: фото по одному').click();
  expect(await saved()).toMatch(/<\/figure><p>Весь вечер<\/p><p><br><\/p>$/);
  await page.keyboard.press('ControlOrMeta+z');
  await page.locator('.tiptap .gallery').waitFor();
  await pictures(page).first().click();
  await tool(page, 'Удалить выбранное').click();
  await page.locator('.tiptap .gallery .caption').first().click();
  await chooseFiles(page, () => tool(page, 'Добавить фото').click(), await files(4, 5));
  await countOf(page, 4);
  expect(widths(await saved())).toEqual([1, 3, 4, 5]);
});

test('several pictures at once of which one fails become a gallery that takes it later, and leaving nothing out', async () => {
  const { page, saved } = await openText('<p>Начало.</p>');
  await write(page, '');
  let refusals = 1;
  await page.route('**/api/upload', (route) => {
    refusals -= 1;
    return refusals < 0 ? route.continue() : route.fulfill({ status: 503, json: { message: 'Сервер занят.' } });
  });
  await give(page, 'drop', await given(1, 2, 3));
  await countOf(page, 2);
  await bodyOf(page).getByRole('button', { name: 'Повторить' }).click();
  await countOf(page, 3);
  expect(await page.locator('.tiptap .gallery > .image').count()).toBe(3);
  expect(widths(await saved()).toSorted()).toEqual([1, 2, 3]);
});

test('a selected block is moved, deleted and brought back by keys, and stays when pictures and files are chosen, which come behind it; one file of a gallery is a figure too', async () => {
  const address = await uploaded();
  const kept = figure(address);
  const { page, saved } = await openText(`${kept}<p>До.</p>`);
  await pictures(page).click();
  await selected(page, 'image');
  await page.keyboard.press('Delete');
  expect(await saved()).toBe('<p>До.</p>');
  await page.keyboard.press('ControlOrMeta+z');
  const first = () => page.locator('.tiptap > *').first().textContent();
  await keys(page, 'Alt+ArrowDown');
  await expect.poll(first).toBe('До.');
  await keys(page, 'Alt+ArrowUp');
  await expect.poll(first).not.toBe('До.');
  await keys(page, 'Alt+ArrowDown');
  await expect.poll(first).toBe('До.');
  await chooseFiles(page, () => press(page, 'Галерея'), await files(1, 2));
  await countOf(page, 3);
  await page.keyboard.type('Дальше.');
  const gallery = `<figure class="gallery">${'<figure class="image"><img [^>]+></figure>'.repeat(2)}</figure>`;
  expect(await saved()).toMatch(new RegExp(`^<p>До\\.</p>${kept}${gallery}<p>Дальше\\.</p>$`));

  await keys(page, 'Home', 'ArrowUp');
  await selected(page, 'gallery');
  await press(page, 'Изображение');
  await page.getByRole('textbox', { name: 'Или адрес картинки' }).fill(address);
  await page.keyboard.press('Enter');
  await countOf(page, 4);
  expect(await saved()).toMatch(new RegExp(`^<p>До\\.</p>${kept}${gallery}${kept}<p>Дальше\\.</p>$`));

  await pictures(page).last().click();
  await selected(page, 'image');
  await chooseFiles(page, () => press(page, 'Файл'), [RULES]);
  await page.locator('.tiptap figure.file').waitFor();
  expect(await saved()).toMatch(
    new RegExp(`${gallery}${kept}<figure class="file"><a href="[^"]+">Правила</a></figure><p>Дальше\\.</p>$`),
  );
  await write(page, '');
  await chooseFiles(page, () => press(page, 'Галерея'), await files(3));
  await countOf(page, 5);
  expect(await saved()).toMatch(/<p>Дальше\.<\/p><figure class="image"><img [^>]+><\/figure><p><br><\/p>$/);
});

test('a selected block in a gallery stays in it, with what is chosen behind it, as behind its caption', async () => {
  const address = await uploaded();
  const { page, saved } = await openText(`<figure class="gallery">${figure(address).repeat(2)}</figure>`);
  await pictures(page).last().click();
  await selected(page, 'image');
  await chooseFiles(page, () => press(page, 'Галерея'), await files(3));
  await countOf(page, 3);
  await caption(page).click();
  await cursorMoved(page);
  await chooseFiles(page, () => press(page, 'Галерея'), await files(4));
  await countOf(page, 4);
  await page.keyboard.type('Хор');
  const added = (number: number) => `<figure class="image"><img [^>]+ width="${40 + number}"[^>]*></figure>`;
  expect(await saved()).toMatch(
    new RegExp(`^<figure class="gallery">${figure(address, 'Хор')}${added(4)}${figure(address)}${added(3)}</figure>$`),
  );
});

test('a figure is made of a picture in a line by one button on a phone, widened, described and replaced', async () => {
  const inline = `<p>До <img src="${await uploaded()}" alt=""> после.</p>`;
  const { page, saved } = await openText(inline, { viewport: PHONE, hasTouch: true });
  await page.locator('.tiptap img').tap();
  await tool(page, 'Сделать блоком с подписью').tap();
  await tool(page, 'Шире текста').tap();
  await tool(page, 'Описание и замена').tap();
  await page.getByRole('textbox', { name: 'Описание', exact: true }).fill('Хор на сцене');
  await button(page, 'Готово').tap();
  expect(await saved()).toMatch(
    /^<p>До<\/p><figure class="image wide"><img src="[^"]+" alt="Хор на сцене"><\/figure><p>после\.<\/p>$/,
  );
  await tool(page, 'Описание и замена').tap();
  await page.locator('dialog input[type=file]').setInputFiles(await files(9));
  await page.getByText('Картинка заменена.').waitFor();
  expect(await saved()).toMatch(
    /<figure class="image wide"><img src="\/uploads\/[\w.]+" alt="Хор на сцене" width="49" height="30">/,
  );
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
});
