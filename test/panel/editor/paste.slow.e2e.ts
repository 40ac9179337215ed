import { expect, test } from 'vitest';
import { figureOf } from '../../embeds/figure.ts';
import { expectNoComplaints } from '../../rig/browser/panel.ts';
import { rowsIn } from '../../rig/cases.ts';
import { needBrowser } from '../../rig/needs.ts';
import { CLIPBOARD, cursorMoved, keys, openArticle, pasteCopied } from './desk.ts';

const panel = await needBrowser();
const openText = (content = '') => openArticle(panel, { content }, CLIPBOARD);

const link = (address: string, words: string) => `<a href="${address}" rel="noopener noreferrer">${words}</a>`;
const TICKETS = 'https://tickets.example.com/e/42?from=press';

const COPIED = rowsIn<[what: string, copied: string, stored: string, notice?: string]>('panel/editor/copied.txt', '', {
  VIDEO_BLOCK: figureOf('https://vkvideo.ru/video-1_22'),
  ALBUM_BLOCK: figureOf('https://music.yandex.ru/album/12'),
  PLAYER_2_BLOCK: figureOf('https://vkvideo.ru/video-1_2'),
  PLAYER_3_BLOCK: figureOf('https://vkvideo.ru/video-1_3'),
});

test('what is copied elsewhere comes clean, as links, lists and blocks, and what does not is named', async () => {
  const { page, article } = await openText();
  for (const [what, copied, expected, notice] of COPIED) {
    await keys(page, 'ControlOrMeta+a', 'Delete');
    await pasteCopied(page, what.startsWith('markup') ? { html: copied, text: 'Слова' } : { text: copied });
    await page.keyboard.press('ControlOrMeta+s');
    await expect.poll(async () => [what, (await article()).content]).toEqual([what, expected]);
    if (notice) await page.getByText(notice).waitFor();
    else expect([what, await page.getByText('Не всё вставилось').count()]).toEqual([what, 0]);
  }
  await expect.poll(() => page.getByRole('alert').count()).toBe(1);
  expectNoComplaints(page);
});

test('an address that is pasted over words, or words with one, makes a link of them', async () => {
  const { page, saved } = await openText('<p>билеты</p>');
  const over = async (copied: Parameters<typeof pasteCopied>[1]) => {
    await page.keyboard.press('ControlOrMeta+a');
    await pasteCopied(page, copied);
    return saved();
  };
  expect(await over({ html: link(TICKETS, 'rampa-fest.ru'), text: 'rampa-fest.ru' })).toBe(
    `<p>${link(TICKETS, 'билеты')}</p>`,
  );
  await page.keyboard.press('ControlOrMeta+z');
  expect(await over({ text: 'festival.ru/tickets' })).toBe(`<p>${link('https://festival.ru/tickets', 'билеты')}</p>`);
});

test('what is copied in the editor itself, or pasted without formats, stays as it is', async () => {
  const { page, saved } = await openText('<p>Сайт festival.ru закрыт</p>');
  await keys(page, 'ControlOrMeta+a', 'ControlOrMeta+c', 'ArrowRight');
  await cursorMoved(page);
  await keys(page, 'Enter', 'ControlOrMeta+v');
  const twice = '<p>Сайт festival.ru закрыт</p>'.repeat(2);
  expect(await saved()).toBe(twice);
  await page.keyboard.press('Enter');
  await pasteCopied(page, { text: '## Программа\n- раз' }, 'plain');
  expect(await saved()).toBe(`${twice}<p>## Программа</p><p>- раз</p>`);
});

test('markup that cannot be cleaned comes as plain text, and the editor says so', async () => {
  const { page, saved } = await openText();
  await page.evaluate(() => {
    Document.prototype.createTreeWalker = () => {
      throw new Error('A fault of this browser.');
    };
  });
  await pasteCopied(page, { html: '<h1 style="color:red">Раз</h1><p>Два &lt;3</p>', text: 'Раз\n\nДва <3' });
  await page.getByText('Вставился только текст: оформление прочитать не удалось.').waitFor();
  expect(await saved()).toBe('<p>Раз</p><p>Два &lt;3</p>');
});

test('what a save removes from the text is named', async () => {
  const { page, saved } = await openText('<p>Начало</p>');
  await page.route('**/api/admin/news/*', async (route) => {
    const content = '<ul><li>а<table><tr><td>1</td><td>2</td></tr></table></ul>';
    const body = JSON.stringify({ ...route.request().postDataJSON(), content });
    await (route.request().method() === 'PUT' ? route.continue({ postData: body }) : route.continue());
  });
  await page.keyboard.type('Ещё ');
  expect(await saved()).toBe('<ul><li>а<p>1 — 2</p></li></ul>');
  await page.getByText('Не всё из текста сохранилось: таблица — строками.').waitFor();
});
