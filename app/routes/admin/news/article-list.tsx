import { Button, Checkbox, Group } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Counts } from '../../../../model/articles/lists/lists.ts';
import type { AdminCard } from '../../../../model/articles/schema.ts';
import { isEditor } from '../../../../roles.ts';
import { Empty, LoadState, More } from '../../../ui/admin/loading/states.tsx';
import { notifyError } from '../../../ui/admin/notices.ts';
import ui from '../../../ui/admin/patterns.module.css';
import { useGet, usePaged } from '../../../ui/admin/queries.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { useArticleActions } from './article-actions.ts';
import { ArticleRow } from './article-row.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { FilterBar, useFilters } from './filter-bar.tsx';
import styles from './news.module.css';
import { MAX_CHOSEN, useSelection } from './use-selection.ts';

type View = '' | AdminCard['status'] | 'review';

const PART = 50;
const NONE: AdminCard[] = [];

export function ArticleList({ status }: { status: View }) {
  const { role } = useSession();
  const filters = useFilters();
  const query = status ? `status=${status}&${filters.query}` : filters.query;
  const { items, problem, isLoading, reload, ...rest } = usePaged<AdminCard>(
    `/admin/news?fields=card&limit=${PART}&${query}`,
  );
  const { data: counts } = useGet<Counts>(`/admin/news-counts?${filters.narrowing}`);
  const total = counts?.[status || 'total'];
  const selection = useSelection(items ?? NONE, query, rest.hasMore);
  const [isGathering, setGathering] = useState(false);
  const chooseWhole = async () => {
    setGathering(true);
    await selection.chooseWhole().catch(notifyError);
    setGathering(false);
  };
  const actions = useArticleActions();

  return (
    <>
      <FilterBar filters={filters} />
      <LoadState data={items} problem={problem} reload={reload} rows={6} />
      {items?.length === 0 && <Nothing status={status} isFiltered={filters.count > 0} onClear={filters.clear} />}
      {items && items.length > 0 && (
        <>
          <div className={ui.head} style={{ paddingInline: '1rem', marginBlock: '-0.25rem' }}>
            <Group gap="xs" h="1.5rem">
              {isEditor(role) && (
                <Checkbox
                  label="Выбрать все"
                  checked={selection.isAll}
                  indeterminate={selection.chosen.length > 0 && !selection.isAll}
                  onChange={() => selection.choose(selection.isAll ? [] : items)}
                />
              )}
              {selection.isAll && rest.hasMore && selection.chosen.length === items.length && total && (
                <Button variant="default" size="compact-sm" loading={isGathering} onClick={chooseWhole}>
                  {total > MAX_CHOSEN ? `Выбрать первые ${MAX_CHOSEN}` : `Выбрать все ${total}`}
                </Button>
              )}
            </Group>
            <p role="status" className={ui.note}>
              {counts && totalText(counts, total, filters.narrowing !== '')}
            </p>
          </div>
          <table className={styles.table} aria-busy={isLoading}>
            <thead>
              <tr>
                <th scope="col">Заголовок</th>
                <th scope="col">Дата</th>
                <th scope="col">Статус</th>
                <th scope="col">Действия</th>
              </tr>
            </thead>
            <tbody>
              {items.map((article) => (
                <ArticleRow
                  key={article.id}
                  article={article}
                  actions={actions}
                  isChosen={selection.has(article.id)}
                  onChoose={({ nativeEvent }) =>
                    selection.toggle(article, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
                  }
                  showsChange={filters.values.sort === 'changed'}
                />
              ))}
            </tbody>
          </table>
        </>
      )}
      <More {...rest} />
      <BulkBar chosen={selection.chosen} choose={selection.choose} />
    </>
  );
}

/** «Найдено 17». Nothing until it is known: the list does not wait for it. */
function totalText(counts: Counts, total = 0, isFound: boolean): string {
  return `${isFound ? 'Найдено' : 'Всего'} ${counts.isAtLeast ? `больше ${counts.total}` : total.toLocaleString('ru')}`;
}

const EMPTY: Record<string, string> = {
  '': 'Новостей пока нет',
  published: 'Опубликованных новостей нет',
  scheduled: 'Запланированных новостей нет',
  draft: 'Черновиков нет',
  review: 'Проверять нечего',
};

function Nothing({ status, isFiltered, onClear }: { status: string; isFiltered: boolean; onClear: () => void }) {
  if (isFiltered) {
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
