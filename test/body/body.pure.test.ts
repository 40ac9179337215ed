import { expect, test } from 'vitest';
import { filterHtml, sanitizeBody } from '../../model/body/body.ts';
import { displayBody } from '../../model/body/display.ts';
import { BodyTooComplex } from '../../model/body/markup.ts';
import { shapeBody } from '../../model/body/shape/shape.ts';
import { plainText } from '../../model/text/excerpt.ts';
import { rowsIn, sample } from '../rig/cases.ts';
import { dearer } from '../rig/cost.ts';
import { hostileBodies, randomBodies } from '../rig/world/hostile-bodies.ts';
import { findFault } from './strict-body.ts';

test.each(rowsIn<[string]>('body/body.txt', 'kept'))('what the toolbar makes comes through as it was %s', (html) =>
  expect(sanitizeBody(html)).toBe(html),
);

test.each(rowsIn('body/body.txt', 'shaped'))('what other editors make is shaped: %s → %s', (html, shaped) =>
  expect(sanitizeBody(html)).toBe(shaped),
);

const linked = (href: string) => sanitizeBody(`<a href="${href}">x</a>`);

test.each(rowsIn('body/body.txt', 'links'))('addresses %s is a link', (href, rel) =>
  expect(linked(href)).toBe(`<a href="${href}"${rel}>x</a>`),
);

test.each(rowsIn<[string]>('body/body.txt', 'no links'))('addresses %j is no link', (href) =>
  expect(linked(href)).toBe('x'),
);

test.each(rowsIn('body/body.txt', 'cleaned links', { ELSEWHERE: 'rel="noopener noreferrer"' }))(
  'addresses are cleaned as browsers clean them, and only a blank target stays: %j',
  (given, kept) => expect(sanitizeBody(`<a ${given}>x</a>`)).toBe(`<a ${kept}>x</a>`),
);

test.each(rowsIn<[string]>('body/body.txt', 'no pictures'))('addresses %j is no picture', (src) =>
  expect(sanitizeBody(`<p>x<img src="${src}" alt="y"></p>`)).toBe('<p>x</p>'),
);

test('addresses the size of a picture is whole pixels', () => {
  const sized = (width: string) => sanitizeBody(`<img src="/uploads/a.png" width="${width}">`);
  expect(sized('300px')).toBe('<img src="/uploads/a.png" width="300">');
  for (const width of ['0', '-1', '50%', '1e3', '100000', 'auto'])
    expect(sized(width)).toBe('<img src="/uploads/a.png">');
});

const bodies = sample([...hostileBodies(), ...randomBodies(20_000, 20250720)], 12);

test('hostile bodies come out in a language in which nothing can be executed, stay as they are the next time, and are held back by either filter alone', () => {
  for (const { name, html } of bodies) {
    const safe = sanitizeBody(html);
    expect(findFault(safe), `${name}: ${html}`).toBeUndefined();
    const lost: string[] = [];
    expect([sanitizeBody(safe, (what) => lost.push(what)), lost], `${name}: ${html}`).toEqual([safe, []]);
    const shaped = shapeBody(html);
    expect(findFault(shaped), `${name}: ${html}`).toBeUndefined();
    expect(filterHtml(shaped), `${name}: ${html}`).toBe(shaped);
    expect(findFault(filterHtml(html), { tidy: false }), `${name}: ${html}`).toBeUndefined();
  }
});

test('hostile bodies lose what stands in their containers to the second filter too', () =>
  expect(filterHtml('<svg><p>a</p></svg><xmp>b</xmp><noscript>c</noscript><template>d</template>e')).toBe('e'));

test('hostile bodies are seen by the judge when nobody holds them back', () => {
  const blind = bodies.filter(({ html }) => /<img src=x onerror=alert|<script>alert/.test(html) && !findFault(html));
  expect(blind.map(({ name }) => name)).toEqual([]);
});

const megabyte = 2 ** 20;

test.each(rowsIn<[string, string, string]>('body/too-complex.txt'))('limits %s', (_name, status, html) => {
  expect(() => sanitizeBody(html)).toThrowError(
    expect.objectContaining({ status: Number(status), name: 'BodyTooComplex', code: 'body_too_complex' }),
  );
  expect(() => sanitizeBody(html)).toThrow(BodyTooComplex);
});

