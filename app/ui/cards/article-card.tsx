import { useViewTransitionState } from 'react-router';
import type { Card } from '../../cards.server.ts';
import { Arrow, MenuLink } from '../page-link.tsx';
import { DateText } from '../time/time.tsx';
import styles from './article-card.module.css';
import { Cover } from './cover.tsx';

const LONG_TITLE = 70; // characters; longer titles are smaller

interface Props {
  card: Card;
  heading: 'h2' | 'h3';
  sizes: string | undefined;
  /** `poster`: text on the image; `row`: text beside it. */
  look?: 'card' | 'lead' | 'poster' | 'row';
  isFirst?: boolean;
}

/** The whole card is clickable by one link, named by the title. */
export function ArticleCard({ card, heading: Heading, sizes, look = 'card', isFirst = false }: Props) {
  const turning = useViewTransition(card.slug);
  return (
    <article
      className={`stack ${styles.card} ${styles[look]}${look === 'poster' ? ' stage' : ''}`}
      // Removed by the inline script, possibly before hydration.
      data-later={isFirst ? undefined : ''}
      suppressHydrationWarning
    >
      <div className={turning ? `${styles.frame} ${turning}` : styles.frame}>
        <Cover slug={card.slug} cover={card.cover} sizes={sizes} isFirst={isFirst} />
      </div>
      <div className={styles.text}>
        {card.isPinned && <span className="badge bare">Главное</span>}
        <DateText date={card.date} text={card.dateText} age={card.age} />
        <Heading className={card.title.length > LONG_TITLE ? styles.long : undefined}>
          {card.marked ?? card.title}
        </Heading>
        {card.excerpt && <p className={styles.excerpt}>{card.excerpt}</p>}
        {card.notes?.map((note) => (
          <small key={note}>{note}</small>
        ))}
        <MenuLink className={`onward whole ${styles.more}`} to={`/news/${card.slug}`}>
          <span>
            Читать далее<span className="hidden">: {card.title}</span>
          </span>
          <Arrow />
        </MenuLink>
      </div>
    </article>
  );
}

/** Class that moves the article's image between a list and the article in a view transition; undefined otherwise. */
export function useViewTransition(slug: string): string | undefined {
  const isItsOwn = useViewTransitionState(`/news/${slug}`);
  const isOfList = [useViewTransitionState('/news'), useViewTransitionState('/')].includes(true);
  return isItsOwn && isOfList ? 'turning-picture' : undefined;
}
