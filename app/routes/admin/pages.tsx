import { Button } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { Icon } from '../../ui/admin/icon.tsx';
import { panelHead, Screen } from '../../ui/admin/screen.tsx';
import { BinList } from './news/bin-list.tsx';
import styles from './news/news.module.css';
import { PageList } from './pages/page-list.tsx';

const VIEWS = [
  { view: '', text: 'Все' },
  { view: 'bin', text: 'Корзина' },
] as const;

export const meta = () => panelHead('Страницы');

export default function Pages() {
  const [search] = useSearchParams();
  const isBin = search.get('view') === 'bin';
  return (
    <Screen
      title="Страницы"
      narrow
      lead="Правила, контакты, документы: у каждой свой адрес сразу после имени сайта. Ссылки стоят в этом порядке."
      actions={
        <Button component={Link} to="/admin/pages/new" leftSection={<Icon name="plus" />}>
          Добавить страницу
        </Button>
      }
    >
      <nav aria-label="Какие страницы показать" className={styles.views}>
        {VIEWS.map(({ view, text }) => (
          <Link
            key={view}
            to={view ? `?view=${view}` : '?'}
            aria-current={isBin === (view === 'bin') ? 'true' : undefined}
            preventScrollReset
          >
            {text}
          </Link>
        ))}
      </nav>
      {isBin ? <BinList kind="page" /> : <PageList />}
    </Screen>
  );
}
