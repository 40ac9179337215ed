import path from 'node:path';
import { build, type Rollup } from 'vite';
import { afterAll, expect, test } from 'vitest';
import { sanitizeBody } from '../../../model/body/body.ts';
import { sharedBrowser } from '../../rig/browser/browser.ts';
import { rows } from '../../rig/cases.ts';
import { STORED_BLOCKS } from '../../rig/world/blocks.ts';
import type { body } from './body-page.ts';
import { PASTES } from './pastes.ts';

const page = await (await sharedBrowser()).newPage();
afterAll(() => page.close());
await page.addScriptTag({ content: await bundle() });

async function bundle(): Promise<string> {
  const entry = path.join(import.meta.dirname, 'body-page.ts');
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'page' } },
  });
  const [output] = [built].flat() as Rollup.RollupOutput[];
  return output?.output[0].code ?? '';
}

function call<K extends keyof typeof body>(name: K, html: string): Promise<ReturnType<(typeof body)[K]>> {
  return page.evaluate(([rule, text]) => window.body[rule](text) as never, [name, html] as const);
}

/** Stored as it is and kept to the letter. */
const KEPT = [
  '<p>Простой текст</p>',
  '<h1>Один</h1><h2>Два</h2><h3>Три</h3>',
  '<p><strong>жирный</strong> <em>курсив</em> <u>подчёркнутый</u> <s>зачёркнутый</s> <code>код</code></p>',
  '<p>10<sup>6</sup> H<sub>2</sub>O, <strong>E=mc<sup>2</sup></strong></p>',
  '<p class="ql-align-center">По центру</p><h2 class="ql-align-right">Справа</h2><p class="ql-align-justify">По ширине</p>',
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((level) => `<p class="ql-indent-${level}">Отступ ${level}</p>`),
  '<p class="ql-align-center ql-indent-2">И то и другое</p>',
  '<ol><li data-list="bullet">а</li><li class="ql-indent-1" data-list="ordered">б</li><li data-list="checked">в</li><li data-list="unchecked">г</li></ol>',
  '<ol><li>раз</li><li class="ql-indent-1">два</li><li class="ql-align-center">три</li></ol>',
  '<ul><li>снаружи<ul><li>внутри</li></ul></li></ul>',
  '<ul><li><p>первый абзац</p><p>второй абзац</p></li></ul>',
  '<ul><li><h2>Заголовок в пункте</h2></li><li><blockquote>Цитата в пункте</blockquote></li></ul>',
  '<ol start="5"><li>пять</li></ol>',
  '<blockquote>Цитата</blockquote><blockquote class="ql-align-center">Цитата</blockquote><blockquote class="ql-indent-1">Цитата</blockquote>',
  '<blockquote><p>раз</p><p>два</p></blockquote>',
  '<blockquote><ul><li>пункт</li></ul></blockquote>',
  '<pre class="ql-syntax">let a = 1;\n\n  b()</pre>',
  '<pre data-language="javascript">const a = "&lt;b&gt;";</pre>',
  '<pre class="ql-syntax" data-language="python">x</pre>',
  '<pre class="language-css">a{}</pre>',
  '<pre><code class="language-c++">int x;</code></pre>',
  '<pre><code>просто</code></pre>',
  '<pre>просто</pre>',
  '<pre data-language="plain">\n\nпервая строка пуста</pre>',
  '<pre data-language="plain">последние две пусты\n\n\n</pre>',
  '<p>Текст <img src="/uploads/a.png" alt="Сцена" width="640" height="480"> и дальше</p>',
  '<p><img src="https://example.ru/a.png" alt=""></p>',
  '<p><a href="https://example.ru/" target="_blank" rel="noopener noreferrer">ссылка</a> <a href="mailto:a@b.ru">почта</a> <a href="tel:+79990000000">звонок</a> <a href="sms:+79990000000">смс</a> <a href="/vote">своя</a></p>',
  '<p><a href="https://example.ru/" rel="noopener noreferrer"><strong>жирная</strong> ссылка</a></p>',
  '<p><a href="/news"><img src="/uploads/a.png" alt="x"></a></p>',
  '<p>строка<br>строка</p><p><br></p><h2><br></h2><p>конец</p><hr><p>после черты</p>',
  '<p>неразрывный\u00a0пробел &amp; &lt;скобки&gt; "кавычки"</p>',
  '<p>😀 «ёлочки» — тире</p>',
];

