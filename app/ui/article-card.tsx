import type { Card } from '../cards.server.ts';
import { Arrow } from './arrow.tsx';
import styles from './article-card.module.css';
import { Cover } from './cover.tsx';
import { Day } from './day.tsx';
import { PageLink } from './page-link.tsx';
import { usePictureTurn } from './picture-turn.ts';

interface Props {
  card: Card;
  heading: 'h2' | 'h3';
  /** How wide its picture stands, as in the `sizes` of a picture. */
  sizes: string | undefined;
  /** The lead story stands alone and large. */
  isLead?: boolean;
  isFirst?: boolean;
}

/** The whole card takes the tap, its link is one and has the title in its name. */
export function ArticleCard({ card, heading: Heading, sizes, isLead = false, isFirst = false }: Props) {
  const turning = usePictureTurn(card.slug);
  return (
    <article className={isLead ? `${styles.card} ${styles.lead}` : styles.card}>
      <div className={turning ? `${styles.frame} ${turning}` : styles.frame}>
        <Cover slug={card.slug} cover={card.cover} sizes={sizes} isFirst={isFirst} />
      </div>
      <div className={styles.text}>
        <Day className={styles.date} date={card.date} text={card.dateText} />
        <Heading>{card.title}</Heading>
        {card.excerpt && <p className={styles.excerpt}>{card.excerpt}</p>}
        <PageLink className={styles.more} to={`/news/${card.slug}`}>
          <span>
            Читать далее<span className="hidden">: {card.title}</span>
          </span>
          <Arrow />
        </PageLink>
      </div>
    </article>
  );
}
