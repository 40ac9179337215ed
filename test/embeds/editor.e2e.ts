import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, button, cursorMoved, pasteCopied, state } from '../panel/editor/desk.ts';
import { ADMIN, createTestApp, type TestApp } from '../rig/app.ts';
import { launchBrowser } from '../rig/browser/browser.ts';
import { DESKTOP, expectNoComplaints } from '../rig/browser/panel.ts';
import { createVisits, QUIET, type Visit } from '../rig/browser/visits.ts';
import { figureOf } from './figure.ts';

const VIDEO = 'https://vkvideo.ru/video-1_22';
const ALBUM = 'https://music.yandex.ru/album/12';

// Without the schedule of a server, which would ask these sites.
let t: TestApp;
let browser: Browser;
let visit: Visit;
let origin: string;
let authToken: string;
beforeAll(async () => {
  [t, browser] = await Promise.all([createTestApp(), launchBrowser()]);
  visit = createVisits(browser);
  origin = await t.app.listen({ host: '127.0.0.1', port: 0 });
  authToken = (await t.visitor('POST', '/api/auth/login', ADMIN)).json().token;
});
afterAll(() => Promise.all([browser.close(), t.close()]));

async function openText(content = '') {
  const { slug } = (await t.editor('POST', '/api/admin/news', { title: 'Записи', content, status: 'draft' })).json();
  const permissions = ['clipboard-read', 'clipboard-write'];
  const stored = { authToken, cookieConsent: 'true' };
  const page = await visit(origin + QUIET, { viewport: DESKTOP, permissions, stored });
  await page.goto(`${origin}/admin/news/edit/${slug}`);
  await bodyOf(page).click();
  const saved = async () => {
    await state(page, 'Не сохранено');
    await page.keyboard.press('ControlOrMeta+s');
    await state(page, 'Сохранено');
    return (await t.editor('GET', `/api/admin/news/${slug}`)).json().content;
  };
  return { page, saved, slug };
}

const block = (page: Page) => bodyOf(page).locator('.embed-block');
const title = (page: Page) => page.getByRole('textbox', { name: 'Название: VK Видео' });
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) {
    await page.keyboard.press(key);
    await cursorMoved(page);
  }
};

