import { expect, test } from 'vitest';
import { sanitizeBody } from '../../model/body/body.ts';
import { displayBody } from '../../model/body/display.ts';
import { plainText } from '../../model/text/excerpt.ts';
import { sample } from '../rig/cases.ts';
import { dearer } from '../rig/cost.ts';

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

test.each(sample(Object.entries(ELEMENTS), 8))(
  'no run of characters makes a body dearer: %s',
  async (_name, element) => {
    const saving = (run: string) => async () => {
      const html = sanitizeBody(element(run));
      return [plainText(html), await displayBody(html)];
    };
    const runs = RUNS.map((run) => [JSON.stringify(run), saving(run.repeat(LONG / run.length))] as const);
    expect(await dearer(saving(WORDS), runs)).toEqual([]);
  },
);

test('empty lines at the end of a body cost the same wherever they stand', async () => {
  const lines = (count: number) => '<p><br></p>'.repeat(count);
  const shown = (html: string) => () => displayBody(html);
  const words = shown(`<p>а</p>${'<p>б</p>'.repeat(9000)}`);
  expect(await dearer(words, [['before a word', shown(`${lines(9000)}<p>а</p>`)]])).toEqual([]);
});
