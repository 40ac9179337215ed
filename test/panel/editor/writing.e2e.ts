import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { figureOf } from '../../embeds/figure.ts';
import { click, expectNoComplaints, hasFocus, PHONE, undoBar } from '../../rig/browser/panel.ts';
import { rowsIn, sample } from '../../rig/cases.ts';
import { needBrowser } from '../../rig/needs.ts';
import { noise } from '../../rig/world/pictures.ts';
import * as desk from './desk.ts';
import { PASTES } from './pastes.ts';

const panel = await needBrowser();

test('a new article is made, told about and left for the list', async () => {
  const page = await desk.openNew(panel, 'Жюри & зрители', 'Первое предложение.');
  await expect.poll(() => page.locator('[name=slug]').inputValue()).toBe('zhyuri-and-zriteli');
  await expect.poll(() => page.locator('[name=date]').inputValue()).toBe('');
  await page.getByText(/^В день публикации: \d{1,2}\u00a0[а-я]+ \d{4}$/).waitFor();
  await desk.state(page, 'Не сохранено');
  await desk.submit(page, 'Создать');
  await desk.state(page, 'Сохранено');
  await page.waitForURL('**/admin/news');
  const article = await desk.stored(panel, 'zhyuri-and-zriteli');
  expect([article.status, article.content]).toEqual(['published', '<p>Первое предложение.</p>']);
  await undoBar(page).getByText('Опубликовано: «Жюри & зрители».').waitFor();
  await undoBar(page).getByRole('button', { name: 'Вернуть' }).click();
  await expect.poll(async () => (await desk.stored(panel, 'zhyuri-and-zriteli')).status).toBe('draft');
  expectNoComplaints(page);
});

test('a save, and a publication, is one request, loses nothing of the markup of another editor, and its answer is not parsed once more', async () => {
  const content =
    '<h2 class="ql-align-center">Заголовок</h2><p class="ql-indent-2">Отступ</p><ol><li data-list="bullet">пункт</li><li class="ql-indent-1" data-list="checked">сделано</li></ol><pre class="ql-syntax">код\n  дальше</pre><blockquote class="ql-align-right">цитата</blockquote>';
  const { page, slug, article } = await desk.openArticle(panel, { content });
  await page.evaluate(() => {
    const parse = DOMParser.prototype.parseFromString;
    Object.assign(window, { parsed: 0 });
    DOMParser.prototype.parseFromString = function (...given) {
      Object.assign(window, { parsed: Number(Reflect.get(window, 'parsed')) + 1 });
      return parse.apply(this, given);
    };
  });
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!/\/(presence|verify)$/.test(pathname)) asked.push(`${request.method()} ${pathname}`);
  });
  await desk.write(page, ' Сохранено вручную.');
  await desk.saveByKeys(page);
  await desk.state(page, 'Сохранено');
  await desk.write(page, ' Опубликовано.');
  await desk.order(page, 'Опубликовать', undoBar(page).getByText('Опубликовано'));
  await desk.state(page, 'Сохранено');
  const written = content.replace('цитата', 'цитата Сохранено вручную. Опубликовано.');
  expect((await article()).content).toBe(written);
  expect(asked).toEqual([`PUT /api/admin/news/${slug}`, `PUT /api/admin/news/${slug}`]);
  expect(await page.evaluate(() => Reflect.get(window, 'parsed'))).toBe(0);
});

test('what was typed is not lost when the tab is closed right after it', async () => {
  const { page, slug, article } = await desk.openArticle(panel, { status: 'published' });
  await desk.write(page, ' Набрано перед закрытием.');
  await desk.titleOf(page).fill('Закрытая вкладка, новое имя');
  await page.close({ runBeforeUnload: true });
  const again = await page.context().newPage();
  await again.goto(`${panel.server.origin}/admin/news/edit/${slug}`);
  await desk.unsaved(again).waitFor();
  await expect
    .poll(() => desk.unsaved(again).locator('ins').allTextContents())
    .toEqual(expect.arrayContaining([expect.stringContaining('Набрано перед закрытием.')]));
  await desk.order(again, 'Восстановить', desk.chip(again, 'Не сохранено'));
  await desk.submit(again, 'Сохранить');
  const { title, content } = await article();
  expect([title, content]).toEqual(['Закрытая вкладка, новое имя', '<p>Начало. Набрано перед закрытием.</p>']);
  await again.goto(`${panel.server.origin}/admin/news/edit/${slug}`);
  await desk.state(again, 'Сохранено');
  await expect.poll(() => desk.unsaved(again).count()).toBe(0);
});

