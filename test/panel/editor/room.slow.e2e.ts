import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  choose,
  expectNoComplaints,
  findBarriers,
  follow,
  hasFocus,
  holdRequests,
  scrolledByFocus,
} from '../../rig/browser/panel.ts';
import { needBrowser } from '../../rig/needs.ts';
import { all, bodyOf, button, keys, makeArticle, openArticle, order, strike, titleOf, tool, write } from './desk.ts';

const panel = await needBrowser();

const SMALL = { viewport: { width: 360, height: 640 } };

const bar = (page: Page) => page.locator('[data-lower-bar]');
const edges = (place: Locator): Promise<DOMRect> => place.evaluate((each) => each.getBoundingClientRect().toJSON());
const list = (page: Page) => page.getByRole('listbox', { name: 'Вставить блок' });

test('the writing room begins in the title of a new article, from which Enter goes to the text and Tab there past the subtitle, and in no field does Enter publish', async () => {
  const page = await panel.open('/admin/news');
  await follow(page, 'Добавить новость', bodyOf(page));
  await hasFocus(titleOf(page));
  await page.keyboard.press('Tab');
  await hasFocus(page.getByRole('textbox', { name: 'Подзаголовок' }));
  await page.keyboard.press('Tab');
  await hasFocus(bodyOf(page));
  await titleOf(page).fill('Ввод');
  await strike(page, '{Enter}текст');
  await expect.poll(() => bodyOf(page).textContent()).toBe('текст');
  await page.locator('[name=date]').press('Enter');
  await page.waitForTimeout(500);
  expect((await all(panel)).filter(({ status }) => status === 'published')).toEqual([]);
  const { slug } = await makeArticle(panel, { title: 'Готовая', status: 'draft' });
  await page.goto(`${panel.server.origin}/admin/news/edit/${slug}`);
  await bodyOf(page).waitFor();
  await expect.poll(() => titleOf(page).evaluate((field) => field === document.activeElement)).toBe(false);
});

test('the writing room leaves the text 640 px at 1280, one row of tools, and everything in focus mode, which is remembered', async () => {
  const { page } = await openArticle(panel, { title: 'Место', content: '<p>слово</p>' });
  const line = bodyOf(page).locator('p').first();
  await expect.poll(async () => (await edges(line)).width).toBeGreaterThanOrEqual(640);
  await expect.poll(async () => (await page.getByRole('toolbar').boundingBox())?.height).toBeLessThan(60);
  const menu = page.getByRole('navigation', { name: 'Панель' });
  await page.keyboard.press('ControlOrMeta+Shift+f');
  await menu.waitFor({ state: 'hidden' });
  await expect.poll(() => page.getByRole('heading', { name: 'Обложка' }).isVisible()).toBe(false);
  expect(await findBarriers(page)).toEqual([]);
  await page.reload();
  await bodyOf(page).click();
  await expect.poll(() => menu.isVisible()).toBe(false);
  await page.keyboard.press('Escape');
  await menu.waitFor();
});

/** So much of the text is in sight, in px. */
const heightOfText = (page: Page) =>
  bodyOf(page).evaluate((body) => {
    const x = body.getBoundingClientRect().left + 40;
    const lines = Array.from({ length: innerHeight / 5 }, (_, at) => at * 5);
    return 5 * lines.filter((y) => body.contains(document.elementFromPoint(x, y))).length;
  });

test('the writing room shows 420 px of text at 1366 × 768, and no frame; its cards scroll by themselves, fold, and are remembered', async () => {
  const content = '<p>слово</p>'.repeat(60);
  const { page } = await openArticle(panel, { title: 'Окно', content }, { viewport: { width: 1366, height: 768 } });
  expect(await heightOfText(page)).toBeGreaterThanOrEqual(420);
  await bodyOf(page).locator('p').nth(40).click();
  await expect.poll(() => heightOfText(page)).toBeGreaterThanOrEqual(420);
  expect(await bodyOf(page).evaluate((body) => getComputedStyle(body).borderTopWidth)).toBe('0px');
  expect(await titleOf(page).evaluate((field) => getComputedStyle(field).borderTopColor)).toMatch(/, 0\)$|transparent/);
  expect(await scrolledByFocus(page)).toEqual([]);
  const cover = page.getByRole('heading', { name: 'Обложка' });
  const scrolled = await page.evaluate(() => scrollY);
  await page.getByRole('heading', { name: 'История' }).scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  await button(page, 'Карточки рядом').click();
  await cover.waitFor({ state: 'hidden' });
  await page.reload();
  await bodyOf(page).waitFor();
  expect(await cover.isVisible()).toBe(false);
  await order(page, 'Карточки рядом', cover);
  expectNoComplaints(page);
});

