import { describe, expect, test } from 'vitest';
import { figureOf } from '../../embeds/figure.ts';
import { expectNoComplaints } from '../../rig/browser/panel.ts';
import type { WatchedPage } from '../../rig/browser/visits.ts';
import { needBrowser } from '../../rig/needs.ts';
import { bodyOf, cursorMoved, makeArticle, pasteCopied, state, stored } from './desk.ts';

const panel = await needBrowser();

/** An article open in the editor with the cursor in its text, and what is stored of it once it is saved. */
async function openText(content = ''): Promise<{ page: WatchedPage; saved: () => Promise<string> }> {
  const { slug } = await makeArticle(panel, { title: 'Вставка', content, status: 'draft' });
  const page = await panel.open(`/admin/news/edit/${slug}`, { permissions: ['clipboard-read', 'clipboard-write'] });
  await bodyOf(page).click();
  return {
    page,
    saved: async () => {
      await state(page, 'Не сохранено');
      await page.keyboard.press('ControlOrMeta+s');
      await state(page, 'Сохранено');
      return (await stored(panel, slug)).content;
    },
  };
}

const REL = 'rel="noopener noreferrer"';

describe('pasted links', () => {
  test('keep their targets, however much their text looks like another address', async () => {
    const { page, saved } = await openText();
    const html =
      '<p>Билеты: <a href="https://tickets.example.com/e/42?from=press">rampa-fest.ru</a> и <a href="https://t.me/rampa/15">t.me/rampa</a></p>';
    await pasteCopied(page, { html, text: 'Билеты: rampa-fest.ru и t.me/rampa' });
    expect(await saved()).toBe(
      `<p>Билеты: <a href="https://tickets.example.com/e/42?from=press" ${REL}>rampa-fest.ru</a> и <a href="https://t.me/rampa/15" ${REL}>t.me/rampa</a></p>`,
    );
  });

  test('keep their targets when they are pasted over a selection', async () => {
    const { page, saved } = await openText('<p>билеты</p>');
    await page.keyboard.press('ControlOrMeta+a');
    const html = '<a href="https://tickets.example.com/e/42?from=press">rampa-fest.ru</a>';
    await pasteCopied(page, { html, text: 'rampa-fest.ru' });
    expect(await saved()).toBe(`<p><a href="https://tickets.example.com/e/42?from=press" ${REL}>билеты</a></p>`);
  });
});

describe('pasted addresses', () => {
  test('of plain text become links, by https where nothing else is said', async () => {
    const { page, saved } = await openText();
    await pasteCopied(page, {
      text: 'Сайт festival.ru, почта press@festival.ru,\nстарый http://old.festival.ru/a?b=1.',
    });
    expect(await saved()).toBe(
      `<p>Сайт <a href="https://festival.ru" ${REL}>festival.ru</a>, почта <a href="mailto:press@festival.ru">press@festival.ru</a>,</p>` +
        `<p>старый <a href="http://old.festival.ru/a?b=1" ${REL}>http://old.festival.ru/a?b=1</a>.</p>`,
    );
  });

  test('of markup become links too, even when a format cuts them, and those in code stay as they are', async () => {
    const { page, saved } = await openText();
    await pasteCopied(page, {
      html: '<p>Сайт festi<b>val.ru</b> и <code>localhost.ru</code></p><pre>curl festival.ru</pre>',
      text: 'Сайт festival.ru и localhost.ru\ncurl festival.ru',
    });
    expect(await saved()).toBe(
      `<p>Сайт <a href="https://festival.ru" ${REL}>festi<strong>val.ru</strong></a> и <code>localhost.ru</code></p><pre>curl festival.ru</pre>`,
    );
  });

  test('turn selected words into a link', async () => {
    const { page, saved } = await openText('<p>билеты</p>');
    await page.keyboard.press('ControlOrMeta+a');
    await pasteCopied(page, { text: 'festival.ru/tickets' });
    expect(await saved()).toBe(`<p><a href="https://festival.ru/tickets" ${REL}>билеты</a></p>`);
  });

  test('stay without a link when they were copied so in the editor itself', async () => {
    const { page, saved } = await openText('<p>Сайт festival.ru закрыт</p>');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('ControlOrMeta+c');
    await page.keyboard.press('ArrowRight');
    await cursorMoved(page);
    await page.keyboard.press('Enter');
    await page.keyboard.press('ControlOrMeta+v');
    expect(await saved()).toBe('<p>Сайт festival.ru закрыт</p><p>Сайт festival.ru закрыт</p>');
  });
});

