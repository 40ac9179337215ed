import { expect, test } from 'vitest';
import { sanitizeBody } from '../../model/body/body.ts';
import { bodyImages, displayBody, MAX_HIGHLIGHTED } from '../../model/body/display.ts';
import { BadBodyImage, type PutImage, replaceDataImages, splitAtImages } from '../../model/body/images.ts';
import { BodyTooComplex } from '../../model/body/markup.ts';
import { plainText } from '../../model/text/excerpt.ts';
import { rowsIn } from '../rig/cases.ts';

const withStored = async (html: string, put: PutImage) => replaceDataImages(splitAtImages(html), put);

const shown = (html: string) => displayBody(sanitizeBody(html));

test('a body on the public page is the stored one where there is nothing to do', async () => {
  const html =
    '<h2>a</h2><p class="ql-align-center">b <a href="/c">d</a></p><pre>let a</pre><pre data-language="plain">let b</pre>';
  expect(await displayBody(html)).toBe(html);
});

test.each(rowsIn<[string, string, string]>('body/figures.txt', 'shown', { CENTRED: 'ql-align-center' }))(
  'a body on the public page %s',
  async (_what, html, page) => expect(await shown(html)).toBe(page),
);

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
  'every form of a block of %s is highlighted and says the same',
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

test('a body on the public page guesses the language of ql-syntax only when it is sure, and shows code that is too long for the highlighter plain', async () => {
  const code = '<pre class="ql-syntax">function f() { return document.getElementById("x"); }</pre>';
  expect(await shown(code)).toContain('hljs-keyword');
  const song = '<pre class="ql-syntax">1. Пой, моя гитара,\nselect if you like</pre>';
  expect(await shown(song)).toBe(song);
  const long = `<pre data-language="js">${'let a;\n'.repeat(MAX_HIGHLIGHTED / 7 + 1)}</pre>`;
  const page = await shown(`${long}<pre data-language="js">let b</pre>`);
  expect(page).toBe(`${sanitizeBody(long)}<pre data-language="js"><span class="hljs-keyword">let</span> b</pre>`);
});

const upload = (letter: string) => `/uploads/${letter.repeat(32)}.jpg`;
const KNOWN = new Map([
  [upload('a'), { width: 3000, height: 2000, bytes: 2_500_000 }],
  [upload('b'), { width: 1000, height: 1500, bytes: 900_000 }],
]);
const picture = (letter: string, alt = '') =>
  `<figure class="image"><img src="${upload(letter)}" alt="${alt}"></figure>`;
const pair = (classes: string) => `<figure class="${classes}">${picture('a')}${picture('b', 'Зал')}</figure>`;

test('on the public page a wider figure gets a larger file', async () => {
  const sizes = async (html: string) => /sizes="([^"]*)"/.exec(await displayBody(html, KNOWN))?.[1];
  const sizesIn = (kind: string) => sizes(picture('a').replace('"image"', `"${kind}"`));
  expect(await sizesIn('image')).toContain('(min-width:46rem) 42rem');
  expect(await sizesIn('image wide')).toContain('(min-width:64rem) 64rem');
  expect(await sizesIn('image full')).toContain('(min-width:64rem) 100vw');
});

test('on the public page pictures of a gallery are links with a name, a shape and sizes of their own', async () => {
  const html = await displayBody(pair('gallery'), KNOWN);
  const first = `data-shape="150"><a href="${upload('a')}" aria-label="Фото 1"><img [^>]* sizes="auto,\\(min-width:50rem\\) 23rem,45vw">`;
  const second = `data-shape="67"><a href="${upload('b')}"><img [^>]*alt="Зал"[^>]*>`;
  const figures = [first, second].map((inside) => `<figure class="image" ${inside}</a></figure>`).join('');
  expect(html).toMatch(new RegExp(`^<figure class="gallery few">${figures}</figure>$`));
  expect(html).not.toContain('style=');
});

test('on the public page an archive is offered where the editor and the page offer it, by the number of its gallery', async () => {
  const shown = (html: string) => displayBody(html, KNOWN, new Map(), '/news/x');
  const both = pair('gallery') + pair('gallery downloadable');
  const link = '<a href="/news/x/gallery-2.zip" download>Скачать все</a>';
  expect((await shown(both)).split(`<p class="quiet download">${link} 2\u00a0фото, 3,2\u00a0МБ</p>`)).toHaveLength(2);
  expect(await shown(both)).not.toContain('gallery-1.zip');
  expect(await displayBody(both, KNOWN)).not.toContain('.zip');
  const many = `<figure class="gallery downloadable">${picture('a').repeat(201)}</figure>`;
  expect(await shown(many)).not.toContain('.zip');
});

