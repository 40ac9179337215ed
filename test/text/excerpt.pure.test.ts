import { expect, test } from 'vitest';
import { cardExcerpt, excerpt, leadOf, NEWS_EXCERPT, plainText } from '../../model/text/excerpt.ts';
import { rowsIn } from '../rig/cases.ts';

test.each(rowsIn('text/excerpts.txt', 'plain text'))('the text of a body %j reads %j', (html, text) =>
  expect(plainText(html)).toBe(text),
);

test('the text of a body has the captions of figures, which are no part of an excerpt', () => {
  const body =
    '<figure class="image"><img src="/uploads/a.png" alt="б"><figcaption>Подпись<cite>Анна Ли</cite></figcaption></figure><h2>Первое</h2><p>Слово</p>';
  expect(plainText(body)).toBe('Подпись Анна Ли Первое Слово');
  expect(leadOf(body)).toBe('Первое\u2029Слово');
  expect(excerpt(leadOf(body, NEWS_EXCERPT + 1), NEWS_EXCERPT)).toBe('Первое Слово');
});

test('the text of a body is read only as far as needed, and never short of that', () => {
  const sentence = '<p>Слово <b>за</b>&nbsp;словом 🏆</p>\n';
  const full = plainText(sentence.repeat(40));
  for (let limit = 0; limit < 300; limit += 1) {
    const text = plainText(sentence.repeat(40), limit);
    expect(full.startsWith(text)).toBe(true);
    expect([...text].length - limit).toBeOneOf([0, 1]);
  }
  expect(plainText(`x${' '.repeat(100_000)}y${'z'.repeat(100_000)}`, 4)).toBe('x yzz');
  expect(plainText('короткий', 121)).toBe('короткий');
  expect(plainText('слово '.repeat(5000), 10_000).length).toBeGreaterThanOrEqual(10_000);
  expect(plainText('<p>слово</p>'.repeat(10_000), NEWS_EXCERPT + 1).length).toBeLessThanOrEqual(NEWS_EXCERPT + 2);
});

test('the text of a body takes a megabyte of anything at once', { timeout: 30_000 }, () => {
  const megabyte = 2 ** 20;
  expect(plainText('<'.repeat(megabyte))).toHaveLength(megabyte);
  expect(plainText('&#'.repeat(megabyte / 2))).toHaveLength(megabyte);
  expect(plainText('<b>'.repeat(megabyte / 3))).toBe('');
  expect(plainText('<p>x'.repeat(megabyte / 4))).toHaveLength(megabyte / 2 - 1);
  expect(plainText(' '.repeat(megabyte))).toBe('');
});

test('an excerpt is the first characters, not halves of them, with an ellipsis only when something was cut', () => {
  expect([excerpt('12345', 5), excerpt('123456', 5), excerpt('1234 6', 5)]).toEqual(['12345', '12345…', '1234 …']);
  expect(excerpt('', 5)).toBe('');
  expect([excerpt('🏆🏆🏆', 3), excerpt('🏆🏆🏆', 2)]).toEqual(['🏆🏆🏆', '🏆🏆…']);
  expect(excerpt(`${'я'.repeat(119)}🏆🏆`, 120)).toBe(`${'я'.repeat(119)}🏆…`);
  const html = `<p>${'я'.repeat(120)}</p>\n`;
  expect(excerpt(plainText(html, NEWS_EXCERPT + 1), NEWS_EXCERPT)).toBe('я'.repeat(120));
});

test.each(rowsIn<[string, string, string]>('text/excerpts.txt', 'cards'))(
  'the excerpt of a card of «%s» in %i characters is «%s»',
  (text, limit, expected) => expect(cardExcerpt(text, Number(limit))).toBe(expected),
);

test('the excerpt of a card ends before a heading, unless the heading begins the text', () => {
  const lead = leadOf('<h2>План</h2><p>Три дня от начала до окончания.</p><h2>Полуфиналы</h2><p>1 июля</p>');
  expect(cardExcerpt(lead, 50)).toBe('План Три дня от начала до окончания…');
  expect(excerpt(lead, 50)).toBe('План Три дня от начала до окончания. Полуфиналы 1 …');
  expect(cardExcerpt(lead, 100)).toBe('План Три дня от начала до окончания. Полуфиналы 1 июля');
});
