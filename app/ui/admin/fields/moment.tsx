import { useRouteLoaderData } from 'react-router';
import { formatDate, todayIn } from '../../../../model/text/date.ts';
import type { loader } from '../../../routes/admin/kit.tsx';

const DAY = 24 * 3600 * 1000;

/** IANA name of the site's zone. */
export function useSiteTimeZone(): string {
  return useRouteLoaderData<typeof loader>('routes/admin/kit')?.timeZone ?? 'UTC';
}

/** Time (ISO 8601) in the site's zone: «сегодня, 18:05». The tooltip has the reader's local time when it differs. */
export function Moment({ at }: { at: string }) {
  const zone = useSiteTimeZone();
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const here = momentText(at, own);
  const text = momentText(at, zone);
  return (
    <time dateTime={at} title={here === text ? undefined : `У вас: ${here}`}>
      {text}
    </time>
  );
}

export function momentText(at: string, timeZone: string): string {
  const date = new Date(at);
  return `${dayText(todayIn(timeZone, date), timeZone)}, ${timeText(date, timeZone)}`;
}

/** «сегодня», «вчера», «завтра» or the date of a day (YYYY-MM-DD). */
export function dayText(day: string, timeZone: string, now = Date.now()): string {
  if (day === todayIn(timeZone, new Date(now))) return 'сегодня';
  if (day === todayIn(timeZone, new Date(now - DAY))) return 'вчера';
  if (day === todayIn(timeZone, new Date(now + DAY))) return 'завтра';
  return formatDate(day);
}

export function timeText(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('ru', { timeZone, hour: '2-digit', minute: '2-digit' }).format(at);
}
