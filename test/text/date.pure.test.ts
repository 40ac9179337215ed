import { describe, expect, test } from 'vitest';
import { formatDate, parseDate, todayIn } from '../../model/text/date.ts';

describe('dates', () => {
  test('a day is shown as a Russian reader writes it', () => {
    expect(formatDate('2025-07-20')).toBe('20 июля 2025');
    expect(formatDate('2026-01-01')).toBe('1 января 2026');
    expect(formatDate('2024-02-29')).toBe('29 февраля 2024');
    expect(
      ['03', '04', '05', '06', '08', '09', '10', '11', '12'].map((m) => formatDate(`2025-${m}-09`).split(' ')[1]),
    ).toEqual(['марта', 'апреля', 'мая', 'июня', 'августа', 'сентября', 'октября', 'ноября', 'декабря']);
    expect(formatDate('')).toBe('');
  });

  test('today depends on the time zone', () => {
    const moment = new Date('2025-07-19T22:30:00Z');
    expect(todayIn('Europe/Moscow', moment)).toBe('2025-07-20');
    expect(todayIn('UTC', moment)).toBe('2025-07-19');
    expect(todayIn('Asia/Kamchatka', new Date('2025-12-31T12:00:00Z'))).toBe('2026-01-01');
    expect(todayIn('UTC')).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  test.each([
    ['2025-07-20', '2025-07-20'],
    ['2024-02-29', '2024-02-29'],
    ['2000-02-29', '2000-02-29'],
    ['0001-01-01', '0001-01-01'],
    ['9999-12-31', '9999-12-31'],
    ['2025-07-20T23:59', '2025-07-20'],
    ['2025-07-20T23:59:59.123Z', '2025-07-20'],
    ['2025-07-20T00:30:00+03:00', '2025-07-20'],
  ])('%s is the day %s', (input, day) => {
    expect(parseDate(input)).toBe(day);
  });

  test.each([
    '',
    '2025-02-30',
    '2025-02-29',
    '1900-02-29',
    '2025-13-01',
    '2025-00-10',
    '2025-04-31',
    '2025-01-00',
    '0000-01-01',
    '10000-01-01',
    '2025-7-20',
    '20250720',
    '20.07.2025',
    ' 2025-07-20',
    '2025-07-20 ',
    '2025-07-20\n',
    '2025-07-20T',
    '2025-07-20T25:00',
    '2025-07-20T10:60',
    '2025-07-20Z',
    '2025-07-20T10:00:00Zx',
    '2025-07-20T10:00\n',
    'сегодня',
    '-025-07-20',
  ])('%j is no day', (input) => {
    expect(parseDate(input)).toBeNull();
  });
});
