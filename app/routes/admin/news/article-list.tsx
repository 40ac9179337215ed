import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { AdminCard } from '../../../../model/articles/schema.ts';
import { useReloadAfterUndo } from '../../../ui/admin/form/undo.tsx';
import { Icon } from '../../../ui/admin/icon.tsx';
import { More } from '../../../ui/admin/loading/more.tsx';
import { Empty, Loading, Problem } from '../../../ui/admin/loading/states.tsx';
import { usePaged } from '../../../ui/admin/loading/use-paged.ts';
import { ArticleRow } from './article-row.tsx';
import styles from './news.module.css';
import { useArticleActions } from './use-article-actions.tsx';

const PART = 50;
/** Debounce, in ms. */
const SEARCH_AFTER = 300;

export function ArticleList({ status }: { status: string }) {
  const [sought, setSought, searchBox] = useSearch();
  const query = new URLSearchParams({
    fields: 'card',
    limit: String(PART),
    ...(status && { status }),
    ...(sought && { q: sought }),
  });
  const { items, problem, isLoading, reload, changeItems, ...rest } = usePaged<AdminCard>(`/admin/news?${query}`);
  const actions = useArticleActions(status, changeItems);
  useReloadAfterUndo(reload);

  return (
    <>
      {searchBox}
      {problem && <Problem text={`Ошибка: ${problem}`} onRetry={reload} />}
      {!items && !problem && <Loading rows={6} />}
      {items?.length === 0 && <Nothing status={status} isSearch={sought !== ''} onClear={() => setSought('')} />}
      {items && items.length > 0 && (
        <table className={styles.table} aria-busy={isLoading}>
          <thead>
            <tr>
              <th scope="col">Заголовок</th>
              <th scope="col">Дата</th>
              <th scope="col">Состояние</th>
              <th scope="col">Действия</th>
            </tr>
          </thead>
          <tbody>
            {items.map((article) => (
              <ArticleRow key={article.slug} article={article} actions={actions} />
            ))}
          </tbody>
        </table>
      )}
      <More {...rest} />
      {actions.question}
    </>
  );
}

/** Search in the URL, so that Back restores it. */
function useSearch() {
  const [params, setParams] = useSearchParams();
  const [typed, setTyped] = useState(params.get('q') ?? '');
  const [sought] = useDebouncedValue(typed.trim(), SEARCH_AFTER);
  useEffect(() => {
    if ((params.get('q') ?? '') === sought) return;
    const next = new URLSearchParams(params);
    if (sought) next.set('q', sought);
    else next.delete('q');
    setParams(next, { replace: true, preventScrollReset: true });
  }, [sought, params, setParams]);
  const box = (
    <TextInput
      type="search"
      aria-label="Найти по заголовку"
      placeholder="Найти по заголовку"
      leftSection={<Icon name="search" />}
      className={styles.search}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
  return [sought, setTyped, box] as const;
}

const EMPTY: Record<string, string> = {
  '': 'Новостей пока нет',
  published: 'Опубликованных новостей нет',
  scheduled: 'Запланированных новостей нет',
  draft: 'Черновиков нет',
};

function Nothing({ status, isSearch, onClear }: { status: string; isSearch: boolean; onClear: () => void }) {
  if (isSearch) {
    return (
      <Empty title="Ничего не нашлось">
        <Button variant="default" onClick={onClear}>
          Показать все
        </Button>
      </Empty>
    );
  }
  return (
    <Empty title={EMPTY[status] ?? ''}>
      <Button component={Link} to="/admin/news/new" variant="default">
        Написать новость
      </Button>
    </Empty>
  );
}
