import { describe, expect, test } from 'vitest';
import { sanitizeBody } from '../../model/body/body.ts';
import { filled, SHAPES, TEXTS } from './real-bodies.ts';

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', laquo: '«', raquo: '»' };

/** Words and numbers in their order, without addresses; what stands between them may change. */
function wordsOf(text: string): string[] {
  const read = text.replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
  return read.replace(/https?:\S+|\[1\]/g, ' ').match(/[\p{Script=Cyrillic}\d№₽<&]+/gu) ?? [];
}

const textOf = (html: string) =>
  html.replace(/<\/?(?:b|strong|i|em|u|s|a|sup|sub|code)(?: [^>]*)?>/g, '').replace(/<[^>]*>/g, ' ');

describe('a body of', () => {
  test.each(Object.entries(SHAPES))('%s keeps every word in its order, and what goes is named', (_source, shapes) => {
    for (const shape of shapes)
      for (const texts of TEXTS) {
        const { html, words } = filled(shape, texts);
        const lost = new Set<string>();
        const body = sanitizeBody(html, (what) => lost.add(what));
        expect([html, wordsOf(textOf(body))]).toEqual([html, wordsOf(words)]);
        expect([html, [...lost]]).toEqual([html, shape[1] ? [shape[1]] : []]);
        expect(sanitizeBody(body, (what) => expect.fail(`${what} is lost again in ${body}`))).toBe(body);
      }
  });
});

test('there are 390 of them', () => {
  expect(Object.values(SHAPES).flat().length * TEXTS.length).toBeGreaterThanOrEqual(390);
});
