import type { Tag } from '../../../../model/articles/tags/tags.ts';
import { PageLink } from '../../../ui/page-link.tsx';
import styles from '../news.module.css';

/** Tags under «Новости» of which there are most; the chosen one always. */
const MOST = 8;

export function TagFilter({ tags, chosen }: { tags: Tag[]; chosen?: string }) {
  const many = new Set(tags.toSorted((one, other) => other.count - one.count).slice(0, MOST));
  const shown = tags.filter((tag) => many.has(tag) || tag.slug === chosen);
  if (shown.length === 0) return null;
  return (
    <nav aria-label="Темы новостей">
      <ul className={styles.tags}>
        <li>
          <PageLink to="/news" aria-current={chosen === undefined ? 'page' : undefined}>
            Все
          </PageLink>
        </li>
        {shown.map(({ slug, title }) => (
          <li key={slug}>
            <PageLink to={`/news/tag/${slug}`} aria-current={slug === chosen ? 'page' : undefined}>
              {title}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
