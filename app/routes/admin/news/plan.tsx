import { Button } from '@mantine/core';
import { useCallback } from 'react';
import { Link } from 'react-router';
import type { Planned } from '../../../../model/articles/lists/plan.ts';
import { formatDate, todayIn } from '../../../../model/text/date.ts';
import { dayText, timeText, useSiteTimeZone } from '../../../ui/admin/fields/moment.tsx';
import { Empty, LoadState } from '../../../ui/admin/loading/states.tsx';
import { useLoaded } from '../../../ui/admin/loading/use-loaded.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import styles from './plan.module.css';

const DAYS = 7;
const DAY = 24 * 3600 * 1000;
const WHAT = { appears: 'выйдет', ends: 'уйдёт с сайта' };

/** The next seven days, with what appears and what ends by the clock. */
export function Plan() {
  const { call } = useSession();
  const zone = useSiteTimeZone();
  const read = useCallback(
    async (signal: AbortSignal) => (await call<Planned[]>('GET', '/admin/news-plan', { signal })).data,
    [call],
  );
  const { data, problem, reload } = useLoaded(read);
  const days = nextDays(zone);
  const shown = data?.filter(({ at }) => days.includes(todayIn(zone, new Date(at))));
  if (problem || !shown) return <LoadState data={shown} problem={problem} reload={reload} rows={DAYS} height={56} />;
  if (shown.length === 0)
    return (
      <Empty title="На ближайшие семь дней ничего не назначено">
        <p>Здесь появятся новости, которые выйдут или уйдут с сайта сами, в назначенное время.</p>
        <Button component={Link} to="/admin/news/new" variant="default">
          Написать новость
        </Button>
      </Empty>
    );
  return (
    <ol className={styles.days}>
      {days.map((day) => (
        <li key={day}>
          <h2>
            <time dateTime={day}>{titleOf(day, zone)}</time>
            <small>{weekdayOf(day)}</small>
          </h2>
          <DayPlan planned={shown.filter(({ at }) => todayIn(zone, new Date(at)) === day)} zone={zone} />
        </li>
      ))}
    </ol>
  );
}

function DayPlan({ planned, zone }: { planned: Planned[]; zone: string }) {
  if (planned.length === 0) return <p className={styles.nothing}>ничего не назначено</p>;
  return (
    <ul>
      {planned.map(({ slug, title, at, what }) => (
        <li key={`${slug} ${what}`}>
          <time dateTime={at}>{timeText(new Date(at), zone)}</time>
          <span className={styles.what} data-what={what}>
            {WHAT[what]}
          </span>
          <Link to={`/admin/news/edit/${slug}`}>{title}</Link>
        </li>
      ))}
    </ul>
  );
}

/** Today and the six days after it, YYYY-MM-DD; a day is no 24 hours where clocks change. */
function nextDays(zone: string): string[] {
  const noon = Date.parse(`${todayIn(zone)}T12:00:00Z`);
  return Array.from({ length: DAYS }, (_, at) => new Date(noon + at * DAY).toISOString().slice(0, 10));
}

function titleOf(day: string, zone: string): string {
  const near = dayText(day, zone);
  return near === formatDate(day) ? near.replace(/ \d{4}$/, '') : near;
}

function weekdayOf(day: string): string {
  return new Intl.DateTimeFormat('ru', { weekday: 'long', timeZone: 'UTC' }).format(new Date(`${day}T12:00:00Z`));
}
