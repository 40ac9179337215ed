import type { Card } from '../../../cards.server.ts';
import { Arrow } from '../../../ui/arrow.tsx';
import { ArticleCard } from '../../../ui/article-card.tsx';
import { Failure } from '../../../ui/failure.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import styles from './latest-news.module.css';

interface Props {
  title: string;
  link: string;
  /** What stands in the cards' place when there is no news. */
  empty: string;
  cards: Card[];
  failure: string | undefined;
}

export function LatestNews({ title, link, empty, cards, failure }: Props) {
  return (
    <section className={styles.news} aria-labelledby="latest-news">
      <div className={styles.head}>
        <h2 id="latest-news">{title}</h2>
        <PageLink to="/news" className={styles.all}>
          {link}
          <Arrow />
        </PageLink>
      </div>
      {failure && <Failure text={`Ошибка загрузки последних новостей: ${failure}`} />}
      {!failure && cards.length === 0 && <p>{empty}</p>}
      {cards.length > 0 && (
        <div className={styles.cards}>
          {cards.map((card, at) => (
            <ArticleCard key={card.slug} card={card} heading="h3" isLead={at === 0} />
          ))}
        </div>
      )}
    </section>
  );
}
