import { expect, test } from 'vitest';
import { formatDate, parseDate, todayIn } from '../../model/text/date.ts';
import { cardExcerpt, excerpt, leadOf, NEWS_EXCERPT, plainText } from '../../model/text/excerpt.ts';
import { markNames, markPlainUnder, problemOfMarks, readMarks } from '../../model/text/name-marks.ts';
import { slugify } from '../../model/text/slug.ts';
import { applyEdits, bindShortWords, typograf, typografEdits } from '../../model/text/typograf.ts';
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

test('an excerpt is the first characters, not halves of them, with an ellipsis only when something was cut', () => {
  expect([excerpt('12345', 5), excerpt('123456', 5), excerpt('1234 6', 5)]).toEqual(['12345', '12345…', '1234 …']);
  expect(excerpt('', 5)).toBe('');
  expect([excerpt('🏆🏆🏆', 3), excerpt('🏆🏆🏆', 2)]).toEqual(['🏆🏆🏆', '🏆🏆…']);
  expect(excerpt(`${'я'.repeat(119)}🏆🏆`, 120)).toBe(`${'я'.repeat(119)}🏆…`);
  const html = `<p>${'я'.repeat(120)}</p>\n`;
  expect(excerpt(plainText(html, NEWS_EXCERPT + 1), NEWS_EXCERPT)).toBe('я'.repeat(120));
});

const CARDS = rowsIn<[string, string, string]>('text/excerpts.txt', 'cards');
test.each(CARDS)('the excerpt of a card of «%s» in %i characters is «%s»', (text, limit, expected) =>
  expect(cardExcerpt(text, Number(limit))).toBe(expected),
);

test('the excerpt of a card ends before a heading, unless the heading begins the text', () => {
  const lead = leadOf('<h2>План</h2><p>Три дня от начала до окончания.</p><h2>Полуфиналы</h2><p>1 июля</p>');
  expect(cardExcerpt(lead, 50)).toBe('План Три дня от начала до окончания…');
  expect(excerpt(lead, 50)).toBe('План Три дня от начала до окончания. Полуфиналы 1 …');
  expect(cardExcerpt(lead, 100)).toBe('План Три дня от начала до окончания. Полуфиналы 1 июля');
});

test.each(rowsIn('text/slugs.txt'))('slugify %s → %s, which stays as it is', (title, slug) =>
  expect([slugify(title), slugify(slug)]).toEqual([slug, slug]),
);

test('slugify follows the rule step by step on Latin text', () => {
  const alphabet = ['a', 'Z', '5', '_', '-', ' ', '\t', '&', '.', 'é', 'Ü', '/'];
  for (let n = 0; n < 12 ** 4; n += 1) {
    const text = [0, 1, 2, 3].map((place) => alphabet[Math.floor(n / 12 ** place) % 12]).join('');
    expect(slugify(text), JSON.stringify(text)).toBe(stepByStep(text));
  }
});

test('slugify and the text of a body take a megabyte of anything at once', { timeout: 30_000 }, () => {
  const megabyte = 2 ** 20;
  expect(plainText('<'.repeat(megabyte))).toHaveLength(megabyte);
  expect(plainText('&#'.repeat(megabyte / 2))).toHaveLength(megabyte);
  expect(plainText('<b>'.repeat(megabyte / 3))).toBe('');
  expect(plainText('<p>x'.repeat(megabyte / 4))).toHaveLength(megabyte / 2 - 1);
  expect(plainText(' '.repeat(megabyte))).toBe('');
  expect(slugify('-'.repeat(megabyte))).toBe('');
  expect(slugify('a-'.repeat(megabyte / 2))).toHaveLength(megabyte - 1);
  expect(slugify(' '.repeat(megabyte))).toBe('');
  expect(slugify('&'.repeat(megabyte)).length).toBe(4 * megabyte - 1);
  expect(slugify('ый'.repeat(megabyte / 2)).length).toBe(megabyte);
  expect(slugify(`a${'\u0301\u0316'.repeat(megabyte / 2)}`)).toBe('a');
});

/** Reference implementation of the slug rule. */
function stepByStep(text: string): string {
  return text
    .toLowerCase()
    .replace(/\s+/g, '-')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/&/g, '-and-')
    .replace(/[^\w-]+/g, '')
    .replace(/--+/g, '-')
    .replace(/^-+/, '')
    .replace(/-+$/, '');
}

/** A non-breaking space shows as `_`. */
const shown = (text: string) => typograf(text).replaceAll('\u00a0', '_');

test.each(rowsIn('text/typograf.txt', 'typed'))('typograf %s, and nothing the second time', (given, expected) =>
  expect([shown(given), shown(typograf(given))]).toEqual([expected, expected]),
);

