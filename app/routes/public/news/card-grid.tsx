import type { Tag } from '../../../../model/articles/tags/tags.ts';
import type { Card } from '../../../cards.server.ts';
import { ArticleCard } from '../../../ui/cards/article-card.tsx';
import { LinkRow, MenuLink } from '../../../ui/page-link.tsx';
import styles from '../news.module.css';
import { placeAt, sizesOf } from './rhythm.ts';

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