test('a subtitle stands between the title and the text, saves itself, and Tab leads on from it', async () => {
  const { page, article } = await desk.openArticle(panel);
  const subtitle = page.getByRole('textbox', { name: 'Подзаголовок' });
  const [title, below, text] = await Promise.all(
    [desk.titleOf(page), subtitle, desk.bodyOf(page)].map(async (field) => (await field.boundingBox())?.y ?? 0),
  );
  expect(title).toBeLessThan(below ?? 0);
  expect(below).toBeLessThan(text ?? 0);
  await subtitle.fill('Первый вечер');
  await expect.poll(async () => (await article()).subtitle).toBe('Первый вечер');
  await subtitle.press('Tab');
  await hasFocus(desk.bodyOf(page));
});

test('a draft saves itself: a new one once it has a title and a text, with a slug that follows the title until somebody saves; a published article never', async () => {
  const published = await desk.openArticle(panel, { status: 'published' });
  await desk.write(published.page, ' Правка.');
  await desk.state(published.page, 'Не сохранено');

  const page = await panel.open('/admin/news/new');
  await desk.write(page, 'Текст.');
  await page.getByText('Впишите заголовок, и черновик сохранится сам').waitFor();
  await desk.titleOf(page).fill('Фин');
  await expect.poll(() => desk.chip(page, 'Сохранено').count()).toBe(1);
  expect(await desk.stored(panel, 'fin')).toMatchObject({ status: 'draft', title: 'Фин', content: '<p>Текст.</p>' });
  expect(new URL(page.url()).pathname).toBe('/admin/news/edit/fin');
  await desk.titleOf(page).fill('Финал года');
  await expect.poll(async () => (await desk.stored(panel, 'fin')).title).toBe('Финал года');
  const revisions = await panel.call('GET', '/admin/news/fin/revisions');
  expect(await revisions.json()).toMatchObject([{ autosaved: true }]);
  await desk.submit(page, 'Создать');
  expect(await desk.stored(panel, 'final-goda')).toMatchObject({ status: 'published', content: '<p>Текст.</p>' });
  expect((await desk.all(panel)).filter(({ title }) => title === 'Финал года')).toHaveLength(1);

  await desk.state(published.page, 'Не сохранено');
  expect((await published.article()).version).toBe(1);
});

test('two editors who changed the same choose for each place, see the result, may join both, and keep the other’s title', async () => {
  const before = { content: '<p>Начало.</p><p>Середина.</p><p>Конец.</p>', status: 'published' };
  const { page, slug, article } = await desk.openArticle(panel, before);
  await desk.write(page, ' Мой конец.');
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.type('Моё. ');
  const content = '<p>Начало. Чужое.</p><p>Середина.</p><p>Конец. Чужой конец.</p>';
  await panel.call('PUT', `/admin/news/${slug}`, { title: 'Чужой заголовок', content });
  await page.keyboard.press('ControlOrMeta+s');
  const dialog = page.getByRole('alertdialog');
  const places = dialog.locator('section');
  await dialog.getByText('Текст, место 1 из 2').waitFor();
  await expect.poll(() => places.first().locator('ins').textContent()).toContain('Чужое');
  await expect.poll(() => places.first().locator('del').textContent()).toContain('Моё');
  const result = (place: number) => places.nth(place).locator('[role=status] p').allTextContents();
  expect(await result(0)).toEqual(['Моё. Начало.', 'Начало. Чужое.']);
  expect(await result(1)).toEqual(['Конец. Мой конец.', 'Конец. Чужой конец.']);
  await places.nth(1).getByRole('radio', { name: 'Оставить мою' }).check();
  expect(await result(1)).toEqual(['Конец. Мой конец.']);
  // By keyboard, as all of it.
  await places.nth(1).getByRole('radio', { name: 'Соединить' }).focus();
  await desk.keys(page, 'ArrowUp', 'ArrowUp');
  expect(await result(1)).toEqual(['Конец. Чужой конец.']);
  await page.setViewportSize(PHONE);
  const heights = (names: string[]) =>
    Promise.all(names.map(async (name) => (await desk.button(page, name).boundingBox())?.y));
  const [back, save] = await heights(['К тексту', 'Сохранить так']);
  expect(back, 'one row for a thumb').toBe(save);
  await click(dialog, 'Сохранить так', desk.chip(page, 'Сохранено'));
  expect(await article()).toMatchObject({
    title: 'Чужой заголовок',
    content: '<p>Моё. Начало.</p><p>Начало. Чужое.</p><p>Середина.</p><p>Конец. Чужой конец.</p>',
  });
});