test('typograf reads protected text as a neighbour but leaves it as it is', () => {
  const text = 'код "a - b" и "слово" - тут';
  const isCode = (index: number) => index >= 4 && index < 11;
  expect(applyEdits(text, typografEdits(text, isCode)).replaceAll('\u00a0', '_')).toBe('код "a - b" и_«слово»_— тут');
});

test('typograf keeps pace with hostile text', () => {
  const parts = [' ', '-', '"', '.', 'a.', 'я ', '1-', '« '];
  for (const part of parts) expect(typograf(part.repeat(20_000)).length).toBeGreaterThan(0);
});

test.each(rowsIn('text/typograf.txt', 'shown'))('«%s» is shown as «%s»', (text, shown) => {
  const spaced = (words: string) => words.replaceAll('_', '\u00a0');
  expect(bindShortWords(spaced(text))).toBe(spaced(shown));
  expect(bindShortWords(spaced(shown))).toBe(spaced(shown));
});

const MARKS = readMarks(
  'Анна Королёва, Анны Королёвой — признана в РФ иностранным агентом\n\nООО «Ра & Ко» – запрещённая организация\nАнна - другая отметка',
);
const KOROLEVA = 'Анна Королёва — признана в РФ иностранным агентом';
const body = (html: string) => markNames(html, MARKS).html;
const notes = (html: string) => markNames(html, MARKS).notes;

test('the first place of a name in any of its forms gets a sign, and the article one note', () => {
  const html = '<p>Песня Анны\u00a0Королевой. Анна Королёва <b>и ООО «Ра &amp; Ко»</b></p>';
  expect(body(html)).toBe(
    '<p>Песня Анны\u00a0Королевой<sup>*</sup>. Анна Королёва <b>и ООО «Ра &amp; Ко»<sup>**</sup></b></p>',
  );
  expect(notes(html)).toEqual([`* ${KOROLEVA}`, '** ООО «Ра & Ко» — запрещённая организация']);
});

test('a part of a word, an attribute, an address and code are left alone', () => {
  const left = [
    '<p>Марианна и Анна-Мария, Анны и Аннам</p>',
    '<p><a href="/Анна">тут</a><img src="/a" alt="Анна"></p>',
    '<pre data-language="x">Анна <span class="y">Анна</span></pre><p><code>Анна</code></p>',
  ];
  for (const html of left) expect([body(html), notes(html)]).toEqual([html, []]);
  expect(body('<p><a href="/Анна">Анна</a></p>')).toBe('<p><a href="/Анна">Анна<sup>*</sup></a></p>');
  expect(body('<pre>Анна</pre><p>Анна</p>')).toBe('<pre>Анна</pre><p>Анна<sup>*</sup></p>');
});

test('the longer name wins, and a plain text carries its notes', () => {
  const plain = (title: string, text: string) => markPlainUnder(title, text, MARKS);
  expect(plain('Хор', 'Поёт Анна Королёва & <хор>')).toBe(`Поёт Анна Королёва* & <хор> * ${KOROLEVA}`);
  expect(plain('Анна Королёва', 'Поёт Анна Королёва')).toBe(`Поёт Анна Королёва* * ${KOROLEVA}`);
  expect(plain('Анна Королёва <hr>', 'Поёт хор')).toBe(`Поёт хор * ${KOROLEVA}`);
  expect(plain('Хор', 'Поёт хор & «Анна-2»')).toBe('Поёт хор & «Анна-2»');
});

test('a line without a name or a mark is named', () => {
  expect(problemOfMarks('')).toBeUndefined();
  expect(problemOfMarks('Анна — отметка\n\nБорис')).toContain('строка 3');
  expect(problemOfMarks('— отметка')).toContain('строка 1');
  expect(problemOfMarks('а — б\n'.repeat(201))).toContain('не больше 200');
});

test('dates a day is shown as a Russian reader writes it', () => {
  const names = 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' ');
  const days = names.map((_, at) => formatDate(`2025-${String(at + 1).padStart(2, '0')}-09`));
  expect(days).toEqual(names.map((name) => `9 ${name} 2025`));
  expect([formatDate('2024-02-29'), formatDate('')]).toEqual(['29 февраля 2024', '']);
});

test('dates today depends on the time zone', () => {
  const moment = new Date('2025-07-19T22:30:00Z');
  expect([todayIn('Europe/Moscow', moment), todayIn('UTC', moment)]).toEqual(['2025-07-20', '2025-07-19']);
  expect(todayIn('Asia/Kamchatka', new Date('2025-12-31T12:00:00Z'))).toBe('2026-01-01');
  expect(todayIn('UTC')).toMatch(/^\d{4}-\d\d-\d\d$/);
});

test.each(rowsIn('text/dates.txt', 'days'))('dates %s is the day %s', (input, day) =>
  expect(parseDate(input)).toBe(day),
);

test.each(rowsIn<[string]>('text/dates.txt', 'none'))('dates %j is no day', (input) =>
  expect(parseDate(input)).toBeNull(),
);
