import type { ReactNode } from 'react';
import { PageLink } from '../../../ui/page-link.tsx';
import styles from './pages.module.css';

interface Props {
  page: number;
  pages: number;
  addressOf: (page: number) => string;
  children?: ReactNode;
}

export function Pages({ page, pages, addressOf, children }: Props) {
  if (pages < 2) return null;
  return (
    <nav className={styles.pages} aria-label="Страницы новостей">
      {children}
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
