import { expect, test } from 'vitest';
import { sanitizeBody } from '../../model/body/body.ts';
import { convertBody } from '../../ops/import/body.ts';
import { wordpressHtml } from '../../ops/import/sources/wordpress-text.ts';

const photo = { url: 'https://old.example/a.jpg', caption: 'Зал' };
const sound = { url: 'https://old.example/a.mp3', caption: '' };
const IMAGE = '<img src="https://old.example/a.jpg" alt="">';

/** As it is stored, and what was lost. */
async function stored(text: string) {
  const attachments = new Map(Object.entries({ 5: photo, 6: sound }));
  const { html, losses } = wordpressHtml(text, { attachments, attached: [photo, sound], footnotes: undefined });
  const around = {
    base: 'https://old.example/x/',
    findPath: () => undefined,
    bring: async ({ host }: URL) => (host === 'old.example' ? undefined : `/uploads/${'0'.repeat(32)}.pdf`),
  };
  return [sanitizeBody((await convertBody(html, around)).html), losses.map(({ what }) => what).join()];
}

const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
const SHOWN = `<figure class="embed" data-provider="youtube" data-id="dQw4w9WgXcQ"><a href="${VIDEO}" rel="noopener noreferrer">${VIDEO}</a></figure>`;

test.each([
  ['раз\nдва\n\nтри', '<p>раз<br>два</p><p>три</p>'],
  ['<strong>раз</strong>\r\n\r\nдва', '<p><strong>раз</strong></p><p>два</p>'],
  [
    '<h2>О</h2>\nтекст\n<ul>\n<li>раз</li>\n<li>два\n\nтри</li>\n</ul>\nконец',
    '<h2>О</h2><p>текст</p><ul><li>раз</li><li>два<br><br>три</li></ul><p>конец</p>',
  ],
  ['<blockquote>раз\n\nдва</blockquote>', '<blockquote><p>раз</p><p>два</p></blockquote>'],
  ['<blockquote>раз<cite>Анна</cite></blockquote>', '<blockquote><p>раз</p><footer>Анна</footer></blockquote>'],
  ['<pre>раз\n\n  два</pre>', '<pre>раз\n\n  два</pre>'],
  ['раз<!--more-->два<!--nextpage-->три', '<p>раз</p><p>два</p><p>три</p>'],
  [
    '<!-- wp:paragraph {"align":"center"} --><p class="has-text-align-center">раз</p><!-- /wp:paragraph -->',
    '<p class="ql-align-center">раз</p>',
  ],
  [
    '[caption id="x" align="aligncenter"]<a href="https://old.example/a.jpg"><img src="/a.jpg" /></a> Зал[/caption]',
    `<figure class="image">${IMAGE}<figcaption>Зал</figcaption></figure>`,
  ],
  [
    '[caption id="x" caption="Сцена"]<img src="/a.jpg" />[/caption]',
    `<figure class="image">${IMAGE}<figcaption>Сцена</figcaption></figure>`,
  ],
  ['[gallery columns="3"]', `<figure class="image">${IMAGE}<figcaption>Зал</figcaption></figure>`],
  [`[embed width="400"]${VIDEO}[/embed]`, SHOWN],
  [`[youtube=${VIDEO}&w=640]`, SHOWN],
  [
    `<!-- wp:core-embed/youtube {"url":"${VIDEO}"} --><figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\n${VIDEO}\n</div></figure><!-- /wp:core-embed/youtube -->`,
    SHOWN,
  ],
  [`раз\n\n${VIDEO}\n\nдва`, `<p>раз</p>${SHOWN}<p>два</p>`],
  [
    '<a href="https://law.example/act.pdf">закон</a>',
    '<p><a href="https://law.example/act.pdf" rel="noopener noreferrer">закон</a></p>',
  ],
  ['так [sic] и [1] и [см. ниже]', '<p>так [sic] и [1] и [см. ниже]</p>'],
])('%j becomes %s', async (text, html) => expect(await stored(text)).toEqual([html, '']));

test.each([
  ['[row][column width="1/2"]раз[/column][/row]', '<p>раз</p>', 'шорткод [row],шорткод [column]'],
  ['[contact-form-7 id="1"]', '', 'шорткод [contact-form-7]'],
  ['[gallery ids="5,77"]', `<figure class="image">${IMAGE}<figcaption>Зал</figcaption></figure>`, 'картинка галереи'],
  [
    '<!-- wp:latest-posts /--><!-- wp:acme/slider {"x":1} /--><p>раз</p>',
    '<p>раз</p>',
    'блок WordPress «latest-posts»,блок WordPress «acme/slider»',
  ],
])('of %j it is said what is lost', async (text, html, lost) => expect(await stored(text)).toEqual([html, lost]));

test.each(['[', '[a ', '[caption]', '<!-- wp:', '<p', '<pre>', 'https://', '\n ', '[[', '&'])(
  'half a megabyte of %j is read in one pass',
  async (piece) => {
    const text = piece.repeat(500_000 / piece.length);
    const outcome = await stored(text).catch(({ name }: Error) => name);
    expect(Array.isArray(outcome) || outcome === 'BodyTooComplex').toBe(true);
  },
);