const url = (text: string, type = 'png') => `data:image/${type};base64,${Buffer.from(text).toString('base64')}`;

/** A store that remembers what it was given, in which order, and that it never got two at once. */
function imageStore() {
  const given: string[] = [];
  let busy = false;
  const put = async (bytes: Buffer) => {
    expect(busy).toBe(false);
    busy = true;
    await new Promise(setImmediate);
    busy = false;
    given.push(bytes.toString());
    return { url: `/uploads/${given.length}.webp`, width: 640, height: 480 };
  };
  return { given, put };
}

test('data: pictures in a body become uploads, in order, one at a time, the same data only once', async () => {
  const store = imageStore();
  const html =
    `<p>до<img src="${url('раз')}" alt="«Ёлка» &quot;a&quot;" onerror="alert(1)" width="5"></p>` +
    `<IMG alt='' SRC='${url('два', 'jpeg')}'><img src=${url('раз')}><img src="/uploads/old.png" alt="старая">после`;
  expect(await withStored(html, store.put)).toBe(
    '<p>до<img src="/uploads/1.webp" alt="«Ёлка» &quot;a&quot;" width="640" height="480"></p>' +
      '<img src="/uploads/2.webp" alt="" width="640" height="480"><img src="/uploads/1.webp" width="640" height="480">' +
      '<img src="/uploads/old.png" alt="старая">после',
  );
  expect(store.given).toEqual(['раз', 'два']);
});

test('data: pictures in a body may be PNG, JPEG, WebP or GIF, with odd spellings of base64', async () => {
  const store = imageStore();
  const wrapped = Buffer.from('в строках')
    .toString('base64')
    .replace(/(.{6})/g, '$1\r\n');
  const [scheme = '', data = ''] = url('процент??>>').split(',');
  const encoded = `${scheme},${encodeURIComponent(data)}`;
  const named = [url('a', 'gif'), url('b', 'JPEG'), ` ${url('c', 'jpg')}`];
  const html = [...named, `data:image/webp;base64,\n  ${wrapped}`, encoded, 'data:image/png;name=x;base64,ZA'];
  await withStored(html.map((src) => `<img src="${src}">`).join(''), store.put);
  expect(store.given).toEqual(['a', 'b', 'c', 'в строках', 'процент??>>', 'd']);
});

test.each(rowsIn<[string]>('body/refused-data.txt'))('a data: picture %s is refused, nothing stored', async (src) => {
  const store = imageStore();
  const html = `<img src="${url('хорошая')}"><img src="${src}">`;
  await expect(withStored(html, store.put)).rejects.toThrow(BadBodyImage);
  expect(store.given).toEqual([]);
});

test('data: pictures in a body that cannot be stored say so in the store’s words; written as text, in a comment or an attribute they are none', async () => {
  const put = () => Promise.reject(new Error('диск полон'));
  await expect(withStored(`<img src="${url('a')}">`, put)).rejects.toThrow('диск полон');
  const html = `<pre>&lt;img src="${url('a')}"&gt;</pre><!-- <img src="${url('b')}"> --><p title='<img src="${url('c')}">'>="${url('d')} &amp;</p>`;
  expect(await withStored(html, () => expect.fail('stored'))).toBe(html);
});

test('data: pictures in a body cannot be forged or smuggled by what marks them inside', async () => {
  const store = imageStore();
  const html = `\ufdd00\ufdd1<img src="\ufdd00\ufdd1"><img alt="\ufdd00\ufdd1" src="${url('a')}">`;
  expect(sanitizeBody(await withStored(html, store.put))).toBe(
    '0<img src="/uploads/1.webp" alt="0" width="640" height="480">',
  );
});

test('data: pictures in a body do not count as text, whatever else does', async () => {
  const store = imageStore();
  const big = 'я'.repeat(3 * 2 ** 20);
  const html = await withStored(`<p>текст</p><img src="${url(big)}">`, store.put);
  expect(sanitizeBody(html)).toBe('<p>текст</p><img src="/uploads/1.webp" width="640" height="480">');
  expect(store.given).toEqual([big]);
  await expect(withStored(`<p>${big}</p><img src="${url('a')}">`, store.put)).rejects.toThrow(BodyTooComplex);
  await expect(withStored('<b>'.repeat(101), store.put)).rejects.toThrow(BodyTooComplex);
  await expect(withStored('<'.repeat(2 ** 20), store.put)).rejects.toThrow(BodyTooComplex);
  expect(store.given).toHaveLength(1);
});
