import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { figureOf } from '../../embeds/figure.ts';
import { click, expectNoComplaints, follow, undoBar } from '../../rig/browser/panel.ts';
import { rowsIn, sample } from '../../rig/cases.ts';
import { needBrowser } from '../../rig/needs.ts';
import * as desk from './desk.ts';

const panel = await needBrowser();

test('a new article is made, once for a second click on «Создать», told about and left for the list', async () => {
  const page = await desk.openNew(panel, 'Жюри & зрители', 'Первое предложение.');
  await expect.poll(() => page.locator('[name=slug]').inputValue()).toBe('zhyuri-and-zriteli');
  await desk.state(page, 'Не сохранено');
  await desk.button(page, 'Создать').dblclick();
  await page.getByText('Новость успешно создана!').waitFor();
  // Until the return it takes no click.
  await page.locator('[type=submit]:disabled').dispatchEvent('click');
  await desk.state(page, 'Сохранено');
  await page.waitForURL('**/admin/news');
  const named = (await desk.all(panel)).filter(({ title }) => title === 'Жюри & зрители');
  expect(named).toMatchObject([{ status: 'published', content: '<p>Первое предложение.</p>', version: 1 }]);
  await undoBar(page).getByText('Опубликовано: «Жюри & зрители».', { exact: true }).waitFor(); // without the notice
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
  await desk.write(page, ' Опубликовано.');
  await desk.order(page, 'Опубликовать', undoBar(page).getByText('Опубликовано'));
  await desk.state(page, 'Сохранено');
  const written = content.replace('цитата', 'цитата Сохранено вручную. Опубликовано.');
  expect((await article()).content).toBe(written);
  expect(asked).toEqual([`PUT /api/admin/news/${slug}`, `PUT /api/admin/news/${slug}`]);
  expect(await page.evaluate(() => Reflect.get(window, 'parsed'))).toBe(0);
});

test('what was typed is not lost when somebody leaves by «К списку»: it is offered until the server has it, and joined with what others changed meanwhile', async () => {
  const before = '<p>Раз.</p><p>Два.</p><p>Три.</p>';
  const { page, slug, article } = await desk.openArticle(panel, { status: 'published', content: before });
  await desk.write(page, ' Оставлено на потом.');
  await follow(page, 'К списку', 'Несохранённый текст остался в этом браузере');
  await page.goto(`${panel.server.origin}/admin/news/edit/${slug}`);
  await desk.button(page, 'Восстановить').click();
  await page.keyboard.press('ControlOrMeta+z');
  await desk.state(page, 'Сохранено');
  await page.waitForTimeout(desk.JOURNAL_WITHIN);
  await panel.call('PUT', `/admin/news/${slug}`, { title: 'Заголовок Анны', content: '<p>Раз.</p><p>Три.</p>' });
  await page.reload();
  await desk.unsaved(page).getByText('Оставлено на потом.').waitFor();
  await desk.button(page, 'Восстановить').click();
  await desk.saveByKeys(page);
  await page.getByText('Тем временем новость изменили: заголовок, текст. Ваши правки объединены с этими.').waitFor();
  await expect.poll(() => desk.titleOf(page).inputValue()).toBe('Заголовок Анны');
  const content = '<p>Раз.</p><p>Три. Оставлено на потом.</p>';
  expect(await article()).toMatchObject({ title: 'Заголовок Анны', content });
  const lines = desk.bodyOf(page).locator('p');
  await expect.poll(() => lines.allTextContents()).toEqual(['Раз.', 'Три. Оставлено на потом.']);
  await page.reload();
  await desk.state(page, 'Сохранено');
  await expect.poll(() => desk.unsaved(page).count()).toBe(0);
});

