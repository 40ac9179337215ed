import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { chooseFiles, eventually, expectNoComplaints, holdRequests, PHONE, upload } from '../../rig/browser/panel.ts';
import { needBrowser } from '../../rig/needs.ts';
import { pdf } from '../../rig/world/files.ts';
import { isoMedia, noise, pngFile } from '../../rig/world/pictures.ts';
import * as desk from './desk.ts';

const panel = await needBrowser();
const openText = (content: string, options = {}) => desk.openArticle(panel, { content }, options);

const pictureOf = (number: number) => noise(40 + number, 30, number);
/** Pictures of different widths, as a chooser of files gives them; as a hand or the clipboard does. */
const files = (...numbers: number[]) => Promise.all(numbers.map((each) => pngFile(`${each}.png`, pictureOf(each))));
const given = async (...numbers: number[]) =>
  (await files(...numbers)).map(({ name, mimeType, buffer }) => ({ name, type: mimeType, bytes: buffer }));
/** The address of such a picture that was uploaded before. */
const uploaded = async () => upload(panel, await pictureOf(7).png().toBuffer());
const RULES = { name: 'Правила.pdf', mimeType: 'application/pdf', buffer: pdf() };

/** A stored body with the number of each picture that was uploaded here in place of it, and without the address of a file. */
const numbered = (html: string) =>
  html
    .replaceAll(/<img src="\/uploads\/[\w.-]+" alt="" width="(\d+)" height="\d+">/g, (_, width) => `[${width - 40}]`)
    .replaceAll(/\/uploads\/\w+\.pdf/g, '…');
const image = (number: number, words = '') => `<figure class="image">[${number}]${words}</figure>`;
const numbersIn = (html: string) => numbered(html).match(/\[\d+\]/g);
const tableTools = (page: Page) => page.getByRole('group', { name: 'Таблица' });
const pictures = (page: Page) => page.locator('.tiptap img[src^="/uploads/"]');
const countOf = (page: Page, number: number) => expect.poll(() => pictures(page).count()).toBe(number);
const selected = (page: Page, kind: string) => page.locator(`.tiptap .${kind}.ProseMirror-selectednode`).waitFor();
const caption = (page: Page) => page.locator('.tiptap .image .caption').first();

const figure = (address: string) => `<figure class="image"><img src="${address}" alt=""></figure>`;

test('a table is changed by the row of tools that comes with it', async () => {
  const table =
    '<table><thead><tr><th>а</th><th>б</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></tbody></table>';
  const { page, saved } = await openText(`<p>до</p>${table}`, desk.CLIPBOARD);
  const clickOn = async (text: string) => {
    await desk.bodyOf(page).getByText(text, { exact: true }).click();
    await desk.cursorMoved(page);
  };
  const inRow = (name: string) => tableTools(page).getByRole('button', { name, exact: true }).click();
  await desk.bodyOf(page).getByText('до').click();
  await expect.poll(() => tableTools(page).count()).toBe(0);
  await clickOn('2');
  await inRow('Столбец справа');
  await inRow('Строка ниже');
  await clickOn('3');
  await inRow('Удалить строку');
  await clickOn('а');
  await inRow('Строка заголовков');
  await inRow('Подпись таблицы');
  await page.keyboard.type('Итоги');
  expect(await saved()).toBe(
    '<p>до</p><table><caption>Итоги</caption><tbody><tr><td>а</td><td>б</td><td></td></tr>' +
      '<tr><td>1</td><td>2</td><td></td></tr><tr><td></td><td></td><td></td></tr></tbody></table>',
  );
  await page.keyboard.type(' дня');
  await inRow('Удалить таблицу');
  expect(await saved()).toBe('<p>до</p><p><br></p>');
  await page.keyboard.press('ControlOrMeta+z');
  expect(await saved()).toContain('<caption>Итоги дня</caption>');
  await clickOn('б');
  await desk.pasteCopied(page, { html: '<table><tr><td>в</td><td>г</td></tr></table>', text: 'в\tг' });
  expect(await saved()).toContain('<tr><td>а</td><td>в</td><td>г</td></tr>');
  await clickOn('г');
  await desk.pasteCopied(page, { html: '<h2>д</h2><ul><li>е</li></ul>', text: 'д\nе' });
  await desk.pasteCopied(page, { text: '1. ж' });
  await desk.pasteCopied(page, { text: 'з', code: '{"mode":"php"}' });
  await desk.strike(page, 'и{Enter}');
  expect(await saved()).toContain('<td>гд<br>е1. жзи</td>');
  await page.keyboard.type('к');
  expect(await saved()).toContain('<td>гд<br>е1. жзи<br>к</td>');
  await page.locator('.tiptap td').last().click();
  await desk.cursorMoved(page);
  await desk.strike(page, '---{ControlOrMeta+Alt+g}');
  expect(await saved()).toContain('<td></td><td>---</td></tr></tbody></table><hr><p><br></p>');
  expectNoComplaints(page);
});