test('limits are not met by what is just below, nor by data: pictures, which are dropped', () => {
  expect(sanitizeBody('я'.repeat(megabyte))).toHaveLength(megabyte);
  expect(findFault(sanitizeBody(`${'<blockquote>'.repeat(100)}x`))).toBeUndefined();
  expect(sanitizeBody('<p></p>'.repeat(20_000))).toHaveLength(7 * 20_000);
  expect(sanitizeBody('&lt;'.repeat(100_000))).toHaveLength(400_000);
  expect(sanitizeBody(`<p>a<img src="data:image/png;base64,${'A'.repeat(5 * megabyte)}"></p>`)).toBe('<p>a</p>');
  const written = '<pre>&lt;img src="data:image/png;base64,QUJD"&gt;</pre>';
  expect(sanitizeBody(written)).toBe(written);
  expect(() => sanitizeBody(`<p>="data:image/png;base64,${'A'.repeat(5 * megabyte)}"</p>`)).toThrow(BodyTooComplex);
});

const LONG = 24_000; // characters, twice in each body
const WORDS = 'слово '.repeat(LONG / 6);

const FIGURE = '<figure class="image"><img src="/uploads/a.png"><figcaption>';
const EMBED = '<figure class="embed" data-provider="rutube" data-id="0123456789abcdef0123456789abcdef"><a href="/">';
const FILE = `/uploads/${'0'.repeat(32)}.pdf`;

/** A run stands between letters, where a trim at its end fails, and at the end of the element. */
const ELEMENTS: Record<string, (run: string) => string> = {
  p: (run) => `<p>а${run}б${run}</p>`,
  li: (run) => `<ul><li>а${run}б${run}</li></ul>`,
  h2: (run) => `<h2>а${run}б${run}</h2>`,
  blockquote: (run) => `<blockquote><p>а${run}б${run}</p><footer>а${run}б</footer></blockquote>`,
  pre: (run) => `<pre data-language="javascript">а${run}б${run}</pre>`,
  a: (run) => `<p><a href="/a">а${run}б${run}</a></p>`,
  'class and address': (run) => `<p class="a${run}b"><a href="/a${run}b">а</a></p>`,
  button: (run) => `<p class="button"><a href="/a">а${run}б${run}</a></p>`,
  td: (run) => `<table><tr><td>а${run}б${run}</td><td>а</td></tr></table>`,
  caption: (run) => `<table><caption>а${run}б${run}</caption><tr><td>а</td></tr></table>`,
  figcaption: (run) => `${FIGURE}а${run}б${run}</figcaption></figure>`,
  cite: (run) => `${FIGURE}а <cite>а${run}б${run}</cite></figcaption></figure>`,
  summary: (run) => `<details><summary>а${run}б${run}</summary>в</details>`,
  'title of an embed': (run) => `${EMBED}а${run}б${run}</a></figure>`,
  'title of a file': (run) => `<figure class="file"><a href="${FILE}">а${run}б${run}</a></figure>`,
};

const RUNS = [
  ...[' ', '\n', '\t', ' \n', '\u00a0', '\u00a0 ', '\u2003', '\u200b', '\0', '.', ',', ';', '-', '/', '%2f', '"', "'"],
  ...'< > & &# &#32; &nbsp; ы «» 🏆 \ud83c \u0301 e\u0301 \ufdd0'.split(' '),
  ...['ы ', ' <!-- -->'],
];

test.each(sample(Object.entries(ELEMENTS), 8))('no run of characters makes a body dearer: %s', async (_, element) => {
  const saving = (run: string) => async () => {
    const html = sanitizeBody(element(run));
    return [plainText(html), await displayBody(html)];
  };
  const runs = RUNS.map((run) => [JSON.stringify(run), saving(run.repeat(LONG / run.length))] as const);
  expect(await dearer(saving(WORDS), runs)).toEqual([]);
});

test('empty lines at the end of a body cost the same wherever they stand', async () => {
  const lines = (count: number) => '<p><br></p>'.repeat(count);
  const shown = (html: string) => () => displayBody(html);
  const words = shown(`<p>а</p>${'<p>б</p>'.repeat(9000)}`);
  expect(await dearer(words, [['before a word', shown(`${lines(9000)}<p>а</p>`)]])).toEqual([]);
});