test('what is put into a full window leaves the cursor above the bar, and an empty article fits in the window', async () => {
  const viewport = { width: 1366, height: 768 };
  const { page } = await openArticle(panel, { title: 'Полное окно', content: '<p>слово</p>'.repeat(8) }, { viewport });
  await write(page, '{Enter}/hr');
  await list(page).waitFor();
  await keys(page, 'Enter', 'ControlOrMeta+Alt+q');
  const { top } = await edges(bar(page));
  expect((await edges(bodyOf(page).locator('footer'))).bottom).toBeLessThan(top);
  const body = '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="700"/>';
  await page.route('**/uploads/tall.png', (route) => route.fulfill({ contentType: 'image/svg+xml', body }));
  const release = await holdRequests(page, '**/uploads/tall.png');
  await keys(page, 'ControlOrMeta+End', 'Enter', 'ControlOrMeta+Alt+p');
  await page.getByRole('textbox', { name: 'Или адрес картинки' }).fill('/uploads/tall.png');
  await strike(page, '{Enter}после картинки');
  release();
  await expect.poll(() => bodyOf(page).locator('img').boundingBox()).toMatchObject({ height: 700 });
  const after = bodyOf(page).getByText('после картинки');
  await expect.poll(async () => (await edges(after)).top).toBeLessThan(top - 20);
  await page.goto(`${panel.server.origin}/admin/news/new`);
  await bodyOf(page).waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
});

test('on a phone the cursor is never under the bar, however many lines its status takes, nor by arrows under the buttons', async () => {
  const { page } = await openArticle(panel, { content: '<p>слово</p>'.repeat(30) }, SMALL);
  const isInSight = () =>
    page.evaluate(() => {
      const { left, top, bottom } = (getSelection()?.focusNode?.parentElement ?? document.body).getBoundingClientRect();
      const seen = [top + 2, bottom - 2].map((y) => document.elementFromPoint(left + 2, y)?.closest('.tiptap'));
      return seen.every(Boolean);
    });
  await bar(page).evaluate((element) => {
    element.prepend(Object.assign(document.createElement('p'), { textContent: 'Строка', style: 'height: 40px' }));
  });
  await write(page, '');
  for (let line = 0; line < 3; line++) {
    await strike(page, '{Enter}слово');
    await expect.poll(isInSight).toBe(true);
  }
  for (let line = 0; line < 20; line++) {
    await keys(page, 'ArrowUp');
    expect(await isInSight()).toBe(true);
  }
});

const HANDLE = 'Блок: перетащить или изменить';
const pointAt = async (page: Page, words: string) => {
  await page.mouse.move(0, 0);
  await bodyOf(page).getByText(words, { exact: true }).hover();
  await button(page, HANDLE).waitFor();
};

test('the handle of a block turns it into another kind, moves it, drags it and takes it away; keys move it, too', async () => {
  const { page, saved } = await openArticle(panel, {
    content: '<p>раз</p><p>два</p><ul><li>три</li><li>четыре</li></ul>',
  });
  const turn = async (words: string, into: string) => {
    await pointAt(page, words);
    await choose(page, HANDLE, into);
  };
  await turn('два', 'Заголовок 2');
  await page.keyboard.type('№ ');
  expect(await saved()).toBe('<p>раз</p><h2>№ два</h2><ul><li>три</li><li>четыре</li></ul>');
  await turn('три', 'Обычный текст');
  expect(await saved()).toBe('<p>раз</p><h2>№ два</h2><p>три</p><p>четыре</p>');
  await turn('раз', 'Ниже');
  await turn('четыре', 'Удалить блок');
  expect(await saved()).toBe('<h2>№ два</h2><p>раз</p><p>три</p>');
  await bodyOf(page).getByText('три').click();
  await strike(page, '{Alt+Shift+ArrowUp}{Alt+Shift+ArrowUp}{Alt+Shift+ArrowUp}!');
  expect((await saved()).replace('!', '')).toBe('<p>три</p><h2>№ два</h2><p>раз</p>');
  await pointAt(page, 'раз');
  await button(page, HANDLE).dragTo(bodyOf(page).getByText('№ два', { exact: true }), {
    targetPosition: { x: 10, y: 2 },
  });
  expect((await saved()).replace('!', '')).toBe('<p>три</p><p>раз</p><h2>№ два</h2>');
  expectNoComplaints(page);
});

