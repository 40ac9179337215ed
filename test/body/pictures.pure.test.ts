import { describe, expect, test } from 'vitest';
import { BadBodyImage, BodyTooComplex, replaceDataImages, sanitizeBody } from '../../model/body/body.ts';

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

describe('data: pictures in a body', () => {
  test('become uploads, in order, one at a time, the same data only once', async () => {
    const store = imageStore();
    const html =
      `<p>до<img src="${url('раз')}" alt="«Ёлка» &quot;a&quot;" onerror="alert(1)" width="5"></p>` +
      `<IMG alt='' SRC='${url('два', 'jpeg')}'><img src=${url('раз')}><img src="/uploads/old.png" alt="старая">после`;
    expect(await replaceDataImages(html, store.put)).toBe(
      '<p>до<img src="/uploads/1.webp" alt="«Ёлка» &quot;a&quot;" width="640" height="480"></p>' +
        '<img src="/uploads/2.webp" alt="" width="640" height="480"><img src="/uploads/1.webp" width="640" height="480">' +
        '<img src="/uploads/old.png" alt="старая">после',
    );
    expect(store.given).toEqual(['раз', 'два']);
  });

  test('may be PNG, JPEG, WebP or GIF, with odd spellings of base64', async () => {
    const store = imageStore();
    const lines = `data:image/webp;base64,\n  ${Buffer.from('в строках')
      .toString('base64')
      .replace(/(.{6})/g, '$1\r\n')}`;
    const encoded = url('процент??>>')
      .replaceAll('+', '%2B')
      .replaceAll('/', '%2F')
      .replaceAll('=', '%3D')
      .replace('image%2F', 'image/');
    const html = [
      url('a', 'gif'),
      url('b', 'JPEG'),
      ` ${url('c', 'jpg')}`,
      lines,
      encoded,
      'data:image/png;name=x;base64,ZA',
    ];
    await replaceDataImages(html.map((src) => `<img src="${src}">`).join(''), store.put);
    expect(store.given).toEqual(['a', 'b', 'c', 'в строках', 'процент??>>', 'd']);
  });

  test.each([
    'data:image/svg+xml;base64,PHN2Zy8+',
    'data:image/svg+xml,%3Csvg/%3E',
    'data:image/avif;base64,AAAA',
    'data:text/html;base64,AAAA',
    'data:,x',
    'data:image/png,AAAA',
    'data:image/png;base64,',
    'data:image/png;base64,====',
    'data:image/png;base64,AA*A',
    'data:image/png;base64,AA=A',
    'data:image/png',
    'DATA:image/bmp;base64,AAAA',
    'data&#58;image/tiff;base64,AAAA',
  ])('%s is refused before anything is stored', async (src) => {
    const store = imageStore();
    await expect(replaceDataImages(`<img src="${url('хорошая')}"><img src="${src}">`, store.put)).rejects.toThrow(
      BadBodyImage,
    );
    expect(store.given).toEqual([]);
  });

  test('that cannot be stored say so in the store’s words', async () => {
    const put = () => Promise.reject(new Error('диск полон'));
    await expect(replaceDataImages(`<img src="${url('a')}">`, put)).rejects.toThrow('диск полон');
  });

  test('written as text, in a comment or an attribute are not pictures', async () => {
    const store = imageStore();
    const html = `<pre>&lt;img src="${url('a')}"&gt;</pre><!-- <img src="${url('b')}"> --><p title='<img src="${url('c')}">'>="${url('d')} &amp;</p>`;
    expect(await replaceDataImages(html, store.put)).toBe(html);
    expect(store.given).toEqual([]);
  });

  test('cannot be forged or smuggled by what marks them inside', async () => {
    const store = imageStore();
    const html = `\ufdd00\ufdd1<img src="\ufdd00\ufdd1"><img alt="\ufdd00\ufdd1" src="${url('a')}">`;
    expect(sanitizeBody(await replaceDataImages(html, store.put))).toBe(
      '0<img src="/uploads/1.webp" alt="0" width="640" height="480">',
    );
  });

  test('do not count as text, whatever else does', async () => {
    const store = imageStore();
    const big = 'я'.repeat(3 * 2 ** 20);
    const html = await replaceDataImages(`<p>текст</p><img src="${url(big)}">`, store.put);
    expect(sanitizeBody(html)).toBe('<p>текст</p><img src="/uploads/1.webp" width="640" height="480">');
    expect(store.given).toEqual([big]);
    await expect(replaceDataImages(`<p>${big}</p><img src="${url('a')}">`, store.put)).rejects.toThrow(BodyTooComplex);
    await expect(replaceDataImages('<b>'.repeat(101), store.put)).rejects.toThrow(BodyTooComplex);
    await expect(replaceDataImages('<'.repeat(2 ** 20), store.put)).rejects.toThrow(BodyTooComplex);
    expect(store.given).toHaveLength(1);
  });
});
