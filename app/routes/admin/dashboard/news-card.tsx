import { useCallback } from 'react';
import { Link } from 'react-router';
import type { AdminCard } from '../../../../model/articles/schema.ts';
import { nouns } from '../../../../nouns.ts';
import { Moment } from '../../../ui/admin/fields/moment.tsx';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import styles from './dashboard.module.css';
import { FactCard } from './fact-card.tsx';

const COUNTED = 100;
const SHOWN = 3;

export function NewsCard() {
  const { call } = useSession();
  const read = useCallback(
    async (signal: AbortSignal) => {
      const listed = async (status: AdminCard['status']) => {
        const { data, next } = await call<AdminCard[]>(
          'GET',
          `/admin/news?fields=card&status=${status}&limit=${COUNTED}`,
          {
            signal,
          },
        );
        return { items: data, count: next ? `больше ${COUNTED}` : String(data.length) };
      };
      const [published, scheduled, draft] = await Promise.all([
        listed('published'),
        listed('scheduled'),
        listed('draft'),
      ]);
      return { published, scheduled, draft };
    },
    [call],
  );
  return (
    <FactCard
      title="Новости"
      icon={nouns.article.screen.icon}
      to="/admin/news"
      go="Все новости"
      also={<Link to="/admin/news/new">Добавить новость</Link>}
      wide
      read={read}
    >
      {({ published, scheduled, draft }) => (
        <>
          <dl className={styles.counts}>
            <Count name="Опубликовано" value={published.count} to="/admin/news?view=published" />
            <Count name="Запланировано" value={scheduled.count} to="/admin/news?view=scheduled" />
            <Count name="Черновики" value={draft.count} to="/admin/news?view=draft" />
          </dl>
          <ul className={styles.latest}>
            {[...soonest(scheduled.items), ...published.items]
              .slice(0, SHOWN)
              .map(({ slug, title, date, status, publishAt }) => (
                <li key={slug}>
                  <Link to={`/admin/news/edit/${slug}`}>{title}</Link>
                  <span className={styles.when}>
                    {status === 'scheduled' && publishAt ? <>выйдет: {<Moment at={publishAt} />}</> : date}
                  </span>
                </li>
              ))}
          </ul>
        </>
      )}
    </FactCard>
  );
}

function Count({ name, value, to }: { name: string; value: string; to: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Link to={to} aria-label={`${name}: ${value}`}>
          {value}
        </Link>
      </dd>
    </div>
  );
}

function soonest(scheduled: AdminCard[]): AdminCard[] {
  return [...scheduled].sort((one, other) => (one.publishAt ?? '').localeCompare(other.publishAt ?? '')).slice(0, 1);
}
