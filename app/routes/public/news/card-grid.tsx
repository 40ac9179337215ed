import { redirect } from 'react-router';
import type { Tag } from '../../../../model/articles/tags/tags.ts';
import type { Card } from '../../../cards.server.ts';
import { ArticleCard } from '../../../ui/cards/article-card.tsx';
import { CARD_ON_PHONE } from '../../../ui/cards/cover.tsx';
import { LinkRow, MenuLink, PageLink } from '../../../ui/page-link.tsx';
import styles from '../news.module.css';

const CARDS_SHOWN = 12;
const SIZES = `(min-width:64rem) min(33vw,40rem),(min-width:40rem) 50vw,${CARD_ON_PHONE}`;
const WIDE_SIZES = `(min-width:64rem) 66vw,(min-width:42rem) 100vw,${CARD_ON_PHONE}`;

/** `isWide`: the first card takes two columns, so that eleven of them fill their rows. */
export function CardGrid({ cards, heading, isWide }: { cards: Card[]; heading: 'h2' | 'h3'; isWide?: boolean }) {
  return (
    <div className={isWide ? `${styles.cards} ${styles.wide}` : styles.cards}>
      {cards.map((card, at) => (
        <ArticleCard
          key={card.slug}
          card={card}
          heading={heading}
          sizes={isWide && at === 0 ? WIDE_SIZES : SIZES}
          look={isWide && at === 0 ? 'lead' : 'card'}
        />
      ))}
    </div>
  );
}

/** Cards after the first twelve are in the document, folded. `before`: number of cards above. */
export function CardList({ cards, before = 0 }: { cards: Card[]; before?: number }) {
  const open = CARDS_SHOWN - before;
  return (
    <>
      <CardGrid cards={cards.slice(0, open)} heading="h2" isWide={before > 0} />
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
}

export function Pages({ page, pages, addressOf }: PagesProps) {
  if (pages < 2) return null;
  return (
    <nav className={`stack ${styles.pages}`} aria-label="Страницы новостей">
      {page < pages && (
        <PageLink className="pill" to={addressOf(page + 1)} rel="next">
          Следующая страница
        </PageLink>
      )}
      <ol className="pills">
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
