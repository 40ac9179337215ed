import type { Card } from '../../../cards.server.ts';
import { ArticleCard } from '../../../ui/cards/article-card.tsx';
import { CARD_ON_PHONE } from '../../../ui/cards/cover.tsx';
import { MenuLink } from '../../../ui/page-link.tsx';
import styles from './further.module.css';
import type { Further } from './further.server.ts';

const SIZES = `(min-width:40rem) min(33vw,22rem),${CARD_ON_PHONE}`;

export function Neighbours({ newer, older }: Pick<Further, 'newer' | 'older'>) {
  if (!newer && !older) return null;
  return (
    <nav className={`neighbours ${styles.neighbours}`} aria-label="Соседние новости">
      {older && (
        <MenuLink to={`/news/${older.slug}`} rel="prev">
          <span>Предыдущая новость</span>
          {older.title}
        </MenuLink>
      )}
      {newer && (
        <MenuLink to={`/news/${newer.slug}`} rel="next">
          <span>Следующая новость</span>
          {newer.title}
        </MenuLink>
      )}
    </nav>
  );
}

export function ReadAlso({ cards }: { cards: Card[] }) {
  if (cards.length === 0) return null;
  return (
    <section className={styles.also} aria-labelledby="also">
      <h2 id="also">Читайте также</h2>
      <div className={styles.cards}>
        {cards.map((card) => (
          <ArticleCard key={card.slug} card={card} heading="h3" sizes={SIZES} />
        ))}
      </div>
    </section>
  );
}
