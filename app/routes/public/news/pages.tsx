import { PageLink } from '../../../ui/page-link.tsx';
import styles from './pages.module.css';

/** The way through a list too long for one page: newer, older, and both ends. */
export function Pages({ page, pages }: { page: number; pages: number }) {
  if (pages < 2) return null;
  return (
    <nav className={styles.pages} aria-label="Страницы новостей">
      {page > 1 && (
        <PageLink to={addressOf(page - 1)} rel="prev">
          Новее
        </PageLink>
      )}
      <span>
        Страница {page} из {pages}
      </span>
      {page < pages && (
        <PageLink to={addressOf(page + 1)} rel="next">
          Раньше
        </PageLink>
      )}
    </nav>
  );
}

function addressOf(page: number): string {
  return page === 1 ? '/news' : `/news?page=${page}`;
}
