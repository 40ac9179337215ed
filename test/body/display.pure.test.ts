import { expect, test } from 'vitest';
import { sanitizeBody } from '../../model/body/body.ts';
import { bodyImages, displayBody, MAX_HIGHLIGHTED } from '../../model/body/display.ts';
import { plainText } from '../../model/text/excerpt.ts';
import { rowsIn, sample } from '../rig/cases.ts';
import { hostileBodies } from '../rig/world/hostile-bodies.ts';

const shown = (html: string) => displayBody(sanitizeBody(html));

test('a body on the public page is the stored one where there is nothing to do', async () => {
  const html =
    '<h2>a</h2><p class="ql-align-center">b <a href="/c">d</a></p><pre>let a</pre><pre data-language="plain">let b</pre>';
  expect(await displayBody(html)).toBe(html);
});

const CENTRED = 'class="ql-align-center"';
const NO_FIRST = '<h2 class="h1">a</h2><h2 class="h1 ql-align-center">b</h2><p>&lt;h1&gt;</p>';
const LOOKS = '<h2 class="h3">a</h2><h2 class="h3 ql-align-center">b</h2><h2>c</h2><h3>d</h3>';
const KEPT = '<p>a</p><p><br></p><p>b</p>';
const LAZY = '<img loading="lazy" decoding="async" src="/uploads/a.png" alt="&lt;img &gt;">';

test.each([
  ['has no first-level heading', `<h1>a</h1><h1 ${CENTRED}>b</h1><p>&lt;h1&gt;</p>`, NO_FIRST],
  ['keeps the looks of headings', `<h3>a</h3><h3 ${CENTRED}>b</h3><h2>c</h2><h3>d</h3>`, LOOKS],
  ['skips no level', '<h3>a</h3><h1>b</h1><h3>c</h3>', '<h2 class="h3">a</h2><h2 class="h1">b</h2><h3>c</h3>'],
  ['skips no level after the title of the page', '<p>a</p><h3>b</h3>', '<p>a</p><h2 class="h3">b</h2>'],
  ['does not end with the empty lines of an editor', `${KEPT}<p><br></p><p ${CENTRED}><br></p>`, KEPT],
  ['shows nothing of one without words', '<p><br></p>', ''],
  ['loads its pictures lazily', '<img src="/uploads/a.png" alt="<img >">', LAZY],
])('a body on the public page %s', async (_what, html, page) => expect(await shown(html)).toBe(page));

test('a body on the public page gives the pictures it knows their size and widths, whatever their attributes say', async () => {
  const url = `/uploads/${'0a'.repeat(16)}.png`;
  const sizes = new Map([[url, { width: 1000, height: 1501 }]]);
  const known = async (html: string) => {
    const stored = sanitizeBody(html);
    expect(bodyImages(stored)).toEqual([url]);
    return /<img[^>]*>/.exec(await displayBody(stored, sizes))?.[0];
  };
  const opening = `<img loading="lazy" decoding="async" src="${url}"`;
  const copies = [480, 640, 960].map((width) => `${url.replace('.png', `-${width}.webp`)} ${width}w`);
  const sources = `srcset="${copies.join(', ')}, ${url} 1000w"`;
  const ending = (width: number, height: number) =>
    expect.stringMatching(` width="${width}" height="${height}" ${sources} sizes="[^"]+">$`);
  expect(await known(`<img src="${url}">`)).toEqual(ending(1000, 1501));
  expect(await known(`<img src="${url}" width="200" height="9">`)).toEqual(ending(200, 300));
  expect(await known(`<img src="${url}" height="9">`)).toEqual(ending(1000, 1501));
  const alt = 'a width=&quot;5&quot; &gt;&lt;img src=&quot;x&quot;';
  const described = await known(`<img alt="${alt}" src="${url}">`);
  expect([described, described?.startsWith(`${opening} alt="${alt}" width=`)]).toEqual([ending(1000, 1501), true]);
});

test.each(rowsIn('body/code.txt'))(
  'a body on the public page highlights %s in every form of code block without changing its text',
  async (language, code) => {
    const escaped = code.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    for (const html of [
      `<pre data-language="${language}">\n${escaped}\n</pre>`,
      `<pre class="language-${language}">${escaped}</pre>`,
      `<pre><code class="language-${language}">${escaped}</code></pre>`,
    ]) {
      const stored = sanitizeBody(html);
      const page = await displayBody(stored);
      expect(page).toContain('<span class="hljs-');
      expect(plainText(page)).toBe(plainText(stored));
      expect(page.replace(/<\/?span[^>]*>/g, '')).toBe(stored);
    }
  },
);

test('a body on the public page guesses the language of ql-syntax only when it is sure', async () => {
  expect(await shown('<pre class="ql-syntax">function f() { return document.getElementById("x"); }</pre>')).toContain(
    'hljs-keyword',
  );
  const song = '<pre class="ql-syntax">1. Пой, моя гитара,\nselect if you like</pre>';
  expect(await shown(song)).toBe(song);
});

test('a body on the public page shows code that is too long for the highlighter plain, and the rest in colour', async () => {
  const long = `<pre data-language="js">${'let a;\n'.repeat(MAX_HIGHLIGHTED / 7 + 1)}</pre>`;
  const page = await shown(`${long}<pre data-language="js">let b</pre>`);
  expect(page).toBe(`${sanitizeBody(long)}<pre data-language="js"><span class="hljs-keyword">let</span> b</pre>`);
});

test('a body on the public page brings nothing to life that was put to rest', async () => {
  const added =
    / loading="lazy" decoding="async"|<\/?span(?: class="[a-z_ -]+")?>| class="h1"|<div class="table"[^>]*>|<\/div>|(?<=<summary>)Подробнее/g;
  for (const { name, html } of sample(hostileBodies(), 12)) {
    const stored = sanitizeBody(html);
    if (!/<pre|<h1|<img/.test(stored)) continue;
    const page = await displayBody(stored);
    // Unknown files are shown as plain links.
    const links = stored.replace(/<figure class="(?:audio|file)">(.*?)<\/figure>/g, '<p>$1</p>');
    expect(page.replace(added, '').replace(/(<\/?)h2>/g, '$1h1>'), name).toBe(links);
  }
});
