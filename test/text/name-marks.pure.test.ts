import { expect, test } from 'vitest';
import { markNames, markPlainUnder, problemOfMarks, readMarks } from '../../model/text/name-marks.ts';

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
