import { expect, test } from 'vitest';
import { expectNoComplaints, signIn, undoBar } from '../../rig/browser/panel.ts';
import { needBrowser } from '../../rig/needs.ts';
import { noise } from '../../rig/world/pictures.ts';
import * as desk from './desk.ts';
import { PASTES } from './pastes.ts';

const ANNA = { username: 'anna', password: 'кашалот ищет тёплое море' };

const panel = await needBrowser();
await panel.call('POST', '/admin/admins', ANNA);

test('a new article is made, told about and left for the list', async () => {
  const page = await desk.openNew(panel, 'Жюри & зрители', 'Первое предложение.');
  await expect.poll(() => page.locator('[name=slug]').inputValue()).toBe('zhyuri-and-zriteli');
  await expect.poll(() => page.locator('[name=date]').inputValue()).toBe('');
  await page.getByText(/^В день публикации: \d{1,2} [а-я]+ \d{4}$/).waitFor();
  await desk.state(page, 'Не сохранено');
  await desk.submit(page, 'Создать');
  await desk.state(page, 'Сохранено');
  await page.waitForURL('**/admin/news');
  const article = await desk.stored(panel, 'zhyuri-and-zriteli');
  expect([article.status, article.content]).toEqual(['published', '<p>Первое предложение.</p>']);
  await undoBar(page).getByText('Новость «Жюри & зрители» опубликована.').waitFor();
  await undoBar(page).getByRole('button', { name: 'Вернуть' }).click();
  await expect.poll(async () => (await desk.stored(panel, 'zhyuri-and-zriteli')).status).toBe('draft');
  expectNoComplaints(page);
});

test('a save, and a publication, is one request, and its answer is not parsed once more', async () => {
  const { page, slug } = await desk.openArticle(panel, { status: 'draft' });
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
  await desk.button(page, 'Опубликовать').click();
  await undoBar(page).getByText('опубликована').waitFor();
  await desk.state(page, 'Сохранено');
  expect((await desk.stored(panel, slug)).content).toContain('Опубликовано.');
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
  await desk.button(again, 'Восстановить').click();
  await desk.state(again, 'Не сохранено');
  await desk.submit(again, 'Сохранить');
  const { title, content } = await article();
  expect([title, content]).toEqual(['Закрытая вкладка, новое имя', '<p>Начало. Набрано перед закрытием.</p>']);
  await again.goto(`${panel.server.origin}/admin/news/edit/${slug}`);
  await desk.state(again, 'Сохранено');
  await expect.poll(() => desk.unsaved(again).count()).toBe(0);
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

test('two editors who changed the same see both versions, may join them, and keep the other’s title', async () => {
  const content = '<p>Общее начало.</p><p>Общий конец.</p>';
  const { page: mine, slug, article } = await desk.openArticle(panel, { title: 'Оба', content, status: 'published' });
  const hers = await panel.open(`/admin/news/edit/${slug}`, { token: await signIn(panel.server.origin, ANNA) });
  await desk.titleOf(hers).fill('Оба от Анны');
  await desk.write(hers, ' Фраза Анны.');
  await desk.saveByKeys(hers);
  await desk.write(mine, ' Моя фраза.');
  await mine.keyboard.press('ControlOrMeta+s');
  const dialog = mine.getByRole('alertdialog', { name: 'Пока вы писали, сохранена версия anna' });
  await expect.poll(() => dialog.locator('ins').textContent()).toContain('Фраза Анны');
  await expect.poll(() => dialog.locator('del').textContent()).toContain('Моя фраза');
  await dialog.getByRole('button', { name: 'Сохранить так' }).click();
  await desk.state(mine, 'Сохранено');
  const joined = await article();
  expect(joined.content).toBe('<p>Общее начало.</p><p>Общий конец. Моя фраза.</p><p>Общий конец. Фраза Анны.</p>');
  expect(joined.title).toBe('Оба от Анны');
});

test('a publication is planned on the site’s clock, with the own one beside it, and stays in the editor', async () => {
  const fields = { title: 'По расписанию' };
  const { page, slug, article } = await desk.openArticle(panel, fields, { timezoneId: 'Asia/Vladivostok' });
  await page.locator('[name=publishAt]').fill('2125-07-20T18:00');
  await page.getByText('У вас это 21 июля 2125, 01:00').waitFor();
  await desk.planButton(page).click();
  await page.getByText('Публикация новости «По расписанию» запланирована.').first().waitFor();
  expect(await article()).toMatchObject({ status: 'scheduled', publishAt: '2125-07-20T15:00:00.000Z' });
  await page.locator('[name=expiresAt]').fill('2125-07-21T00:00');
  await desk.saveByKeys(page);
  expect((await article()).expiresAt).toBe('2125-07-20T21:00:00.000Z');
  expect(new URL(page.url()).pathname).toBe(`/admin/news/edit/${slug}`);
});

test('a text that is pasted from Word is stored clean, and the editor names what it left out', async () => {
  const { page, saved } = await desk.openArticle(panel, { content: '' });
  const [word] = PASTES;
  await desk.give(page, 'paste', [], { html: word?.html ?? '' });
  await page.getByText(`Не всё вставилось: ${word?.lost}.`).waitFor();
  expect(await saved()).toBe(word?.expected);
});

test('a text takes a picture from the clipboard, and links of sites, mailboxes and telephones, and nothing else', async () => {
  const { page, saved } = await desk.openArticle(panel, { content: '<p>слово</p>' });
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

test('a text in the markup of another editor is opened and saved without loss', async () => {
  const content =
    '<h2 class="ql-align-center">Заголовок</h2><p class="ql-indent-2">Отступ</p><ol><li data-list="bullet">пункт</li><li class="ql-indent-1" data-list="checked">сделано</li></ol><pre class="ql-syntax">код\n  дальше</pre><blockquote class="ql-align-right">цитата</blockquote>';
  const { page, article } = await desk.openArticle(panel, { content, status: 'published' });
  await desk.write(page, '!');
  await desk.submit(page, 'Сохранить');
  expect((await article()).content).toBe(content.replace('цитата', 'цитата!'));
});