test('a draft saves itself: a new one once it has a title and a text, with a slug that follows the title until somebody saves, and with its subtitle, which stands between them; a published article never', async () => {
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
  const subtitle = page.getByRole('textbox', { name: 'Подзаголовок' });
  const topOf = async (field: Locator) => (await field.boundingBox())?.y ?? 0;
  expect(await topOf(desk.titleOf(page))).toBeLessThan(await topOf(subtitle));
  expect(await topOf(subtitle)).toBeLessThan(await topOf(desk.bodyOf(page)));
  await subtitle.fill('Первый вечер');
  await expect.poll(async () => (await desk.stored(panel, 'fin')).subtitle).toBe('Первый вечер');
  await desk.titleOf(page).fill('Финал года');
  await expect.poll(async () => (await desk.stored(panel, 'fin')).title).toBe('Финал года');
  expect(await panel.read('/admin/news/fin/revisions')).toMatchObject([{ autosaved: true }]);
  await desk.submit(page, 'Создать');
  expect(await desk.stored(panel, 'final-goda')).toMatchObject({ status: 'published', content: '<p>Текст.</p>' });
  expect((await desk.all(panel)).filter(({ title }) => title === 'Финал года')).toHaveLength(1);

  await desk.state(published.page, 'Не сохранено');
  expect((await published.article()).version).toBe(1);
});

test('two editors who changed the same choose for each place, see the result, have other words of a paragraph joined, and keep the other’s title', async () => {
  const before = { content: '<p>Начало.</p><p>Середина.</p><p>Конец.</p>', status: 'published' };
  const { page, slug, article } = await desk.openArticle(panel, before);
  await desk.write(page, ' Мой конец.{ControlOrMeta+Home}Моё. ');
  const content = '<p>Начало. Чужое.</p><p>Середина.</p><p>Конец. Чужой конец.</p>';
  await panel.call('PUT', `/admin/news/${slug}`, { title: 'Чужой заголовок', content });
  await page.keyboard.press('ControlOrMeta+s');
  const dialog = page.getByRole('alertdialog');
  const places = dialog.locator('section');
  await dialog.getByText('Текст, место 1 из 2').waitFor();
  await expect.poll(() => places.first().locator('ins').last().textContent()).toContain('Чужое');
  await expect.poll(() => places.first().locator('del').first().textContent()).toContain('Моё');
  const result = (place: number) => places.nth(place).locator('[role=status] p').allTextContents();
  expect(await result(0)).toEqual(['Моё. Начало. Чужое.']);
  expect(await result(1), 'the same words are nobody’s to join').toEqual([]);
  expect(await dialog.getByRole('button', { name: 'Выберите выше' }).isDisabled()).toBe(true);
  await places.nth(1).getByRole('radio', { name: 'Оставить обе' }).check();
  expect(await result(1)).toEqual(['Конец. Мой конец.', 'Конец. Чужой конец.']);
  await places.nth(1).getByRole('radio', { name: 'Взять версию' }).check();
  expect(await result(1)).toEqual(['Конец. Чужой конец.']);
  await click(dialog, 'Сохранить так', desk.chip(page, 'Сохранено'));
  expect(await article()).toMatchObject({
    title: 'Чужой заголовок',
    content: '<p>Моё. Начало. Чужое.</p><p>Середина.</p><p>Конец. Чужой конец.</p>',
  });
});

test('a link leads to a site, a mailbox or a telephone, and never to a script', async () => {
  const { page, saved } = await desk.openArticle(panel, { content: '<p>слово</p>' });
  await desk.keys(page, 'ControlOrMeta+a', 'ControlOrMeta+k');
  const address = page.getByRole('dialog').getByRole('textbox', { name: 'Адрес' });
  await address.fill('javascript:alert(1)');
  await address.press('Enter');
  await page.getByText('Нужен адрес сайта, почты или телефон').waitFor();
  await address.fill('press@festival.ru');
  await address.press('Enter');
  expect(await saved()).toBe('<p><a href="mailto:press@festival.ru">слово</a></p>');
});

const VIDEO = 'https://vkvideo.ru/video-1_22';
const PICTURE = 'https://example.org/hall.png';

/** Each block in and out, by keys alone and without a look at the screen; in braces what is no letter. */
const TYPED = rowsIn<[way: string, keys: string, stored: string]>('panel/editor/quick-keys.txt', '', {
  ...{ VIDEO, PICTURE, EMBED: figureOf(VIDEO) },
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
