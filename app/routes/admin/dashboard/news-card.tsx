import { useCallback } from 'react';
import { Link } from 'react-router';
import type { Counts } from '../../../../model/articles/lists/lists.ts';
import type { Planned } from '../../../../model/articles/lists/plan.ts';
import type { AdminCard } from '../../../../model/articles/schema.ts';
import { nouns } from '../../../../nouns.ts';
import { Moment } from '../../../ui/admin/fields/moment.tsx';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import styles from './dashboard.module.css';
import { FactCard } from './fact-card.tsx';

const SHOWN = 3;

export function NewsCard() {
  const { call, role } = useSession();
  const isAuthor = role === 'author';
  const read = useCallback(
    async (signal: AbortSignal) => {
      const get = async <T,>(path: string) => (await call<T>('GET', path, { signal })).data;
      const [counts, newest, plan] = await Promise.all([
        get<Counts>('/admin/news-counts'),
        get<AdminCard[]>(`/admin/news?fields=card&status=${isAuthor ? 'draft' : 'published'}&limit=${SHOWN}`),
        isAuthor ? [] : get<Planned[]>('/admin/news-plan'),
      ]);
      return { counts, newest, planned: plan.slice(0, SHOWN) };
    },
    [call, isAuthor],
  );
  return (
    <FactCard
      title={isAuthor ? 'Мои новости' : 'Новости'}
      icon={nouns.article.screen.icon}
      to="/admin/news"
      go={isAuthor ? 'Все мои новости' : 'Все новости'}
      also={
        <>
          {isAuthor || <Link to="/admin/news?view=plan">План на неделю</Link>}
          <Link to="/admin/news/new">Добавить новость</Link>
        </>
      }
      wide
      read={read}
    >
      {({ counts, newest, planned }) => (
        <>
          <dl className={styles.counts}>
            <Count name="Опубликованы" value={counts.published} to="/admin/news?view=published" />
            <Count name="Запланированы" value={counts.scheduled} to="/admin/news?view=scheduled" />
            <Count name="Черновики" value={counts.draft} to="/admin/news?view=draft" />
          </dl>
          <ul className={styles.latest}>
            {planned.map(({ slug, title, at, what }) => (
              <li key={`${slug} ${what}`}>
                <Link to={`/admin/news/edit/${slug}`}>{title}</Link>
                <span className={styles.when}>
                  {what === 'appears' ? 'выйдет: ' : 'уйдёт с\u00a0сайта: '}
                  <Moment at={at} />
                </span>
              </li>
            ))}
            {newest.slice(0, Math.max(1, SHOWN - planned.length)).map(({ slug, title, date }) => (
              <li key={slug}>
                <Link to={`/admin/news/edit/${slug}`}>{title}</Link>
                <span className={styles.when}>{date}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </FactCard>
  );
}

function Count({ name, value, to }: { name: string; value: number; to: string }) {
  const text = value.toLocaleString('ru');
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Link to={to} aria-label={`${name}: ${text}`}>
          {text}
        </Link>
      </dd>
    </div>
  );
}
