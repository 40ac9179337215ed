import type { Card } from '../../../cards.server.ts';
import { ArticleCard } from '../../../ui/cards/article-card.tsx';
import styles from '../news.module.css';
import { placeAt, sizesOf } from './rhythm.ts';

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
