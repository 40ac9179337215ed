import path from 'node:path';
import { build, type Rollup } from 'vite';
import { afterAll, expect, test } from 'vitest';
import { sanitizeBody } from '../../../model/body/body.ts';
import { sharedBrowser } from '../../rig/browser/browser.ts';
import { rowsIn } from '../../rig/cases.ts';
import { STORED_BLOCKS } from '../../rig/world/blocks.ts';
import type { body } from './body-page.ts';

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

/** Round-trip unchanged; others come back normalized. */
const STORED = [...Object.values(STORED_BLOCKS), ...rowsIn<[string]>('panel/editor/bodies.txt', 'kept')].flat();
test.each(STORED)('a stored body opened and saved keeps %s', async (html) => {
  expect(sanitizeBody(html)).toBe(html);
  expect(await call('respell', html)).toBe(html);
});

const RESPELLED = rowsIn('panel/editor/bodies.txt', 'respelled');
test.each(RESPELLED)('a stored body opened and saved writes %s anew', async (stored, expected) => {
  expect(await call('respell', stored)).toBe(expected);
  expect(sanitizeBody(expected)).toBe(expected);
});

test('Quill 2 is read as it is pasted, and as it is sent by other programs', async () => {
  const quill =
    '<ol><li data-list="bullet"><span class="ql-ui" contenteditable="false"></span>пункт</li></ol>' +
    '<div class="ql-code-block-container" spellcheck="false"><div class="ql-code-block" data-language="python">a</div><div class="ql-code-block" data-language="python">b</div></div>';
  const expected = '<ol><li data-list="bullet">пункт</li></ol><pre data-language="python">a\nb</pre>';
  expect((await call('paste', quill)).html).toBe(expected);
  expect(await call('respell', sanitizeBody(quill))).toBe(expected);
});

test.each(Object.entries(STORED_BLOCKS))(
  'a comparison of texts says something of the block %s',
  async (_name, [html = '']) => expect((await call('lines', html)).join('')).toMatch(/\S/),
);

const WORD_HEAD = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal {margin:0cm; font-size:11.0pt;} @list l0 {mso-list-id:1;} --></style></head><body lang=RU style='tab-interval:35.4pt'><!--StartFragment-->`;

const span = (style: string) =>
  `<span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;${style};font-variant:normal;vertical-align:baseline;white-space:pre-wrap;">`;

const PASTES = rowsIn<[name: string, html: string, expected: string, lost?: string]>('panel/editor/pastes.txt', '', {
  WORD_HEAD,
  ...{ PLAIN: span('font-weight:400'), BOLD: span('font-weight:700'), ITALIC: span('font-style:italic') },
  ...{ STRUCK: span('text-decoration:line-through'), UNDERLINED: span('text-decoration:underline') },
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