test('several pictures at once become a gallery in their order; captions, order, download and undo', async () => {
  const { page, saved } = await openText('<p>Начало.</p>', desk.CLIPBOARD);
  await desk.write(page, '');
  await desk.give(page, 'paste', await given(1, 2, 3));
  await countOf(page, 3);
  await caption(page).click();
  await desk.cursorMoved(page);
  await desk.pasteCopied(page, { html: '<p>Хор</p><p>поёт</p>', text: 'Хор' });
  await desk.strike(page, '{Enter}Анна Ли');
  await page.locator('.tiptap .gallery > .caption').click();
  await page.keyboard.type('Весь вечер');
  await pictures(page).first().click();
  await desk.tool(page, 'Позже').click();
  await desk.tool(page, 'Читатели могут скачать все фото').click();
  expect(numbered(await saved())).toBe(
    `<p>Начало.</p><figure class="gallery downloadable">${image(2)}${image(1, '<figcaption>Хор<br>поёт<cite>Анна Ли</cite></figcaption>')}` +
      `${image(3)}<figcaption>Весь вечер</figcaption></figure><p><br></p>`,
  );
  // Elsewhere first: a second click at one place within half a second is a double click, which selects nothing.
  for (const at of [-1, 0]) await pictures(page).nth(at).click();
  await selected(page, 'image');
  await desk.tool(page, 'Удалить выбранное').click();
  await page.locator('.tiptap .gallery .caption').first().click();
  await chooseFiles(page, () => desk.tool(page, 'Добавить фото').click(), await files(4, 5));
  await countOf(page, 4);
  expect(numbersIn(await saved())).toEqual(['[1]', '[3]', '[4]', '[5]']);
});

test('several pictures at once of which one fails become a gallery, and it comes beside it when it is sent again', async () => {
  const { page, saved } = await openText('<p>Начало.</p>');
  await desk.write(page, '');
  const refusal = { status: 503, json: { message: 'Сервер занят.' } };
  await page.route('**/api/upload', (route) => route.fulfill(refusal), { times: 1 });
  await desk.give(page, 'drop', await given(1, 2, 3));
  await countOf(page, 2);
  await desk.bodyOf(page).getByRole('button', { name: 'Повторить' }).click();
  await countOf(page, 3);
  expect(await page.locator('.tiptap .gallery > .image').count()).toBe(2);
  expect(numbersIn(await saved())?.toSorted()).toEqual(['[1]', '[2]', '[3]']);
});

test('a selected block is moved, deleted and brought back by keys, and stays when pictures and files are chosen, which come behind it; one file of a gallery is a figure too', async () => {
  const address = await uploaded();
  const kept = figure(address);
  const { page, saved } = await openText(`<p>До.</p>${kept}`);
  await pictures(page).click();
  await selected(page, 'image');
  await page.keyboard.press('Delete');
  expect(await saved()).toBe('<p>До.</p>');
  const first = () => page.locator('.tiptap > *').first().textContent();
  await desk.keys(page, 'ControlOrMeta+z', 'Alt+ArrowUp');
  await expect.poll(first).not.toBe('До.');
  await desk.keys(page, 'Alt+ArrowDown');
  await expect.poll(first).toBe('До.');
  await chooseFiles(page, () => desk.press(page, 'Галерея'), await files(1, 2));
  await countOf(page, 3);
  await page.keyboard.type('Дальше.');
  const gallery = `<figure class="gallery">${image(1)}${image(2)}</figure>`;
  expect(numbered(await saved())).toBe(`<p>До.</p>${kept}${gallery}<p>Дальше.</p>`);

  await desk.keys(page, 'Home', 'ArrowUp');
  await selected(page, 'gallery');
  await desk.press(page, 'Изображение');
  await page.getByRole('textbox', { name: 'Или адрес картинки' }).fill(address);
  await page.keyboard.press('Enter');
  await countOf(page, 4);
  expect(numbered(await saved())).toBe(`<p>До.</p>${kept}${gallery}${kept}<p>Дальше.</p>`);

  await pictures(page).last().click();
  await selected(page, 'image');
  await chooseFiles(page, () => desk.press(page, 'Файл'), [RULES]);
  await page.locator('.tiptap figure.file').waitFor();
  const file = '<figure class="file"><a href="…">Правила</a></figure>';
  expect(numbered(await saved())).toBe(`<p>До.</p>${kept}${gallery}${kept}${file}<p>Дальше.</p>`);
  await desk.write(page, '');
  await chooseFiles(page, () => desk.press(page, 'Галерея'), await files(3));
  await countOf(page, 5);
  expect(numbered(await saved())).toContain(`${file}<p>Дальше.</p>${image(3)}<p><br></p>`);
});

