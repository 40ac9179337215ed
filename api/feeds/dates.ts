import type { PageCard } from '../../model/articles/schema.ts';
import { startOfDay, todayIn } from '../../model/text/date.ts';

const HOUR = 3_600_000;

/** The moment of publication; the beginning of its day where an editor gave another one. */
export function publishedAt({ date, publishAt }: Pick<PageCard, 'date' | 'publishAt'>, timeZone: string): string {
  if (publishAt !== null && todayIn(timeZone, new Date(publishAt)) === date) return publishAt;
  return startOfDay(date, timeZone);
}

/** For `recentCards`: since when news are of the last `days`, by the full hour. */
export function newsOf(days: number, timeZone: string): { since: Date; day: string } {
  const since = new Date(thisHour().getTime() - days * 24 * HOUR);
  return { since, day: todayIn(timeZone, since) };
}

/** In the key of an answer that a cache must not keep longer. */
export function thisHour(): Date {
  return new Date(Math.floor(Date.now() / HOUR) * HOUR);
}
