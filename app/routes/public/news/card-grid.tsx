import type { ReactNode } from 'react';
import { redirect } from 'react-router';
import type { Tag } from '../../../../model/articles/tags/tags.ts';
import type { Card } from '../../../cards.server.ts';
import { ArticleCard } from '../../../ui/cards/article-card.tsx';
import { CARD_ON_PHONE, LEAD_ON_PHONE } from '../../../ui/cards/cover.tsx';
import { LinkRow, MenuLink, PageLink } from '../../../ui/page-link.tsx';
import styles from '../news.module.css';

export const CARDS_SHOWN = 12;

export function CardGrid({ cards, heading }: { cards: Card[]; heading: 'h2' | 'h3' }) {
  return (
    <div className={styles.cards}>
      {cards.map((card, at) => {
        const place = placeAt(at, cards.length);
        const look = place === 'row' ? 'row' : 'card';
        return (
          <ArticleCard key={card.slug} card={card} heading={heading} sizes={SIZES[place]} look={look} place={place} />
        );
      })}
    </div>
  );
}

/** Cards beyond `open` wait in the document, folded. */
export function CardList({ cards, open = CARDS_SHOWN }: { cards: Card[]; open?: number }) {
  return (
    <>
      <CardGrid cards={cards.slice(0, open)} heading="h2" />
      {cards.length > open && (
        <details className={styles.rest} suppressHydrationWarning>
          <summary className="pill">Показать ещё</summary>
          <CardGrid cards={cards.slice(open)} heading="h2" />
          <kept-fold />
        </details>
      )}
    </>
  );
}

export function Tags({ tags }: { tags: Tag[] }) {
  return (
    <nav aria-label="Темы" className={styles.tags}>
      <LinkRow>
        <MenuLink to="/news" end>
          Все
        </MenuLink>
        {tags.map(({ slug, title }) => (
          <MenuLink key={slug} to={`/news/tag/${slug}`}>
            {title}
          </MenuLink>
        ))}
      </LinkRow>
    </nav>
  );
}

interface PagesProps {
  page: number;
  pages: number;
  addressOf: (page: number) => string;
  children?: ReactNode;
}

export function Pages({ page, pages, addressOf, children }: PagesProps) {
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

/** Place in a 12-column grid; `row` takes a whole row. */
type Place = 'lead' | 'row' | 'half' | 'third' | 'wide' | 'narrow';

/** Repeating pattern of a list, rows starting at LINES. */
const BEAT: Place[] = ['third', 'third', 'third', 'wide', 'narrow', 'third', 'third', 'third', 'narrow', 'wide'];
const LINES = [0, 3, 5, 8];

/** Place of card `at` (from 0) of the `count` of a list. The last row is filled too. */
function placeAt(at: number, count: number): Place {
  const beat = at % BEAT.length;
  const start = LINES.findLast((line) => line <= beat) ?? 0;
  const inLine = (LINES.find((line) => line > beat) ?? BEAT.length) - start;
  const left = count - (at - (beat - start));
  if (left === 1) return 'row';
  return left === 2 && inLine === 3 ? 'half' : (BEAT[beat] ?? 'third');
}

const ON_NARROWER = `(min-width:40rem) 50vw,${CARD_ON_PHONE}`;
export const SIZES: Record<Place, string> = {
  lead: `(min-width:64rem) min(75vw,90rem),(min-width:40rem) 100vw,${LEAD_ON_PHONE}`,
  row: `(min-width:64rem) min(58vw,70rem),${ON_NARROWER}`,
  half: `(min-width:64rem) min(50vw,60rem),${ON_NARROWER}`,
  third: `(min-width:64rem) min(33vw,40rem),${ON_NARROWER}`,
  wide: `(min-width:64rem) min(58vw,70rem),${ON_NARROWER}`,
  narrow: `(min-width:64rem) min(41vw,50rem),${ON_NARROWER}`,
};
