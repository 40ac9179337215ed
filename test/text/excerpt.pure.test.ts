import { expect, test } from 'vitest';
import { cardExcerpt, excerpt, leadOf, NEWS_EXCERPT, plainText } from '../../model/text/excerpt.ts';

test.each([
  ['<p>Финал <strong>20 июля</strong></p>', 'Финал 20 июля'],
  ['<p>один</p><p>два</p>', 'один два'],
  ['<h1>Заголовок</h1>\n<p>текст</p>', 'Заголовок текст'],
  ['<ul><li>а</li><li>б<ul><li>в</li></ul></li></ul>', 'а б в'],
  ['строка<br>ещё', 'строка ещё'],
  ['раз<hr>два', 'раз два'],
  ['<blockquote>цитата</blockquote>после', 'цитата после'],
  ['по<b>лу</b><em>жир</em>ный <a href="/x">ссыл</a>ка', 'полужирный ссылка'],
  ['<p>до<img src="/uploads/a.png" alt="не текст">после</p>', 'допосле'],
  ['&lt;b&gt; &amp;amp; &quot;да&quot; &laquo;ёлочки&raquo; &mdash; &hellip;', '<b> &amp; "да" «ёлочки» — …'],
  ['&#1071;&#x42f;&#39;&#x1F3C6;', "ЯЯ'🏆"],
  ['R&B и AT&T', 'R&B и AT&T'],
  ['2 < 3 и 5 > 4', '2 < 3 и 5 > 4'],
  ['  много \n\t пробелов  ', 'много пробелов'],
  ['20&nbsp;июля', '20\u00a0июля'],
  ['а &nbsp; б', 'а б'],
  ['<p>&nbsp;</p><p>x&nbsp;</p>', 'x'],
  ['а&nbsp;&nbsp;б', 'а\u00a0б'],
  ['<pre><code class="language-js">if (a &lt; b)\n  c();</code></pre>', 'if (a < b) c();'],
  ['до<!-- нет -->после', 'допосле'],
  ['<p><br></p>', ''],
  ['', ''],
])('the text of a body %j reads %j', (html, text) => expect(plainText(html)).toBe(text));

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

test.each([
  ['короткий текст', 30, 'короткий текст'],
  ['завтра начнётся финал', 18, 'завтра начнётся…'],
  ['завтра начнётся финал', 15, 'завтра начнётся…'],
  ['завтра начнётся, а потом', 15, 'завтра начнётся…'],
  ['идут с 14:00, а не с 15:00', 23, 'идут с 14:00, а не с…'],
  ['идут с 14:00, а не с 15:00', 22, 'идут с 14:00, а не с…'],
  ['будет жеребьёвка. Затем', 17, 'будет жеребьёвка…'],
  ['на сцене «Эллинга»', 10, 'на сцене…'],
  ['на сцене «Эллинга» поют', 18, 'на сцене «Эллинга»…'],
  ['на сцене — певцы', 11, 'на сцене…'],
  ['около 21:25 — и продлится', 15, 'около 21:25…'],
  ['на\u00a0сцене\u00a0певцы', 12, 'на\u00a0сцене…'],
  ['абвгдежзик'.repeat(3), 20, `${'абвгдежзик'.repeat(2)}…`],
])('the excerpt of a card of «%s» in %i characters is «%s»', (text, limit, expected) =>
  expect(cardExcerpt(text, limit)).toBe(expected),
);

test('the excerpt of a card ends before a heading, unless the heading begins the text', () => {
  const lead = leadOf('<h2>План</h2><p>Три дня от начала до окончания.</p><h2>Полуфиналы</h2><p>1 июля</p>');
  expect(cardExcerpt(lead, 50)).toBe('План Три дня от начала до окончания…');
  expect(excerpt(lead, 50)).toBe('План Три дня от начала до окончания. Полуфиналы 1 …');
  expect(cardExcerpt(lead, 100)).toBe('План Три дня от начала до окончания. Полуфиналы 1 июля');
});
