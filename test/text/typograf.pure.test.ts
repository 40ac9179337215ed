import { describe, expect, test } from 'vitest';
import { applyEdits, typograf, typografEdits } from '../../model/text/typograf.ts';

/** A non-breaking space shows as `_`. */
const shown = (text: string) => typograf(text).replaceAll('\u00a0', '_');

const CASES: [given: string, expected: string][] = [
  ['Гран-при получила песня "Рассвет"', 'Гран-при получила песня «Рассвет»'],
  ['Она сказала: "Песня "Рассвет" победила"', 'Она сказала: «Песня „Рассвет“ победила»'],
  ['“Голос” и „Эхо“', '«Голос» и_«Эхо»'],
  ['«Песня «Рассвет» победила»', '«Песня „Рассвет“ победила»'],
  ['Кавычка "без пары осталась', 'Кавычка "без пары осталась'],
  ['"без пары, но «внутри» пара', '"без пары, но_«внутри» пара'],
  ['экран 15" и "слово"', 'экран 15" и_«слово»'],
  ['("в скобках")', '(«в_скобках»)'],
  ['"Топ-15"', '«Топ-15»'],
  ['Финал - это праздник', 'Финал_— это праздник'],
  ['Финал -- это праздник', 'Финал_— это праздник'],
  ['Финал – это праздник', 'Финал_— это праздник'],
  ['- Кто победил? - спросила она', '—_Кто победил?_— спросила она'],
  ['что-то кто-нибудь', 'что-то кто-нибудь'],
  ['участники 10-15 лет', 'участники 10–15_лет'],
  ['сезон 2024-2025', 'сезон 2024–2025'],
  ['дата 2025-07-20, телефон 8-800-555-35-35', 'дата 2025-07-20, телефон 8-800-555-35-35'],
  ['версия 1.2-3.4', 'версия 1.2-3.4'],
  ['ждём...', 'ждём…'],
  ['Правда?.. Да!..', 'Правда?.. Да!..'],
  ['в Москве и на сцене', 'в_Москве и_на_сцене'],
  ['то же самое, если бы не дождь', 'то_же самое, если_бы не_дождь'],
  ['20 июля 2025 г. в 19:00', '20_июля 2025_г. в_19:00'],
  ['10 000 зрителей, 5 % голосов, № 7', '10_000_зрителей, 5_% голосов, №_7'],
  ['А.С. Пушкин и т.д.', 'А._С._Пушкин и_т._д.'],
  ['два  пробела   подряд', 'два пробела подряд'],
  ['адрес https://example.ru/a-b/?y=1-2&z=3-4 остался', 'адрес https://example.ru/a-b/?y=1-2&z=3-4 остался'],
  ['почта press-2025@festival.ru, сайт festival-10-12.ru', 'почта press-2025@festival.ru, сайт festival-10-12.ru'],
];

describe('typograf', () => {
  test.each(CASES)('%s', (given, expected) => {
    expect(shown(given)).toBe(expected);
  });

  test('changes nothing the second time', () => {
    for (const [given] of CASES) expect(typograf(typograf(given))).toBe(typograf(given));
  });

  test('reads protected text as a neighbour but leaves it as it is', () => {
    const text = 'код "a - b" и "слово" - тут';
    const isCode = (index: number) => index >= 4 && index < 11;
    expect(applyEdits(text, typografEdits(text, isCode)).replaceAll('\u00a0', '_')).toBe('код "a - b" и_«слово»_— тут');
  });

  test('keeps pace with hostile text', () => {
    const parts = [' ', '-', '"', '.', 'a.', 'я ', '1-', '« '];
    for (const part of parts) expect(typograf(part.repeat(20_000)).length).toBeGreaterThan(0);
  });
});
