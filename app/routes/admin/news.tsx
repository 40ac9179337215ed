import { Anchor, Button } from '@mantine/core';
import { useEffect } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import type { Planned } from '../../../model/articles/desk.ts';
import type { Counts } from '../../../model/articles/lists/lists.ts';
import { isEditor } from '../../../roles.ts';
import { useSiteTimeZone } from '../../ui/admin/fields/moment.tsx';
import { momentInWords } from '../../ui/admin/fields/zone.ts';
import { Icon } from '../../ui/admin/icon.tsx';
import { Empty, LoadState } from '../../ui/admin/loading/states.tsx';
import ui from '../../ui/admin/patterns.module.css';
import { useGet } from '../../ui/admin/queries.ts';
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
  const { data: counts } = useGet<Counts>('/admin/news-counts?');
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

/** What appears and what ends by the clock within a week. */
function Plan() {
  const zone = useSiteTimeZone();
  const { data, problem, reload } = useGet<Planned[]>('/admin/news-plan');
  return (
    <>
      <LoadState data={data} problem={problem} reload={reload} rows={7} height={56} />
      {data?.length === 0 && (
        <Empty title="На ближайшие семь дней ничего не назначено">
          <p>Здесь появятся новости, которые выйдут или уйдут с сайта сами, в назначенное время.</p>
          <Button component={Link} to="/admin/news/new" variant="default">
            Написать новость
          </Button>
        </Empty>
      )}
      <ol className={ui.rows}>
        {data?.map(({ slug, title, at, what }) => (
          <li key={`${slug} ${what}`} className={ui.about}>
            <Anchor component={Link} c="inherit" fw={500} underline="hover" to={`/admin/news/edit/${slug}`}>
              {title}
            </Anchor>
            <time className={ui.note} dateTime={at}>
              {what === 'appears' ? 'Выйдет' : 'Уйдёт с сайта'}: {momentInWords(at, zone)}
            </time>
          </li>
        ))}
      </ol>
    </>
  );
}