test('an address on a line of its own becomes an embed; one undo brings back the link, and a title is written by keys', async () => {
  const { page, saved } = await openText();
  await pasteCopied(page, { text: 'https://m.vk.com/video-1_22?list=abc' });
  await expect.poll(() => block(page).innerText()).toContain(VIDEO);
  await press(page, 'ControlOrMeta+z');
  await expect.poll(() => bodyOf(page).innerText()).toBe('https://m.vk.com/video-1_22?list=abc');
  await press(page, 'ControlOrMeta+Shift+z');
  await block(page).waitFor();

  // Cursor below the block: up to it, into its title, and below it again.
  await press(page, 'ControlOrMeta+End', 'ArrowUp', 'Tab');
  await expect.poll(() => title(page).evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type('Гала «2025»');
  await press(page, 'Enter');
  await page.keyboard.type('Абзац');
  expect(await saved()).toBe(`${figureOf(VIDEO, 'Гала «2025»')}<p>Абзац</p>`);

  await press(page, 'Home', 'ArrowUp', 'Delete');
  expect(await saved()).toBe('<p>Абзац</p>');
  expectNoComplaints(page);
});

test('the copied link of a video becomes an embed where it is pasted alone, and keeps its start', async () => {
  const { page, saved } = await openText();
  const copied = {
    html: '<meta charset="utf-8"><a href="https://youtu.be/dQw4w9WgXcQ?t=42">Гала — YouTube</a>',
    text: 'Гала — YouTube',
  };
  await page.keyboard.type('Смотрите: ');
  await pasteCopied(page, copied);
  await page.keyboard.press('Enter');
  await pasteCopied(page, copied);
  await block(page).waitFor();
  await press(page, 'ControlOrMeta+z');
  await block(page).waitFor({ state: 'detached' });
  await press(page, 'ControlOrMeta+Shift+z');
  await block(page).waitFor();
  const link = '<a href="https://youtu.be/dQw4w9WgXcQ?t=42" rel="noopener noreferrer">Гала — YouTube</a>';
  expect(await saved()).toBe(`<p>Смотрите: ${link}</p>${figureOf('https://youtu.be/dQw4w9WgXcQ?t=42')}<p><br></p>`);
});

test('lines among many become embeds, words beside an address keep it a link', async () => {
  const { page, saved } = await openText();
  await pasteCopied(page, { text: `Смотрите:\n${VIDEO}\nили ${ALBUM}\n${ALBUM}\nhttps://example.org/1` });
  const link = (address: string) => `<a href="${address}" rel="noopener noreferrer">${address}</a>`;
  expect(await saved()).toBe(
    `<p>Смотрите:</p>${figureOf(VIDEO)}<p>или ${link(ALBUM)}</p>${figureOf(ALBUM)}<p>${link('https://example.org/1')}</p>`,
  );
});

test('the menu of blocks asks for an address, says in words when it is unknown, and takes code', async () => {
  const { page, saved } = await openText();
  await page.keyboard.type('/видео');
  await press(page, 'Enter');
  const dialog = page.getByRole('dialog', { name: 'Видео или запись' });
  const address = dialog.getByRole('textbox', { name: 'Адрес' });
  await address.fill('https://example.org/video/1');
  await address.press('Enter');
  await dialog.getByText('Такого адреса сайт не знает').waitFor();
  await address.fill('<iframe src="https://vkvideo.ru/video_ext.php?oid=-1&amp;id=22&amp;hd=2" width="853"></iframe>');
  await address.press('Enter');
  await block(page).waitFor();
  await page.keyboard.type('Дальше');
  expect(await saved()).toBe(`${figureOf(VIDEO)}<p>Дальше</p>`);

  await press(page, 'Home', 'ArrowUp');
  await page.getByRole('toolbar').getByRole('button', { name: 'Сделать ссылкой' }).click();
  expect(await saved()).toBe(`<p><a href="${VIDEO}" rel="noopener noreferrer">${VIDEO}</a></p><p>Дальше</p>`);
});

test('a video is told of wherever versions are compared: in a conflict, in unsaved text and in the history', async () => {
  const { page, slug } = await openText('<p>Начало.</p>');
  await press(page, 'ControlOrMeta+End', 'Enter');
  await pasteCopied(page, { text: ALBUM });
  await block(page).waitFor();
  const theirs = { content: `<p>Начало.</p>${figureOf(VIDEO, 'Гала')}` };
  expect((await t.editor('PUT', `/api/admin/news/${slug}`, theirs)).statusCode).toBe(200);
  await page.keyboard.press('ControlOrMeta+s');
  const [mine, hers] = [`[Видео или запись: ${ALBUM}]`, `[Видео или запись: Гала, ${VIDEO}]`];
  const conflict = page.getByRole('alertdialog');
  await conflict.locator('ins').first().waitFor();
  const result = () => conflict.getByRole('status').locator('p').allTextContents();
  expect((await result()).filter(Boolean)).toEqual([mine, hers]);
  await conflict.getByRole('radio', { name: 'Взять версию' }).check();
  expect(await result()).toEqual([hers]);

  await page.reload();
  const unsaved = page.getByRole('region', { name: 'Несохранённый текст' });
  await expect.poll(() => unsaved.locator('ins').allTextContents()).toContain(` добавлено: ${mine}, `);

  await button(page, 'Показать версии').click();
  const history = page.getByRole('dialog');
  await history.locator('li').last().getByRole('button').click();
  await expect.poll(() => history.locator('del').allTextContents()).toEqual([` удалено: ${hers}, `]);
});
