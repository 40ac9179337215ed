import type { ReactNode } from 'react';
import { redirect } from 'react-router';
import { PageLink } from '../../../ui/page-link.tsx';
import styles from '../news.module.css';

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

/** `?page=` of a list at `path`. Redirects `?page=1`: one URL for the first page. Undefined unless a positive integer. */
export function pageNumber({ searchParams }: URL, path: string): number | undefined {
  const asked = searchParams.get('page');
  if (asked === null) return 1;
  if (asked === '1') throw redirect(path, { status: 301, headers: { 'Cache-Control': 'no-cache' } });
  return /^[1-9]\d{0,6}$/.test(asked) ? Number(asked) : undefined;
}

/** Both ends, neighbours, and doubling steps: every page in a few clicks, for crawlers too. */
function numbersAround(page: number, pages: number): number[] {
  const isStep = (by: number) => (by & (by - 1)) === 0;
  return Array.from({ length: pages }, (_, at) => at + 1).filter(
    (number) => number === 1 || number === pages || isStep(Math.abs(number - page)),
  );
}
