export const MONTHS = [
  'января',
  'февраля',
  'марта',
  'апреля',
  'мая',
  'июня',
  'июля',
  'августа',
  'сентября',
  'октября',
  'ноября',
  'декабря',
] as const;

const DAY = /^(\d{4})-(\d{2})-(\d{2})(T.*)?$/s;
const TIME = /^T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d([.,]\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)?$/i;

/** `2025-07-20` → `20 июля 2025`; other text is returned unchanged. */
export function formatDate(day: string): string {
  const [, year, month, date] = DAY.exec(day) ?? [];
  const name = MONTHS[Number(month) - 1];
  return name === undefined ? day : `${Number(date)} ${name} ${Number(year)}`;
}

/** Day in an IANA time zone at `now`, `YYYY-MM-DD`. */
export function todayIn(timeZone: string, now: Date = new Date()): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(now);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((p) => p.type === type)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}

/** `YYYY-MM-DD` or the day of an ISO 8601 date-time as written; null for anything else (2025-02-30). */
export function parseDate(input: string): string | null {
  const match = DAY.exec(input);
  if (!match) return null;
  const [, year, month, date, time] = match;
  if (time !== undefined && !TIME.test(time)) return null;
  return isRealDay(Number(year), Number(month), Number(date)) ? input.slice(0, 10) : null;
}

function isRealDay(year: number, month: number, date: number): boolean {
  if (year < 1 || month < 1 || month > 12 || date < 1) return false;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return date <= (lengths[month - 1] ?? 0);
}