test('the writing room shows «Ещё» above the buttons, and without scrolling in a window of 1366 × 768', async () => {
  const { page } = await openArticle(panel, { content: '<p>слово</p>'.repeat(40) });
  const menu = page.getByRole('menu');
  const isOnTop = (side: 'top' | 'bottom') =>
    menu.evaluate((element, at) => {
      const box = element.getBoundingClientRect();
      const y = at === 'top' ? box.top + 4 : box.bottom - 4;
      return element.contains(document.elementFromPoint(box.left + box.width / 2, y));
    }, side);
  for (const [width, height, most] of [
    [1366, 768, 0],
    [768, 600, Infinity],
    [360, 640, Infinity],
  ] as const) {
    await page.setViewportSize({ width, height });
    await tool(page, 'Ещё').click();
    await expect.poll(() => Promise.all([isOnTop('top'), isOnTop('bottom')])).toEqual([true, true]);
    const hidden = await menu.evaluate((element) => element.scrollHeight - element.clientHeight);
    expect(hidden).toBeLessThanOrEqual(most);
    await menu.getByRole('menuitem').last().scrollIntoViewIfNeeded();
    expect(await isOnTop('bottom')).toBe(true);
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
  }
});

test('a slash in an empty paragraph opens a menu of blocks, by keys and words in either language, and anywhere else is a slash', async () => {
  const { page, saved } = await openArticle(panel, { content: '<p>1/2</p><p><br></p>' });
  await write(page, '/');
  await list(page).waitFor();
  await page.keyboard.press('ArrowDown');
  const read = () =>
    bodyOf(page).evaluate((body) => {
      const option = document.getElementById(body.getAttribute('aria-activedescendant') ?? '');
      return [option?.textContent, option?.ariaSelected, option?.closest('[role=listbox]')?.id];
    });
  const controls = await bodyOf(page).getAttribute('aria-controls');
  await expect.poll(read).toEqual(['Заголовок 3', 'true', controls]);
  const offered = await list(page).getByRole('option').allTextContents();
  expect(offered.indexOf('Заголовок 1')).toBeGreaterThan(offered.indexOf('Цитата'));
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.type('цит');
  await expect.poll(() => list(page).getByRole('option').allTextContents()).toEqual(['Цитата', 'Цитата с автором']);
  await page.keyboard.press('Enter');
  await list(page).waitFor({ state: 'detached' });
  await strike(page, 'слова/дела{Enter}{Enter}/hr');
  await list(page).getByRole('option', { name: 'Разделитель' }).click();
  await page.keyboard.type('/списка нет');
  await list(page).waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await order(page, 'Вставить блок', list(page));
  await page.keyboard.press('Escape');
  await list(page).waitFor({ state: 'detached' });
  expect(await saved()).toBe('<p>1/2</p><blockquote>слова/дела</blockquote><hr><p>/списка нет</p><p><br></p>');
  expectNoComplaints(page);
});

test('on a phone the menu of blocks lies between tools and bar, at the first line and below others', async () => {
  const page = await panel.open('/admin/news/new', { ...SMALL, hasTouch: true });
  const expectBelow = (lower: Locator, upper: Locator, side: 'top' | 'bottom' = 'top') =>
    expect.poll(async () => (await edges(lower))[side] - (await edges(upper)).bottom).toBeGreaterThan(0);
  const expectBetween = async () => {
    await page.keyboard.type('/');
    await expectBelow(bar(page), list(page));
    await expectBelow(list(page), page.getByRole('toolbar'));
    await page.keyboard.press('ArrowUp');
    await expectBelow(list(page), list(page).getByRole('option', { selected: true }), 'bottom');
    await keys(page, 'Escape', 'Backspace');
  };
  await bodyOf(page).click();
  await expectBetween();
  await strike(page, 'слово{Enter}'.repeat(8));
  await bar(page).getByText('Впишите заголовок').waitFor();
  await expectBetween();
});

test('what is typed gets its quotes, dashes and links, each taken back by one undo, in the text by Backspace, too, and never in code', async () => {
  const { page } = await openArticle(panel, { title: 'Набор', content: '<p>а</p>' });
  await write(page, ' "б - [в](rampa.ru)');
  const html = () => bodyOf(page).innerHTML();
  await expect.poll(html).toMatch(/^<p>а «б&nbsp;— <a [^>]*href="https:\/\/rampa\.ru"[^>]*>в<\/a><\/p>$/);
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => bodyOf(page).textContent()).toBe('а «б\u00a0— [в](rampa.ru)');
  await page.keyboard.type('"');
  await expect.poll(() => bodyOf(page).textContent()).toBe('а «б\u00a0— [в](rampa.ru)»');
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => bodyOf(page).textContent()).toBe('а «б\u00a0— [в](rampa.ru)"');
  await strike(page, '"{Backspace}{Backspace}{Backspace}{Backspace}');
  await expect.poll(() => bodyOf(page).textContent()).toBe('а «б\u00a0— [в](rampa.ru');
  for (const field of [titleOf(page), page.getByRole('textbox', { name: 'Подзаголовок' })]) {
    await field.fill('');
    await field.pressSequentially('"Эллинг" - зал "');
    expect(await field.inputValue()).toBe('«Эллинг»\u00a0— зал «');
    await field.press('ControlOrMeta+z');
    await field.press('a');
    expect(await field.inputValue()).toBe('«Эллинг»\u00a0— зал "a');
    await field.pressSequentially(' -- "');
    expect(await field.inputValue()).toBe('«Эллинг»\u00a0— зал "a\u00a0— «');
  }
  await write(page, '{Enter}{ControlOrMeta+Alt+c}print "x" - [y](z.ru) /');
  await expect.poll(() => bodyOf(page).locator('pre').textContent()).toBe('print "x" - [y](z.ru) /');
});

