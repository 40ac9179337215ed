import { expect, test } from 'vitest';
import { sanitizeBody } from '../../model/body/body.ts';
import { convertBody } from '../../ops/import/body.ts';
import { withReused, wordpressHtml } from '../../ops/import/sources/wordpress-text.ts';
import { rowsIn } from '../rig/cases.ts';

const photo = { url: 'https://old.example/a.jpg', alt: '', caption: 'Зал', parent: '1' };
const sound = { url: 'https://old.example/a.mp3', alt: '', caption: '', parent: '1' };
const IMAGE = '<img src="https://old.example/a.jpg" alt="">';

/** As it is stored, and what was lost. */
async function stored(text: string) {
  const attachments = new Map(Object.entries({ 5: photo, 6: sound }));
  const losses: string[] = [];
  const html = wordpressHtml(text, { id: '1', attachments, footnotes: undefined }, losses);
  const context = {
    base: 'https://old.example/x/',
    ...{ findPath: () => undefined, addLoss: (what: string) => losses.push(what) },
    fetchMedia: async ({ host }: URL) => (host === 'old.example' ? undefined : `/uploads/${'0'.repeat(32)}.pdf`),
  };
  const body = sanitizeBody(await convertBody(html, context));
  return [body, [...new Set(losses)].join()];
}

const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
const SHOWN = `<figure class="embed" data-provider="youtube" data-id="dQw4w9WgXcQ"><a href="${VIDEO}" rel="noopener noreferrer">${VIDEO}</a></figure>`;

test.each(rowsIn('moving/wordpress-texts.txt', 'whole', { SHOWN, IMAGE }))('%j becomes %s', async (text, html) =>
  expect(await stored(text)).toEqual([html, '']),
);

test.each(rowsIn<[string, string, string]>('moving/wordpress-texts.txt', 'with losses', { IMAGE }))(
  'of %j it is said what is lost',
  async (text, html, lost) => expect(await stored(text)).toEqual([html, lost]),
);

test('a reused block that shows itself ends', () => {
  const block = '<!-- wp:block {"ref":1} /-->';
  expect(withReused(block, new Map([['1', `a${block}`]]))).toMatch(/^a{1,20}<!-- wp:block/);
});

test.each(['[', '[a ', '[caption]', '<!-- wp:', '<p', '<pre>', 'https://', '\n ', '[[', '&'])(
  'half a megabyte of %j is read in one pass',
  async (piece) => {
    const outcome = await stored(piece.repeat(500_000 / piece.length)).catch(({ name }: Error) => name);
    expect(Array.isArray(outcome) || outcome === 'BodyTooComplex').toBe(true);
  },
);
