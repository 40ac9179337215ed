import { Anchor, Button, Flex, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import type { Planned } from '../../../model/articles/desk.ts';
import type { Counts } from '../../../model/articles/lists/lists.ts';
import { formatDate, todayIn } from '../../../model/text/date.ts';
import { isEditor } from '../../../roles.ts';
import { dayText, timeText, useSiteTimeZone } from '../../ui/admin/fields/moment.tsx';
import { Icon } from '../../ui/admin/icon.tsx';
import { Empty, LoadState } from '../../ui/admin/loading/states.tsx';
import ui from '../../ui/admin/patterns.module.css';
import { useAnswer } from '../../ui/admin/queries.ts';
import { panelHead, Screen, Views } from '../../ui/admin/screen.tsx';
import { useSession } from '../../ui/admin/sign-in/session.tsx';
import { ArticleList } from './news/article-list.tsx';
import { rememberList } from './news/list-address.ts';
import { TrashList } from './news/trash-list.tsx';

const VIEWS = [
  { view: '', text: 'Все' },
  { view: 'published', text: 'Опубликованные' },
  { view: 'scheduled', text: 'Запланированные' },
  { view: 'draft', text: 'Черновики' },
  { view: 'review', text: 'На проверке' },
  { view: 'plan', text: 'План' },
  { view: 'bin', text: 'Корзина' },
] as const;

export const meta = () => panelHead('Новости');

export default function News() {
  const [search] = useSearchParams();
  const { role } = useSession();
  const views = VIEWS.filter((each) => each.view !== 'plan' || isEditor(role));
  const view = views.find((each) => each.view === search.get('view'))?.view ?? '';
  const { data: counts } = useAnswer<Counts>('/admin/news-counts?');
  const { search: query } = useLocation();
  useEffect(() => rememberList(query), [query]);
  return (
    <Screen
      title="Новости"
      {...(!isEditor(role) && { lead: 'Ваши черновики и то, что из них вышло. Публикует редактор.' })}
      actions={
        <Button component={Link} to="/admin/news/new" leftSection={<Icon name="plus" />}>
          Добавить новость
        </Button>
      }
    >
      <Views
        label="Какие новости показать"
        views={views.map((each) => ({
          to: each.view ? `?view=${each.view}` : '?',
          text: each.view === 'review' && counts?.review ? `${each.text}: ${counts.review}` : each.text,
          isShown: each.view === view,
        }))}
      />
      {view === 'bin' && <TrashList kind="article" />}
      {view === 'plan' && <Plan />}
      {view !== 'bin' && view !== 'plan' && <ArticleList key={view} status={view} />}
    </Screen>
  );
}

const DAYS = 7;
const DAY = 24 * 3600 * 1000;
const WHAT = { appears: 'выйдет', ends: 'уйдёт с сайта' };

/** The next seven days, with what appears and what ends by the clock. */
function Plan() {
  const zone = useSiteTimeZone();
  const { data, problem, reload } = useAnswer<Planned[]>('/admin/news-plan');
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
    <ol className={ui.rows}>
      {days.map((day) => (
        <li key={day} style={{ alignItems: 'flex-start' }}>
          <Title order={2} flex="0 0 10rem">
            <Text component="time" inherit display="block" className={ui.title ?? ''} dateTime={day}>
              {titleOf(day, zone)}
            </Text>
            <small className={ui.note}>{weekdayOf(day)}</small>
          </Title>
          <DayPlan planned={shown.filter(({ at }) => todayIn(zone, new Date(at)) === day)} zone={zone} />
        </li>
      ))}
    </ol>
  );
}

function DayPlan({ planned, zone }: { planned: Planned[]; zone: string }) {
  if (planned.length === 0)
    return (
      <Text c="dimmed" flex="1 1 14rem">
        ничего не назначено
      </Text>
    );
  return (
    <ul className={ui.list} style={{ flex: '1 1 14rem' }}>
      {planned.map(({ slug, title, at, what }) => (
        <Flex component="li" wrap="wrap" align="baseline" gap="0.125rem 0.75rem" key={`${slug} ${what}`}>
          <Text component="time" inherit fw={600} miw="3rem" dateTime={at}>
            {timeText(new Date(at), zone)}
          </Text>
          <span className={ui.badge} data-kind={what === 'appears' ? 'good' : undefined}>
            {WHAT[what]}
          </span>
          <Anchor component={Link} flex="1 1 12rem" c="inherit" underline="hover" to={`/admin/news/edit/${slug}`}>
            {title}
          </Anchor>
        </Flex>
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
