import { formatDate, todayIn } from '../../../../../model/text/date.ts';
import { isAhead } from '../../../../ui/admin/fields/zone.ts';

/** Publication day (YYYY-MM-DD) in the site's zone: of `wanted` (ISO 8601) when ahead, else today. */
export function publicationDay(wanted: string | null, timeZone: string): string {
  return todayIn(timeZone, wanted && isAhead(wanted) ? new Date(wanted) : new Date());
}

/** Two dates, with years only when they differ. */
export function dayTexts(...days: [one: string, other: string]): [string, string] {
  const texts = days.map(formatDate) as [string, string];
  const isOneYear = days[0].slice(0, 4) === days[1].slice(0, 4);
  return isOneYear ? (texts.map((text) => text.replace(/ \d+$/, '')) as [string, string]) : texts;
}
