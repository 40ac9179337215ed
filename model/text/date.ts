const MONTHS = 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' ');

const DAY = /^(\d{4})-(\d{2})-(\d{2})(T.*)?$/s;
const TIME = /^T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d([.,]\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)?$/i;

/** `2025-07-20` → `20 июля 2025`; other text is returned unchanged. */
export function formatDate(day: string): string {
  const [, year, month, date] = DAY.exec(day) ?? [];
  const name = MONTHS[Number(month) - 1];
  return name === undefined ? day : `${Number(date)} ${name} ${Number(year)}`;
}

const RUSSIAN_DAY =
  /^(?:[а-я]+, )?(?<date>\d{1,2})(?:(?<mark>[./-])(?<month>\d{1,2})\k<mark>|[ \u00a0](?<name>[а-я]+)[ \u00a0])(?<year>\d{4}|\d\d)(?: ?г(?:\.|ода)?)?$/i;

/** `YYYY-MM-DD` of `2019-07-20`, `20.07.2019`, `20/07/19` (1950 to 2049) or `20 июля 2019 г.`; null for anything else. */
export function readDay(text: string): string | null {
  const { date = '', month, name = '', year = '' } = RUSSIAN_DAY.exec(text)?.groups ?? {};
  if (year === '') return /^\d{4}-\d{2}-\d{2}$/.test(text) ? parseDate(text) : null;
  const number = month ?? String(MONTHS.indexOf(name.toLowerCase()) + 1);
  const century = year.length === 4 ? '' : year < '50' ? '20' : '19';
  return parseDate(`${century}${year}-${number.padStart(2, '0')}-${date.padStart(2, '0')}`);
}

/** Day in an IANA time zone at `now`, `YYYY-MM-DD`. */
export function todayIn(timeZone: string, now: Date = new Date()): string {
  // The Swedish format is that of ISO 8601.
  return now.toLocaleDateString('sv', { timeZone });
}

/** ISO 8601 UTC of Unix ms. */
export function iso(time: number): string {
  return new Date(time).toISOString();
}

/** First moment of a day in an IANA time zone, ISO 8601 UTC. */
export function startOfDay(day: string, timeZone: string): string {
  const midnight = Temporal.PlainDate.from(day).toZonedDateTime(timeZone);
  return iso(midnight.epochMilliseconds);
}

const HOUR = 3_600_000;

/** Time of publication; the start of `date` if an editor has set another day. */
export function publishedAt({ date, publishAt }: { date: string; publishAt: string | null }, timeZone: string): string {
  if (publishAt !== null && todayIn(timeZone, new Date(publishAt)) === date) return publishAt;
  return startOfDay(date, timeZone);
}

/** For `recentCards`: start of the last `days`, rounded to the hour. */
export function newsOf(days: number, timeZone: string): { since: Date; day: string } {
  const since = new Date(startOfHour().getTime() - days * 24 * HOUR);
  return { since, day: todayIn(timeZone, since) };
}

/** Part of a cache key: makes an entry expire after the hour. */
export function startOfHour(): Date {
  return new Date(Math.floor(Date.now() / HOUR) * HOUR);
}

/** `YYYY-MM-DD` or the day of an ISO 8601 date-time as written; null for anything else (2025-02-30). */
export function parseDate(input: string): string | null {
  const [, year, , , time] = DAY.exec(input) ?? [];
  if (!Number(year) || (time !== undefined && !TIME.test(time))) return null;
  const day = input.slice(0, 10);
  const midnight = new Date(`${day}T00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day) ? day : null;
}

/** Excludes the end of a range: «18–20 июля», «по 20 июля». */
const WRITTEN = new RegExp(
  `(?<![\\d.]|\\d[ \\u00a0]?[–—-][ \\u00a0]?|(?<!\\p{L})по[ \\u00a0])(\\d{1,2})[ \\u00a0](${MONTHS.join('|')})(?:[ \\u00a0](\\d{4}))?(?!\\p{L})` +
    `(?:(,?[ \\u00a0](?:в[ \\u00a0])?)\\d{1,2}:\\d\\d(?![\\d–—-]))?`,
  'gu',
);

/** «сегодня» may follow these words; elsewhere, as in «до 20 июля» and «20 июля 2026 года», the date stays. */
const TELLS_WHEN = /(?:возвращайтесь|приходите|ждём(?: вас)?|начн[её]тся|состоится|пройдёт)[ \u00a0]$/iu;

/** Replaces the only other date in `text` by `day` (`2025-07-20`), on the day (`today`) by «сегодня» where it fits; the time after it by `time`. */
export function correctDate(text: string, day: string, time: string, today?: string): string {
  const [found, ...others] = text.matchAll(WRITTEN);
  if (!found || others.length > 0) return text;
  const [written, date, month, year, before] = found;
  const right = formatDate(day);
  if (day === today && year === undefined && TELLS_WHEN.test(text.slice(0, found.index)))
    return text.replace(written, () => (before === undefined ? 'сегодня' : `сегодня${before}${time}`));
  if (right === `${Number(date)} ${month} ${year ?? right.slice(-4)}`) return text;
  const named = year === undefined ? right.slice(0, -5) : right;
  return text.replace(written, () => (before === undefined ? named : named + before + time));
}
