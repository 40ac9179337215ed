import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { bodyOf, CLIPBOARD, keys, makeArticle, openArticle, pasteCopied } from '../panel/editor/desk.ts';
import { expectNoComplaints } from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';
import { figureOf } from './figure.ts';

const VIDEO = 'https://vkvideo.ru/video-1_22';

const panel = await needBrowser();
const block = (page: Page) => bodyOf(page).locator('.embed-block');

test('an address on a line of its own becomes an embed, as a copied link and what the menu of blocks asks for do; one undo brings back the link', async () => {
  const { page, saved } = await openArticle(panel, { content: '' }, CLIPBOARD);
  await pasteCopied(page, { text: 'https://m.vk.com/video-1_22?list=abc' });
  await expect.poll(() => block(page).innerText()).toContain(VIDEO);
  await keys(page, 'ControlOrMeta+z');
  await expect.poll(() => bodyOf(page).innerText()).toBe('https://m.vk.com/video-1_22?list=abc');
  await keys(page, 'ControlOrMeta+Shift+z');
  await block(page).waitFor();

  await keys(page, 'ControlOrMeta+End');
  await page.keyboard.type('Абзац');
  expect(await saved()).toBe(`${figureOf(VIDEO)}<p>Абзац</p>`);

  await keys(page, 'Home', 'ArrowUp', 'Delete');
  expect(await saved()).toBe('<p>Абзац</p>');

  // A copied link is one where it stands alone, and keeps its start.
  await keys(page, 'ControlOrMeta+a', 'Delete');
  const link = 'href="https://youtu.be/dQw4w9WgXcQ?t=42"';
  const text = 'Гала — YouTube';
  const copied = { html: `<meta charset="utf-8"><a ${link}>${text}</a>`, text };
  await page.keyboard.type('Смотрите: ');
  await pasteCopied(page, copied);
  await page.keyboard.press('Enter');
  await pasteCopied(page, copied);
  await block(page).waitFor();
  await keys(page, 'ControlOrMeta+z');
  await block(page).waitFor({ state: 'detached' });
  await keys(page, 'ControlOrMeta+Shift+z');
  await block(page).waitFor();
  const kept = `<a ${link} rel="noopener noreferrer">${text}</a>`;
  expect(await saved()).toBe(`<p>Смотрите: ${kept}</p>${figureOf('https://youtu.be/dQw4w9WgXcQ?t=42')}<p><br></p>`);

  // The menu says in words which address is unknown, and takes code.
  await keys(page, 'ControlOrMeta+a', 'Delete');
  await page.keyboard.type('/видео');
  await keys(page, 'Enter');
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

  await keys(page, 'Home', 'ArrowUp');
  await page.getByRole('toolbar').getByRole('button', { name: 'Убрать' }).click();
  expect(await saved()).toBe('<p>Дальше</p>');
  expectNoComplaints(page);
});

test('an embed in the text has the poster and the title that its site gave, and refuses an address of none', async () => {
  const poster = '/uploads/0123456789abcdef0123456789abcdef.webp';
  const { slug } = await makeArticle(panel, { title: 'Плакат', content: figureOf(VIDEO), status: 'draft' });
  const known = { title: 'Гала целиком', poster };
  await panel.site.store.db.updateTable('embeds').set(known).where('provider', '=', 'vkvideo').execute();
  const page = await panel.open(`/admin/news/edit/${slug}`);
  await block(page).getByText('Гала целиком').waitFor();
  const drawn = block(page).locator('.embed-poster');
  await expect.poll(() => drawn.evaluate((element) => element.style.backgroundImage)).toContain(poster);
  await expect(panel.read('/admin/preview/embed?provider=nowhere&id=1')).rejects.toThrow('404');
});
