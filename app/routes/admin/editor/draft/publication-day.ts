import { formatDate, todayIn } from '../../../../../model/text/date.ts';
import { isAhead } from '../../../../ui/admin/fields/zone.ts';

/** The site's day (YYYY-MM-DD) on which an article that is not out yet will be: that of `wanted` (ISO 8601), or today. */
export function publicationDay(wanted: string | null, timeZone: string): string {
  return todayIn(timeZone, wanted && isAhead(wanted) ? new Date(wanted) : new Date());
}

/** Two days beside each other: the year is said only where they differ in it. */
export function dayTexts(...days: [one: string, other: string]): [string, string] {
  const texts = days.map(formatDate) as [string, string];
  const isOneYear = days[0].slice(0, 4) === days[1].slice(0, 4);
  return isOneYear ? (texts.map((text) => text.replace(/ \d+$/, '')) as [string, string]) : texts;
}
