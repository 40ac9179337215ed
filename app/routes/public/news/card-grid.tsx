import type { ReactNode } from 'react';
import type { Tag } from '../../../../model/articles/tags/tags.ts';
import type { Card } from '../../../cards.server.ts';
import { ArticleCard } from '../../../ui/cards/article-card.tsx';
import { LinkRow, MenuLink } from '../../../ui/page-link.tsx';
import styles from '../news.module.css';
import { placeAt, sizesOf } from './rhythm.ts';

/** Cards of a page beyond these wait in the document, folded. */
export const CARDS_SHOWN = 12;

export function CardGrid({ cards, heading }: { cards: Card[]; heading: 'h2' | 'h3' }) {
  return (
    <div className={styles.cards}>
      {cards.map((card, at) => {
        const place = placeAt(at, cards.length);
        const look = place === 'row' ? 'row' : 'card';
        return (
          <ArticleCard key={card.slug} card={card} heading={heading} sizes={sizesOf(place)} look={look} place={place} />
        );
      })}
    </div>
  );
}

export function Rest({ children }: { children: ReactNode }) {
  return (
    <details className={styles.rest} suppressHydrationWarning>
      <summary className="pill">Показать ещё</summary>
      {children}
      <kept-fold />
    </details>
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
