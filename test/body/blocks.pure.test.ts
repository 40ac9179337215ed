import fc from 'fast-check';
import { expect, test } from 'vitest';
import { filterHtml, sanitizeBody } from '../../model/body/body.ts';
import { shapeBody } from '../../model/body/shape/shape.ts';
import { embedOf } from '../../model/settings/watch/players.ts';
import { plainText } from '../../model/text/excerpt.ts';
import { groupsIn, rowsIn, sampled } from '../rig/cases.ts';
import { mixedBodies, STORED_BLOCKS } from '../rig/world/blocks.ts';
import { findFault } from './strict-body.ts';

test.each(Object.values(STORED_BLOCKS).flat())('%s is stored as it came', (html) => {
  expect(sanitizeBody(html)).toBe(html);
  expect(filterHtml(html)).toBe(html);
});

const named = (file: string, part = '', words = {}) =>
  rowsIn<[string, string, string]>(file, part, words).map(([, html, stored]): [string, string] => [html, stored]);
const [A, B] = ['<img src="/uploads/a.png" alt="">', '<img src="/uploads/b.png" alt="">'];
const [PDF, MP3] = [`/uploads/${'a'.repeat(32)}.pdf`, `/uploads/${'b'.repeat(32)}.mp3`];

test.each([
  ...named('body/blocks.txt', 'tables'),
  ...rowsIn('body/blocks.txt', 'other blocks'),
  ...named('body/figures.txt', '', { A, B }),
  ...named('files/blocks.txt', '', { PDF, MP3 }),
])('%s → %s', (html, stored) => {
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
    expect(filterHtml(shaped), html).toBe(shaped);
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

/** What writes it, with bodies in which `{}` is where words stand, and behind ` → ` what is lost of it. */
const SHAPES = groupsIn('body/real-bodies.txt', '', {
  IMG: 'https://site.example/wp-content/uploads/2025/07/a.jpg',
});

const TEXTS: readonly (readonly string[])[] = [
  ['Финал пройдёт 20 июля', 'Двери откроют в 18:00', 'Жюри и зрители', 'голосуют поровну', 'Четырнадцать песен'],
  ['«Берега» Юлии Северовой', 'ждали девять лет', '— Кто следующий? —', 'спросил ведущий', 'Ответа не было'],
  ['Билет&nbsp;— от 900&nbsp;₽', 'дети до 7 лет бесплатно', 'Вход №&nbsp;3', 'лифт &amp; пандус', '5 &lt; 7'],
  ['слово', 'Ёлка', 'съёмка', 'объявление', 'й'],
  ['Песня длится три минуты, не больше шести человек на сцене; весь вокал живой', 'Правило 1', 'Правило 2', 'И всё'],
  ['Анна', 'Борис  и   Вера', 'Глеб\tДаша', 'Ева\nЖеня', '&laquo;Зоя&raquo;'],
];

function filled(shape: string, texts: readonly string[]): { html: string; words: string; lost: string[] } {
  const [markup = '', ...lost] = shape.split(' → ');
  const given: string[] = [];
  const html = markup.replaceAll('{}', () => {
    const text = texts[given.length % texts.length] ?? '';
    given.push(text);
    return text;
  });
  return { html, words: given.join(' '), lost };
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', laquo: '«', raquo: '»' };

function wordsOf(text: string): string[] {
  const read = text.replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
  return read.replace(/https?:\S+|\[1\]/g, ' ').match(/[\p{Script=Cyrillic}\d№₽<&]+/gu) ?? [];
}

const textOf = (html: string) =>
  html.replace(/<\/?(?:b|strong|i|em|u|s|a|sup|sub|code)(?: [^>]*)?>/g, '').replace(/<[^>]*>/g, ' ');

test.each(SHAPES)('a body of %s keeps every word in its order, and what goes is named', (_source, ...shapes) => {
  for (const shape of shapes)
    for (const texts of TEXTS) {
      const { html, words, lost } = filled(shape, texts);
      const gone = new Set<string>();
      const body = sanitizeBody(html, (what) => gone.add(what));
      expect([html, wordsOf(textOf(body))]).toEqual([html, wordsOf(words)]);
      expect([html, [...gone]]).toEqual([html, lost]);
      expect(sanitizeBody(body, (what) => expect.fail(`${what} is lost again in ${body}`))).toBe(body);
    }
});