test('what is typed is previewed without a save: the article, its card and its picture, at two widths; in a window of 1600 px beside the text, which it follows, keeping its place', async () => {
  const content = '<p>слово</p>'.repeat(80);
  const { page, article } = await openArticle(panel, { title: 'Показ', content, status: 'published' });
  await write(page, ' и дело');
  const release = await holdRequests(page, '**/api/admin/preview/article');
  await button(page, 'Предпросмотр').click();
  await page.getByRole('dialog').getByRole('status', { name: 'Загрузка' }).waitFor();
  release();
  const shown = page.frameLocator('iframe[title="Предпросмотр новости"]');
  const text = shown.locator('.article-body');
  await text.getByText('слово и дело').waitFor();
  const width = () => shown.locator('html').evaluate((html) => html.clientWidth);
  await expect.poll(() => width()).toBe(390);
  await page.getByText('Компьютер').click();
  await expect.poll(width).toBe(1280);
  const picture = shown.getByRole('img', { name: 'Картинка ссылки: Показ' });
  const drawn = () => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth);
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(drawn).toBe(1200);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await page.setViewportSize({ width: 1600, height: 900 });
  await button(page, 'Предпросмотр').click();
  const aside = page.getByRole('complementary', { name: 'Предпросмотр' });
  await text.waitFor();
  const line = bodyOf(page).locator('p').first();
  await line.click();
  await expect.poll(async () => (await edges(line)).width).toBeGreaterThanOrEqual(560);
  await shown.locator('html').evaluate(() => scrollTo({ top: 500, behavior: 'instant' }));
  await strike(page, '{Home}Новое ');
  await text.getByText('Новое слово').waitFor();
  await expect.poll(() => shown.locator('html').evaluate(() => scrollY)).toBe(500);
  await aside.getByText('Компьютер').click();
  await expect.poll(async () => (await edges(aside.locator('iframe'))).width).toBeGreaterThan(640);
  await aside.getByRole('button', { name: 'Закрыть' }).click();
  await aside.waitFor({ state: 'detached' });
  expect((await article()).content).toBe(content);
  expectNoComplaints(page);
});

test('without a mouse Escape lets Tab leave a list; the toolbar is one stop with arrows inside, and every button has a name and keys', async () => {
  const { page } = await openArticle(panel, { content: '<ul><li>раз</li><li>два</li></ul>' });
  await write(page, '{Escape}{Tab}');
  await expect.poll(() => bodyOf(page).evaluate((element) => element.contains(document.activeElement))).toBe(false);

  const tools = page.locator('[role=toolbar] button:not([aria-expanded])');
  const told = await tools.evaluateAll((all) =>
    all.map((each) => [each.tabIndex, Boolean(each.ariaLabel && each.getAttribute('aria-keyshortcuts'))]),
  );
  expect(told.filter(([tabIndex]) => tabIndex === 0)).toHaveLength(1);
  expect(told.every(([, isNamed]) => isNamed)).toBe(true);
  await tool(page, 'Ещё').click();
  const items = await page.getByRole('menuitem').evaluateAll((all) => all.map((each) => each.ariaKeyShortcuts));
  expect(items.length).toBeGreaterThan(20);
  expect(items.every(Boolean)).toBe(true);
  await page.keyboard.press('Escape');
  await tool(page, 'Жирный').focus();
  await page.getByRole('tooltip').filter({ hasText: 'Жирный (Ctrl+B)' }).waitFor();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Курсив');
  await page.keyboard.press('Escape');
  await hasFocus(bodyOf(page));
});

test('on Windows with a Russian layout Ctrl+Alt and a letter is the button that stands at its key', async () => {
  const prepare = (opened: Page) =>
    opened.addInitScript(() => Object.defineProperty(navigator, 'platform', { get: () => 'Win32' }));
  const { page } = await openArticle(panel, {}, { prepare });
  for (const [key, shown] of [
    ['з', page.getByRole('dialog', { name: 'Изображение' })],
    ['н', page.getByRole('dialog', { name: 'Типограф' })],
    ['с', page.locator('.tiptap pre')],
  ] as const) {
    const pressed = { key, ctrlKey: true, altKey: true, bubbles: true, cancelable: true };
    await bodyOf(page).evaluate((body, event) => body.dispatchEvent(new KeyboardEvent('keydown', event)), pressed);
    await shown.waitFor();
    await page.keyboard.press('Escape');
  }
});