/** Stored, and written anew with the same meaning. */
const RESPELLED = rows(`
  <p><b>ж</b><i>к</i><del>з</del></p> → <p><strong>ж</strong><em>к</em><s>з</s></p>
  <ul><li><p>один абзац</p></li></ul> → <ul><li>один абзац</li></ul>
  <pre data-language="plain">\nа\nб\n</pre> → <pre data-language="plain">а\nб</pre>
  <img src="/uploads/a.png" alt="x"> → <p><img src="/uploads/a.png" alt="x"></p>
  <p>а</p>\n<p>б</p> → <p>а</p><p>б</p>
  <blockquote class="ql-align-right"><p>а</p><p>б</p></blockquote>
    <blockquote><p class="ql-align-right">а</p><p class="ql-align-right">б</p></blockquote>
  текст без абзаца → <p>текст без абзаца</p>
`).concat([
  ['<p></p>', ''],
  ['<p><br></p>', ''],
]);

const STORED = [...Object.values(STORED_BLOCKS).flat(), ...KEPT];
test.each(STORED)('a stored body opened and saved keeps %s', async (html) => {
  expect(sanitizeBody(html)).toBe(html);
  expect(await call('respell', html)).toBe(html);
});

test.each(RESPELLED)('a stored body opened and saved writes %s anew', async (stored, expected) => {
  expect(await call('respell', stored)).toBe(expected);
  expect(sanitizeBody(expected)).toBe(expected);
});

test('a stored body opened and saved Quill 2 as it is sent by other programs', async () => {
  const quill =
    '<ol><li data-list="bullet"><span class="ql-ui" contenteditable="false"></span>пункт</li></ol>' +
    '<div class="ql-code-block-container" spellcheck="false"><div class="ql-code-block" data-language="python">a</div><div class="ql-code-block" data-language="python">b</div></div>';
  const expected = '<ol><li data-list="bullet">пункт</li></ol><pre data-language="python">a\nb</pre>';
  expect(await call('respell', quill)).toBe(expected);
  expect(await call('respell', sanitizeBody(quill))).toBe(expected);
});

test.each(Object.entries(STORED_BLOCKS))(
  'a comparison of texts says something of the block %s',
  async (_name, [html = '']) => expect((await call('lines', html)).join('')).toMatch(/\S/),
);

test('a comparison of texts has a line for what has no words', async () => {
  const [titled, untitled] = STORED_BLOCKS.embed ?? [];
  const [image] = STORED_BLOCKS.image ?? [];
  expect(await call('lines', `${titled}<details><summary>Запись</summary>${untitled}</details>`)).toEqual([
    '[Видео или запись: Гала-концерт, https://rutube.ru/video/0123456789abcdef0123456789abcdef/]',
    'Запись',
    '[Видео или запись: https://vk.com/wall-1_22]',
  ]);
  const pictures = `${image}<hr><p>до<br><img src="/uploads/a.png" alt=""> после</p>`;
  expect(await call('lines', pictures)).toEqual(['[Картинка: Сцена]', '', '', '———', 'до\n[Картинка] после']);
});

test.each(PASTES)('a paste from %s comes out clean', async (_name, html, expected, lost = '') => {
  expect(await call('paste', html)).toEqual({ html: expected, lost });
  expect(sanitizeBody(expected)).toBe(expected);
});

/** Names that could stand in for properties of a form or of a document. */
const NAMES = 'style attributes classList childNodes replaceWith querySelectorAll body createElement createTreeWalker';

test.each(NAMES.split(' '))('a paste with fields and pictures called like properties %s', async (name) => {
  const html = `<p>до</p><form>в форме<input name="${name}"><img src="https://a.ru/1.png" name="${name}"></form><img src="https://a.ru/2.png" name="${name}"><p>после</p>`;
  expect((await call('paste', html)).html).toBe(
    '<p>до</p><p>в форме<img src="https://a.ru/1.png"></p><p><img src="https://a.ru/2.png"></p><p>после</p>',
  );
});

const PICTURE = '<img src="data:," onerror="window.ran = true">';
test.each([
  ['in a cell', `<table><tr><td>${PICTURE}</td></tr></table>`],
  ['in a small heading', `<h5>${PICTURE}</h5>`],
  ['before two breaks', `<p>${PICTURE}<br><br>текст</p>`],
  ['in a list of Word', `<p class="MsoListParagraph" style="mso-list:l0 level1 lfo1">${PICTURE}</p>`],
  ['in an aligned quotation', `<blockquote align="right">${PICTURE}</blockquote>`],
  ['in a line of code', `<div class="ql-code-block-container"><div class="ql-code-block">${PICTURE}</div></div>`],
  ['anywhere', PICTURE],
])('nothing runs of what is pasted %s', async (_where, html) => {
  await call('paste', html);
  const ran = await page.evaluate(async () => {
    const last = new Image();
    last.src = 'data:,';
    await new Promise((resolve) => last.addEventListener('error', resolve));
    return 'ran' in window;
  });
  expect(ran).toBe(false);
});
