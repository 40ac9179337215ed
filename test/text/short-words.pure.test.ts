import { expect, test } from 'vitest';
import { bindShortWords } from '../../model/text/short-words.ts';

test.each([
  ['останутся с нами', 'останутся с_нами'],
  ['О нас', 'О нас'],
  ['Перейти к голосованию', 'Перейти к_голосованию'],
  ['и в доме', 'и_в_доме'],
  ['победил на «Рампе»', 'победил на_«Рампе»'],
  ['вечер — утро', 'вечер_— утро'],
  ['то же самое и что ли', 'то_же самое и_что ли'],
  ['20 июля 2025', '20 июля 2025'],
  ['Завтра в_20:00_по_Москве', 'Завтра в_20:00 по_Москве'],
  ['приз 7_200_000_рублей', 'приз 7_200_000_рублей'],
  ['конец на', 'конец на'],
])('«%s» is shown as «%s»', (text, shown) => {
  const spaced = (words: string) => words.replaceAll('_', '\u00a0');
  expect(bindShortWords(spaced(text))).toBe(spaced(shown));
  expect(bindShortWords(spaced(shown))).toBe(spaced(shown));
});