describe('pasted markup', () => {
  test('with a form whose field is called like a property comes without the form, and clean', async () => {
    const { page, saved } = await openText();
    const html = '<p style="color:red">до</p><form>в форме<input name="style"></form><h5 class="x">после</h5>';
    await pasteCopied(page, { html, text: 'до\n\nпосле' });
    await bodyOf(page).getByText('после').waitFor();
    await expect.poll(() => bodyOf(page).locator('input, form, [style], .x').count()).toBe(0);
    expect(await saved()).toBe('<p>до</p><p>в форме</p><h3>после</h3>');
    expectNoComplaints(page);
  });

  test('that cannot be cleaned comes as plain text, and the editor says so', async () => {
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
});

test('lines with the bullets of Telegram become a list, the words behind it stay behind it', async () => {
  const { page, saved } = await openText();
  await pasteCopied(page, { text: 'Состав:\n• Анна\n•\u00a0Вера\nНачало в 20:00' });
  expect(await saved()).toBe('<p>Состав:</p><ul><li>Анна</li><li>Вера</li></ul><p>Начало в 20:00</p>');
});

describe('pasted Markdown', () => {
  const MARKDOWN =
    '## Программа\n\n**Финал** в _субботу_,\nначало в 20:00. [Билеты](https://festival.ru/t) и festival.ru\n\n- раз\n- два <b>\n  1. раз-раз\n\n> Цитата\n\n```js\nlet a = "**";\n```';

  test('is converted wholly, and what is HTML in it stays text', async () => {
    const { page, saved } = await openText();
    await pasteCopied(page, { text: MARKDOWN });
    expect(await saved()).toBe(
      `<h2>Программа</h2><p><strong>Финал</strong> в <em>субботу</em>,<br>начало в 20:00. <a href="https://festival.ru/t" ${REL}>Билеты</a> и <a href="https://festival.ru" ${REL}>festival.ru</a></p>` +
        '<ul><li>раз</li><li>два &lt;b&gt;<ol><li>раз-раз</li></ol></li></ul><blockquote>Цитата</blockquote><pre><code class="language-js">let a = "**";</code></pre>',
    );
  });

  test.each([
    ['3. Казахстан\n2. Россия\n1. Беларусь', '<p>3. Казахстан</p><p>2. Россия</p><p>1. Беларусь</p>'],
    ['1. Беларусь\n2. Россия\n2. Сербия', '<p>1. Беларусь</p><p>2. Россия</p><p>2. Сербия</p>'],
    ['- Вы готовы?\n— Да, 5*3*2.', '<p>- Вы готовы?</p><p>— Да, 5*3*2.</p>'],
    ['1. апреля\nоткроем продажу', '<p>1. апреля</p><p>откроем продажу</p>'],
    ['3. раз\n4. два', '<ol start="3"><li>раз</li><li>два</li></ol>'],
  ])('keeps every number of %j', async (text, expected) => {
    const { page, saved } = await openText();
    await pasteCopied(page, { text });
    expect(await saved()).toBe(expected);
  });

  test('stays as it was typed when it is pasted without formats', async () => {
    const { page, saved } = await openText();
    await pasteCopied(page, { text: '## Программа\n- раз' }, 'plain');
    expect(await saved()).toBe('<p>## Программа</p><p>- раз</p>');
  });

  test('with nothing but marks inside its lines stays as it was typed', async () => {
    const { page, saved } = await openText();
    const text = 'Цена **со скидкой** 5*4*3, файл_один_два, [1] и 2025. Год — #итоги, 20 > 10.';
    await pasteCopied(page, { text });
    expect(await saved()).toBe(`<p>${text.replaceAll('>', '&gt;')}</p>`);
  });
});

describe('what a paste cannot bring along', () => {
  test('leaves links and lines, and is named in one notice', async () => {
    const { page, saved } = await openText();
    const html =
      '<p>Клип:</p><iframe src="https://rutube.ru/play/embed/1"></iframe><ul><li><table><tr><td>1</td><td>Беларусь</td></tr></table>' +
      '<table><tr><td>2</td><td>Россия</td></tr></table></li></ul><p>Сцена<img src="file:///C:/a.png"></p>';
    await pasteCopied(page, { html, text: 'Клип:' });
    await page
      .getByText(
        'Не всё вставилось: видео — ссылкой, 2 таблицы — строками, картинка. Картинки не передаются через буфер: сохраните её файлом и перетащите сюда.',
      )
      .waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(1);
    const address = 'https://rutube.ru/play/embed/1';
    expect(await saved()).toBe(
      `<p>Клип:</p><p><a href="${address}" ${REL}>${address}</a></p><ul><li><p>1 — Беларусь</p><p>2 — Россия</p></li></ul><p>Сцена</p>`,
    );
  });

  test('leaves the address of a player whose code was copied as text', async () => {
    const { page, saved } = await openText();
    const address = 'https://player.vimeo.com/video/1?h=a&b=2';
    const code = `<iframe src="${address.replaceAll('&', '&amp;')}" width="853" height="480"\nframeborder="0" allowfullscreen></iframe>`;
    await pasteCopied(page, { text: `Клип:\n${code}` });
    await page.getByText('Не всё вставилось: видео — ссылкой.').waitFor();
    const inHtml = address.replaceAll('&', '&amp;');
    expect(await saved()).toBe(`<p>Клип:</p><p><a href="${inHtml}" ${REL}>${inHtml}</a></p>`);
  });

  test('is no player of a known site: its code becomes an embed', async () => {
    const { page, saved } = await openText();
    const code =
      '<iframe src="https://vk.com/video_ext.php?oid=-1&amp;id=2&amp;hd=2" width="853"\nallowfullscreen></iframe>';
    await pasteCopied(page, { text: `Клип:\n${code}` });
    expect(await saved()).toBe(`<p>Клип:</p>${figureOf('https://vkvideo.ru/video-1_2')}<p><br></p>`);
    await pasteCopied(page, { html: `<p>Ещё:</p>${code.replace('id=2', 'id=3')}`, text: 'Ещё:' });
    expect(await saved()).toContain(figureOf('https://vkvideo.ru/video-1_3'));
    await expect.poll(() => page.getByText('Не всё вставилось').count()).toBe(0);
  });

  test('is not looked for in a text that says how a player is written', async () => {
    const { page, saved } = await openText();
    await pasteCopied(page, { text: 'Пишите <iframe src="…"></iframe> или <video>.' });
    expect(await saved()).toBe('<p>Пишите &lt;iframe src="…"&gt;&lt;/iframe&gt; или &lt;video&gt;.</p>');
  });
});

test('what a save removes from the text is named', async () => {
  const { page, saved } = await openText('<p>Начало</p>');
  await page.route('**/api/admin/news/*', async (route) => {
    const body = {
      ...route.request().postDataJSON(),
      content: '<ul><li>а<table><tr><td>1</td><td>2</td></tr></table></ul>',
    };
    await (route.request().method() === 'PUT' ? route.continue({ postData: JSON.stringify(body) }) : route.continue());
  });
  await page.keyboard.type('Ещё ');
  expect(await saved()).toBe('<ul><li>а<p>1 — 2</p></li></ul>');
  await page.getByText('Не всё из текста сохранилось: таблица — строками.').waitFor();
});