test('a figure is widened, described and replaced on a phone', async () => {
  const address = await uploaded();
  const text = `<p>До</p>${figure(address)}<p>после.</p>`;
  const { page, saved } = await openText(text, { viewport: PHONE, hasTouch: true });
  await page.locator('.tiptap img').tap();
  for (const each of ['Шире текста', 'Описание и замена']) await desk.tool(page, each).tap();
  await page.getByRole('textbox', { name: 'Описание', exact: true }).fill('Хор на сцене');
  await desk.button(page, 'Готово').tap();
  const framed = (image: string) => `<p>До</p><figure class="image wide">${image}</figure><p>после.</p>`;
  expect(await saved()).toBe(framed(`<img src="${address}" alt="Хор на сцене">`));
  await desk.tool(page, 'Описание и замена').tap();
  await page.locator('dialog input[type=file]').setInputFiles(await files(9));
  await page.getByText('Картинка заменена.').waitFor();
  const replaced = (await saved()).replace(/\/uploads\/\w+\.png/, '…');
  expect(replaced).toBe(framed('<img src="…" alt="Хор на сцене" width="49" height="30">'));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
});

async function openAtEnd() {
  const opened = await desk.openArticle(panel);
  await desk.write(opened.page, '');
  return opened;
}

test('a picture in the text of any format is pasted and becomes an upload, from pasted markup too, and is dropped where the hand is', async () => {
  const { page, saved } = await openAtEnd();
  const afresh = async () => {
    await desk.strike(page, '{ControlOrMeta+a}Начало.');
    await countOf(page, 0);
  };
  for (const format of ['png', 'jpeg', 'webp', 'gif', 'avif'] as const) {
    await afresh();
    const bytes = await pictureOf(1).toFormat(format).toBuffer();
    await desk.give(page, 'paste', [{ name: `a.${format}`, type: `image/${format}`, bytes }]);
    await countOf(page, 1);
    // Behind it the new paragraph where writing goes on.
    expect([format, numbered(await saved())]).toEqual([format, `<p>Начало.</p>${image(1)}<p><br></p>`]);
  }
  await afresh();
  await desk.give(page, 'drop', await given(1));
  await countOf(page, 1);
  expect(numbered(await saved())).toBe(`<p>Начало.</p>${image(1)}`);
  await afresh();
  const data = (await pictureOf(1).png().toBuffer()).toString('base64');
  const html = `<p>До</p><p><img src="data:image/png;base64,${data}" alt="x"></p><p>После</p>`;
  await desk.give(page, 'paste', [], { html });
  await countOf(page, 1);
  expect(await saved()).toMatch(/До<\/p><figure class="image"><img src="\/uploads\/[^>]+><\/figure><p>После/);
});

test('a picture in the text that this browser cannot open comes back with advice; one on its way keeps its place, and nothing is saved and nobody led to the list meanwhile', async () => {
  const { page, article } = await openAtEnd();
  await desk.give(page, 'paste', [{ name: 'a.heic', type: 'image/heic', bytes: isoMedia('heic') }]);
  await page.getByText('Ошибка загрузки изображения: Этот браузер не открывает снимки HEIC.').waitFor();
  await desk.button(page, 'Убрать').click();
  await expect.poll(() => page.locator('.upload').count()).toBe(0);

  const letThrough = await holdRequests(page, '**/api/upload');
  await desk.write(page, ' Правка.');
  const late = await given(1);
  await desk.submit(page, 'Сохранить');
  await desk.give(page, 'paste', late);
  await page.getByText('Картинка загружается…').waitFor();
  await expect.poll(() => desk.button(page, 'Сохранить').isDisabled()).toBe(true);
  await desk.state(page, 'Не сохранено');
  await desk.write(page, ' Дальше.');
  await page.waitForTimeout(2000);
  letThrough();
  await countOf(page, 1);
  await desk.button(page, 'Сохранить').click();
  await page.waitForURL('**/admin/news');
  const content = `<p>Начало.</p><p>Правка.</p>${image(1)}<p>Дальше.</p>`;
  await eventually(async () => numbered((await article()).content)).toBe(content);
});

test('pictures that come together are sent three at a time, without one that was removed before its turn', async () => {
  const { page } = await openAtEnd();
  const sent = new Set<object>();
  page.on('request', (request) => request.url().endsWith('/api/upload') && sent.add(request));
  const letThrough = await holdRequests(page, '**/api/upload');
  await desk.give(page, 'paste', await given(1, 2, 3, 4, 5));
  await expect.poll(() => sent.size).toBe(3);
  await desk.button(page, 'Убрать').last().click();
  await page.waitForTimeout(500);
  expect(sent.size).toBe(3);
  letThrough();
  await countOf(page, 4);
  expect(sent.size).toBe(4);
});

test('pictures uploaded at the end of a long text leave the cursor and their caption above the bar, and move nobody who reads elsewhere', async () => {
  const { page } = await openText('<p>слово</p>'.repeat(40), { viewport: { width: 1366, height: 768 } });
  const isInView = (part: string) =>
    eventually(async () => {
      const places = [page.locator(part).last(), page.locator('[data-lower-bar]')];
      const [place, bar] = await Promise.all(places.map((each) => each.boundingBox()));
      return place && bar && place.y > 60 && place.y + place.height <= bar.y;
    }).toBe(true);
  const put = async (...seeds: number[]) => {
    const big = seeds.map((seed) => pngFile(`${seed}.png`, noise(900, 500, seed)));
    await chooseFiles(page, () => desk.press(page, 'Галерея'), await Promise.all(big));
  };
  await desk.write(page, '{Enter}');
  for (const seeds of [[1], [2, 3]]) {
    await put(...seeds);
    await countOf(page, Math.max(...seeds));
    await isInView('.tiptap figcaption');
    await isInView('.tiptap > p');
  }
  await put(4);
  await page.evaluate(() => scrollTo(0, 0));
  await countOf(page, 4);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('a picture is chosen in the dialog and described, and the library gives one to the text and to the cover', async () => {
  const url = await uploaded();
  await panel.call('PUT', `/admin/images/${url.split('/').at(-1)}`, { alt: 'Зал перед началом' });
  const { page, saved } = await openAtEnd();
  const pick = () => page.getByRole('dialog').getByRole('button', { name: 'Зал перед началом' }).click();
  await desk.tool(page, 'Изображение').click();
  await desk.button(page, 'Из библиотеки').last().click();
  await pick();
  await desk.button(page, 'Из библиотеки').click();
  await pick();
  await expect.poll(() => page.getByLabel('Описание обложки').inputValue()).toBe('Зал перед началом');
  await desk.button(page, 'Из библиотеки').waitFor();
  const words = (alt: string) =>
    `<p>Начало.</p><figure class="image"><img src="${url}" alt="${alt}" width="47" height="30"></figure><p><br></p>`;
  expect(await saved()).toBe(words('Зал перед началом'));
  await page.locator('.tiptap img').click();
  await desk.tool(page, 'Изображение').click();
  await page.getByRole('textbox', { name: 'Описание', exact: true }).fill('Сцена в огнях');
  await desk.button(page, 'Готово').click();
  expect(await saved()).toBe(words('Сцена в огнях'));
});

test('the cover that is no picture is refused with the reason; another can be stopped where the network hangs, and is dropped, described and removed', async () => {
  const { page, article } = await desk.openArticle(panel, { title: 'С обложкой', status: 'published' });
  const input = page.locator('input[name=coverImage]');
  const refusedAs = (why: string) => page.getByText(`Ошибка при загрузке обложки: ${why}`).waitFor();
  await expect.poll(() => input.getAttribute('accept')).toBe('image/*');
  await input.setInputFiles({ name: 'a.png', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
  await refusedAs('Это не картинка. Выберите файл PNG, JPEG, WebP или GIF.');
  await page.route('**/api/upload', (route) => route.fulfill({ status: 201, json: {} }), { times: 1 });
  await input.setInputFiles(await pngFile());
  await refusedAs('Server did not return a valid URL.');

  await holdRequests(page, '**/api/upload');
  await input.setInputFiles(await pngFile());
  await expect.poll(() => desk.button(page, 'Сохранить').isDisabled()).toBe(true);
  await desk.button(page, 'Остановить загрузку обложки').click();
  await expect.poll(() => desk.button(page, 'Сохранить').isDisabled()).toBe(false);
  await page.unroute('**/api/upload');
  await desk.give(page, 'drop', await given(1), { place: page.getByRole('region', { name: 'Загрузка обложки' }) });
  await page.getByText('Обложка успешно загружена.').waitFor();
  await page.getByLabel('Описание обложки').fill('Шум');
  await desk.saveByKeys(page);
  expect(await article()).toMatchObject({ coverImageUrl: expect.stringMatching(/^\/uploads\//), coverAlt: 'Шум' });
  await desk.button(page, 'Убрать обложку').click();
  await desk.saveByKeys(page);
  expect((await article()).coverImageUrl).toBeNull();
});
