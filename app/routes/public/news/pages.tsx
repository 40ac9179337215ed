import type { MouseEvent } from 'react';
import { PageLink } from '../../../ui/page-link.tsx';
import styles from './pages.module.css';

interface Props {
  page: number;
  pages: number;
  addressOf: (page: number) => string;
  /** Of a list that appends its next page. */
  more?: { last: number; isLoading: boolean; showMore: () => void };
}

export function Pages({ page, pages, addressOf, more }: Props) {
  if (pages < 2) return null;
  const append = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (!more?.isLoading) more?.showMore();
  };
  return (
    <nav className={styles.pages} aria-label="Страницы новостей">
      {more && more.last < pages && (
        <PageLink className="pill" to={addressOf(more.last + 1)} rel="next" onClick={append} aria-busy={more.isLoading}>
          Показать ещё
        </PageLink>
      )}
      <ol>
        {numbersAround(page, pages).map((number) => (
          <li key={number}>
            <PageLink
              to={addressOf(number)}
              rel={number === page - 1 ? 'prev' : undefined}
              aria-current={number === page ? 'page' : undefined}
              aria-label={`Страница ${number}`}
            >
              {number}
            </PageLink>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Both ends, neighbours, and doubling steps: every page in a few clicks, for crawlers too. */
function numbersAround(page: number, pages: number): number[] {
  const numbers = new Set([1, pages, page]);
  for (let step = 1; step < pages; step *= 2) {
    numbers.add(page - step);
    numbers.add(page + step);
  }
  return [...numbers].filter((number) => number >= 1 && number <= pages).sort((one, other) => one - other);
}
