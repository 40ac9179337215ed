import { expect, test } from 'vitest';
import { figureOf } from '../../embeds/figure.ts';
import { expectNoComplaints } from '../../rig/browser/panel.ts';
import { rows } from '../../rig/cases.ts';
import { needBrowser } from '../../rig/needs.ts';
import { CLIPBOARD, cursorMoved, keys, openArticle, pasteCopied } from './desk.ts';

const panel = await needBrowser();
const openText = (content = '') => openArticle(panel, { content }, CLIPBOARD);

const link = (address: string, words = address) => {
  const rel = address.startsWith('mailto:') ? '' : ' rel="noopener noreferrer"';
  return `<a href="${address}"${rel}>${words}</a>`;
};
const TICKETS = 'https://tickets.example.com/e/42?from=press';
const VIMEO = 'https://player.vimeo.com/video/1?h=a&amp;b=2';
const VIDEO = 'https://vkvideo.ru/video-1_22';
const ALBUM = 'https://music.yandex.ru/album/12';
const MARKS = 'Цена **со скидкой** 5*4*3, файл_один_два, [1] и 2025. Год — #итоги, 20 > 10.';
const PLAYER =
  '<iframe src="https://vk.com/video_ext.php?oid=-1&amp;id=2&amp;hd=2" width="853"\nallowfullscreen></iframe>';
const LOST_PICTURE = 'картинка. Картинки не передаются через буфер: сохраните её файлом и перетащите сюда.';

/** What of it, the copied text or its markup, what is stored, and what the editor says; ⏎ stands for a new line. */
const COPIED = rows<[what: string, copied: string, stored: string, notice: string | undefined]>(`
  addresses of plain text become links, by https where nothing else is said
    Сайт festival.ru, почта press@festival.ru,⏎старый http://old.festival.ru/a?b=1.
    <p>Сайт ${link('https://festival.ru', 'festival.ru')}, почта ${link('mailto:press@festival.ru', 'press@festival.ru')},</p><p>старый ${link('http://old.festival.ru/a?b=1')}.</p>
  markup: addresses become links too, even when a format cuts them, and those in code stay as they are
    <p>Сайт festi<b>val.ru</b> и <code>localhost.ru</code></p><pre>curl festival.ru</pre>
    <p>Сайт ${link('https://festival.ru', 'festi<strong>val.ru</strong>')} и <code>localhost.ru</code></p><pre>curl festival.ru</pre>
  lines with the bullets of Telegram become a list, the words behind it stay behind it
    Состав:⏎• Анна⏎•\u00a0Вера⏎Начало в 20:00
    <p>Состав:</p><ul><li>Анна</li><li>Вера</li></ul><p>Начало в 20:00</p>
  Markdown is converted wholly, and what is HTML in it stays text
    ## Программа⏎⏎**Финал** в _субботу_,⏎начало в 20:00. [Билеты](https://festival.ru/t) и festival.ru⏎⏎- раз⏎- два <b>⏎  1. раз-раз⏎⏎> Цитата⏎⏎\`\`\`js⏎let a = "**";⏎\`\`\`
    <h2>Программа</h2><p><strong>Финал</strong> в <em>субботу</em>,<br>начало в 20:00. ${link('https://festival.ru/t', 'Билеты')} и ${link('https://festival.ru', 'festival.ru')}</p><ul><li>раз</li><li>два &lt;b&gt;<ol><li>раз-раз</li></ol></li></ul><blockquote>Цитата</blockquote><pre><code class="language-js">let a = "**";</code></pre>
  every number is kept
    3. Казахстан⏎2. Россия⏎1. Беларусь
    <p>3. Казахстан</p><p>2. Россия</p><p>1. Беларусь</p>
  every number is kept, when two are equal → 1. Беларусь⏎2. Россия⏎2. Сербия → <p>1. Беларусь</p><p>2. Россия</p><p>2. Сербия</p>
  a dialogue is no list → - Вы готовы?⏎— Да, 5*3*2. → <p>- Вы готовы?</p><p>— Да, 5*3*2.</p>
  a date is no list → 1. апреля⏎откроем продажу → <p>1. апреля</p><p>откроем продажу</p>
  the number of a first item is kept → 3. раз⏎4. два → <ol start="3"><li>раз</li><li>два</li></ol>
  marks inside lines stay as they were typed → ${MARKS} → <p>${MARKS.replaceAll('>', '&gt;')}</p>
  a text that says how a player is written stays as it is
    Пишите <iframe src="…"></iframe> или <video>.
    <p>Пишите &lt;iframe src="…"&gt;&lt;/iframe&gt; или &lt;video&gt;.</p>
  lines with addresses of known sites become embeds, words beside an address keep it a link
    Смотрите:⏎${VIDEO}⏎или ${ALBUM}⏎${ALBUM}⏎https://example.org/1
    <p>Смотрите:</p>${figureOf(VIDEO)}<p>или ${link(ALBUM)}</p>${figureOf(ALBUM)}<p>${link('https://example.org/1')}</p>
  a player of a known site becomes an embed → Клип:⏎${PLAYER} → <p>Клип:</p>${figureOf('https://vkvideo.ru/video-1_2')}<p><br></p>
  markup: a player of a known site becomes one too
    <p>Ещё:</p>${PLAYER.replace('id=2', 'id=3')}
    <p>Ещё:</p>${figureOf('https://vkvideo.ru/video-1_3')}<p><br></p>
  a player whose code was copied as text leaves its address
    Клип:⏎<iframe src="${VIMEO}" width="853" height="480"⏎frameborder="0" allowfullscreen></iframe>
    <p>Клип:</p><p>${link(VIMEO)}</p>
    Не всё вставилось: видео — ссылкой.
  markup: what cannot come along leaves links and lines, and is named in one notice
    <p>Клип:</p><iframe src="https://rutube.ru/play/embed/1"></iframe><ul><li><table><tr><td>1</td><td>Беларусь</td></tr></table><table><tr><td>2</td><td>Россия</td></tr></table></li></ul><p>Сцена<img src="file:///C:/a.png"></p>
    <p>Клип:</p><p>${link('https://rutube.ru/play/embed/1')}</p><ul><li><p>1 — Беларусь</p><p>2 — Россия</p></li></ul><p>Сцена</p>
    Не всё вставилось: видео — ссылкой, 2 таблицы — строками, ${LOST_PICTURE}
`);

test('what is copied elsewhere comes clean, as links, lists and blocks, and what does not is named', async () => {
  const { page, article } = await openText();
  for (const [what, copied, expected, notice] of COPIED) {
    await keys(page, 'ControlOrMeta+a', 'Delete');
    const text = copied.replaceAll('⏎', '\n');
    await pasteCopied(page, what.startsWith('markup') ? { html: text, text: 'Слова' } : { text });
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
