import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fence, sanitizeBody } from '../../model/body/body.ts';
import type { LostThing } from '../../model/body/losses.ts';
import { shapeBody } from '../../model/body/shape/shape.ts';
import { embedOf } from '../../model/settings/watch/players.ts';
import { plainText } from '../../model/text/excerpt.ts';
import { rowsIn, sampled } from '../rig/cases.ts';
import { mixedBodies, STORED_BLOCKS } from '../rig/world/blocks.ts';
import { findFault } from './strict-body.ts';

test.each(Object.values(STORED_BLOCKS).flat())('%s is stored as it came', (html) => {
  expect(sanitizeBody(html)).toBe(html);
  expect(fence(html)).toBe(html);
});

test('a table is no loss at the top of a body, and one in a list', () => {
  const lost: LostThing[] = [];
  const rows = '<table><tr><td>а</td><td>б</td></tr></table>';
  sanitizeBody(rows, (what) => lost.push(what));
  expect(lost).toEqual([]);
  sanitizeBody(`<ul><li>${rows}</li></ul>`, (what) => lost.push(what));
  expect(lost).toEqual(['таблица']);
});

const TABLES = rowsIn<[string, string, string]>('body/blocks.txt', 'tables').map(([, ...row]) => row);

test.each([...TABLES, ...rowsIn('body/blocks.txt', 'other blocks')])('%s → %s', (html, stored) => {
  expect(sanitizeBody(html)).toBe(stored);
  expect(sanitizeBody(stored)).toBe(stored);
});

const CODE = '0123456789abcdef0123456789abcdef';
const PAGE = `https://rutube.ru/video/${CODE}/`;
const AROUND = [
  ...'p b td tr table caption details summary figcaption cite footer blockquote'.split(' '),
  ...['a href=/a', 'figure', 'figure class=image', 'figure class=gallery', 'figure class=file'],
  ...[`a href=/uploads/${CODE}.pdf`, `figure class=embed data-provider=rutube data-id=${CODE}`],
  `iframe src=https://rutube.ru/play/embed/${CODE}`,
];

test('whatever is mixed comes out in the language of bodies, settled at once and with all of its words', () => {
  for (const html of mixedBodies(sampled(4000, 10), 20)) {
    const shaped = shapeBody(html);
    expect(findFault(shaped), html).toBeUndefined();
    expect(fence(shaped), html).toBe(shaped);
    expect(sanitizeBody(shaped), html).toBe(shaped);
    const words = plainText(shaped).match(/слово\d+/g) ?? [];
    expect(words.sort(), html).toEqual(html.match(/слово\d+/g)?.sort() ?? []);
  }
});

/** What is left of it is empty, or an address: a block may have to decide by what it wrote, not by what it read. */
const INSIDE = fc.letrec<{ content: string }>((tie) => ({
  content: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('а', ' ', '\0', '\ud83c', '\ufeff', '&nbsp;', '<br>', PAGE, '<img src=/uploads/a.png>'),
    fc.constantFrom('<script>x</script>', '<textarea>x</textarea>', '<template>x</template>', '<svg>x</svg>'),
    fc
      .tuple(fc.constantFrom(...AROUND), fc.array(tie('content'), { maxLength: 3 }))
      .map(([tag, inside]) => `<${tag}>${inside.join('')}</${tag.split(' ')[0]}>`),
  ),
})).content;

test('what is empty, dropped or an address in a block stays as it was written the next time', () => {
  const bodies = fc.array(fc.tuple(fc.constantFrom(...AROUND), fc.array(INSIDE, { maxLength: 4 })), { maxLength: 3 });
  fc.assert(
    fc.property(bodies, (parts) => {
      const html = parts.map(([tag, inside]) => `<${tag}>${inside.join('')}</${tag.split(' ')[0]}>`).join('');
      const stored = sanitizeBody(html);
      const lost: string[] = [];
      expect(findFault(stored)).toBeUndefined();
      expect([sanitizeBody(stored, (what) => lost.push(what)), lost]).toEqual([stored, []]);
    }),
    { numRuns: sampled(8000, 10), seed: 34 },
  );
});

test.each(rowsIn('body/blocks.txt', 'players', { RUTUBE: CODE }))('%s is framed as %s', (pasted, address) => {
  expect(embedOf(pasted)).toEqual({ address });
  // Idempotent.
  expect(embedOf(address) ?? { address }).toEqual({ address });
});

test.each(rowsIn<[string]>('body/blocks.txt', 'no players'))(
  '%s cannot be framed, and the sentence says what to copy',
  (pasted) => expect(embedOf(pasted)).toEqual({ refusal: expect.stringMatching(/«Встроить» и скопируйте код/) }),
);

test('an <iframe> without an address is refused', () =>
  expect(embedOf('<iframe width="1"></iframe>')).toEqual({ refusal: expect.stringContaining('нет адреса') }));

test.each(rowsIn<[string]>('body/blocks.txt', 'others'))('%j is not for this rule', (pasted) =>
  expect(embedOf(pasted)).toBeUndefined(),
);
