import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { isEditor } from '../../../roles.ts';
import { Icon } from '../../ui/admin/icon.tsx';
import { panelHead, Screen, Views } from '../../ui/admin/screen.tsx';
import { useSession } from '../../ui/admin/sign-in/session.tsx';
import { ArticleList } from './news/article-list.tsx';
import { rememberList } from './news/list-address.ts';
import { Plan } from './news/plan.tsx';
import { TrashList } from './news/trash-list.tsx';

const VIEWS = [
  { view: '', text: 'Все' },
  { view: 'published', text: 'Опубликованные' },
  { view: 'scheduled', text: 'Запланированные' },
  { view: 'draft', text: 'Черновики' },
  { view: 'plan', text: 'План' },
  { view: 'bin', text: 'Корзина' },
] as const;

export const meta = () => panelHead('Новости');

export default function News() {
  const [search] = useSearchParams();
  const { role } = useSession();
  const views = VIEWS.filter((each) => each.view !== 'plan' || isEditor(role));
  const view = views.find((each) => each.view === search.get('view'))?.view ?? '';
  const { search: query } = useLocation();
  useEffect(() => rememberList(query), [query]);
  return (
    <Screen
      title="Новости"
      {...(!isEditor(role) && { lead: 'Ваши черновики и то, что из них вышло. Публикует редактор.' })}
      actions={
        <>
          {role === 'administrator' && (
            <Button component={Link} to="/admin/import" variant="subtle">
              С прежнего сайта
            </Button>
          )}
          <Button component={Link} to="/admin/news/new" leftSection={<Icon name="plus" />}>
            Добавить новость
          </Button>
        </>
      }
    >
      <Views
        label="Какие новости показать"
        views={views.map((each) => ({
          to: each.view ? `?view=${each.view}` : '?',
          text: each.text,
          isShown: each.view === view,
        }))}
      />
      {view === 'bin' && <TrashList kind="article" />}
      {view === 'plan' && <Plan />}
      {view !== 'bin' && view !== 'plan' && <ArticleList key={view} status={view} />}
    </Screen>
  );
}