test('a publication is planned on the site’s clock, with the own one beside it, and stays in the editor', async () => {
  const fields = { title: 'По расписанию' };
  const { page, slug, article } = await desk.openArticle(panel, fields, { timezoneId: 'Asia/Vladivostok' });
  await page.locator('[name=publishAt]').fill('2125-07-20T18:00');
  await page.getByText('У вас это 21 июля 2125, 01:00').waitFor();
  await desk.planButton(page).click();
  await page.getByText('Запланировано: «По расписанию».').first().waitFor();
  expect(await article()).toMatchObject({ status: 'scheduled', publishAt: '2125-07-20T15:00:00.000Z' });
  await page.locator('[name=expiresAt]').fill('2125-07-21T00:00');
  await desk.saveByKeys(page);
  expect((await article()).expiresAt).toBe('2125-07-20T21:00:00.000Z');
  expect(new URL(page.url()).pathname).toBe(`/admin/news/edit/${slug}`);
});

test('a text takes what Word had clean, naming the rest, links of sites, mailboxes and telephones, and a picture from the clipboard', async () => {
  const { page, saved } = await desk.openArticle(panel, { content: '' });
  const [[, word, expected, lost] = []] = PASTES;
  await desk.give(page, 'paste', [], { html: word ?? '' });
  await page.getByText(`Не всё вставилось: ${lost}.`).waitFor();
  expect(await saved()).toBe(expected);
  await desk.keys(page, 'ControlOrMeta+a', 'Delete');
  await page.keyboard.type('слово');
  await desk.keys(page, 'ControlOrMeta+a', 'ControlOrMeta+k');
  const address = page.getByRole('dialog').getByRole('textbox', { name: 'Адрес' });
  await address.fill('javascript:alert(1)');
  await address.press('Enter');
  await page.getByText('Нужен адрес сайта, почты или телефон').waitFor();
  await address.fill('press@festival.ru');
  await address.press('Enter');
  expect(await saved()).toBe('<p><a href="mailto:press@festival.ru">слово</a></p>');
  await desk.write(page, '');
  await desk.give(page, 'paste', [{ name: 'a.png', type: 'image/png', bytes: await noise().png().toBuffer() }]);
  await page.locator('.tiptap img[src^="/uploads/"]').waitFor();
  expect(await saved()).toMatch(
    /слово<\/a><\/p><figure class="image"><img src="\/uploads\/[\w.-]+" alt="" width="\d+" height="\d+"><\/figure><p><br><\/p>$/,
  );
});

const VIDEO = 'https://vkvideo.ru/video-1_22';
const PICTURE = 'https://example.org/hall.png';

/** Each block in and out, by keys alone and without a look at the screen; in braces what is no letter. */
const TYPED = rowsIn<[way: string, keys: string, stored: string]>('panel/editor/quick-keys.txt', '', {
  ...{ VIDEO, PICTURE, EMBED: figureOf(VIDEO, 'Клип') },
});

const PAUSES = sample([0, 15], 2);
test.each(PAUSES)('a text with every block, typed with %s ms between keys, stands as typed', async (pause) => {
  const { page, saved } = await desk.openArticle(panel, { content: '' });
  await page.route(PICTURE, (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  );
  await typeKeys(page, TYPED.map(([, keys]) => keys).join(''), pause);
  expect(await saved()).toBe(TYPED.map(([, , html]) => html).join(''));
});

/** As a Russian keyboard sends them: Playwright's own has no such letters and puts them in without a key. */
async function typeKeys(page: Page, keys: string, pause: number): Promise<void> {
  const wire = await page.context().newCDPSession(page);
  for (const [, named, letter = ''] of keys.matchAll(/\{([^}]+)\}|(.)/gsu)) {
    if (named) await page.keyboard.press(named.replace('Control', 'ControlOrMeta'));
    else {
      await wire.send('Input.dispatchKeyEvent', { type: 'keyDown', key: letter, text: letter });
      await wire.send('Input.dispatchKeyEvent', { type: 'keyUp', key: letter });
    }
    if (pause > 0) await page.waitForTimeout(pause);
  }
  await wire.detach();
}
