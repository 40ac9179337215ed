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
  const isStep = (by: number) => (by & (by - 1)) === 0;
  return Array.from({ length: pages }, (_, at) => at + 1).filter(
    (number) => number === 1 || number === pages || isStep(Math.abs(number - page)),
  );
}
