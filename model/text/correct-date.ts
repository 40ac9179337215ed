import { formatDate, MONTHS } from './date.ts';

const WRITTEN = new RegExp(
  `(?<![\\d.])(\\d{1,2})[ \\u00a0](${MONTHS.join('|')})(?:[ \\u00a0](\\d{4}))?(?!\\p{L})`,
  'gu',
);

/** Puts `day` (`2025-07-20`) in place of another date, if that is the only one which the text names. */
export function correctDate(text: string, day: string): string {
  const [found, ...others] = text.matchAll(WRITTEN);
  if (!found || others.length > 0) return text;
  const [written, date, month, year] = found;
  const right = formatDate(day);
  if (right === `${Number(date)} ${month} ${year ?? right.slice(-4)}`) return text;
  return text.replace(written, () => (year === undefined ? right.slice(0, -5) : right));
}
