import type { Card } from '../../../cards.server.ts';
import type { VotePhase } from '../../../phases.ts';
import { Arrow } from '../../../ui/arrow.tsx';
import { ArticleCard } from '../../../ui/cards/article-card.tsx';
import { CARD_ON_PHONE, LEAD_ON_PHONE } from '../../../ui/cards/cover.tsx';
import { Failure } from '../../../ui/errors/failure.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import { sizesOf } from '../news/rhythm.ts';
import styles from './blocks.module.css';

/** From 64rem the lead's frame is as high as both neighbours, so its image is wider than the column that crops it. */
const LEAD_SIZES = `(min-width:64rem) min(100vw,114rem),(min-width:40rem) 100vw,${LEAD_ON_PHONE}`;
const CARD_SIZES = `(min-width:64rem) min(37vw,45rem),(min-width:40rem) 50vw,${CARD_ON_PHONE}`;

interface Props {
  title: string;
  link: string;
  empty: string;
  cards: Card[];
  failure: string | undefined;
}

export function LatestNews({ title, link, empty, cards: all, failure }: Props) {
  const [first] = all;
  const pinned = first?.isPinned ? first : undefined;
  const cards = pinned ? all.slice(1) : all;
  return (
    <section className={styles.news} aria-labelledby="latest-news">
      <div className={styles.head}>
        <h2 id="latest-news">{title}</h2>
        <PageLink to="/news" className="onward">
          {link}
          <Arrow />
        </PageLink>
      </div>
      {failure && <Failure text={`Ошибка загрузки последних новостей: ${failure}`} />}
      {!failure && all.length === 0 && <p>{empty}</p>}
      {pinned && (
        <div className={styles.pinned}>
          <ArticleCard card={pinned} heading="h3" sizes={sizesOf('row')} look="row" />
        </div>
      )}
      {cards.length > 0 && (
        <div className={styles.cards}>
          {cards.map((card, at) => (
            <ArticleCard
              key={card.slug}
              card={card}
              heading="h3"
              sizes={at === 0 ? LEAD_SIZES : CARD_SIZES}
              look={at === 0 ? 'lead' : 'card'}
            />
          ))}
        </div>
      )}
    </section>
  );
}

interface VoteCallProps {
  /** Null when it could not be read. */
  phase: VotePhase | null;
  call: { title: string; text: string; link: string };
  over: { title: string; text: string; to: string; action: string };
}

/** Where no vote is held nothing calls to one. */
export function VoteCall({ phase, call, over }: VoteCallProps) {
  if (phase === 'not_held') return null;
  const action = phase === 'open' ? call.link : 'О голосовании';
  const shown = phase === 'over' ? over : { ...call, to: '/vote', action };
  return (
    <section className={styles.call} aria-labelledby="vote-call">
      <h2 id="vote-call">{shown.title}</h2>
      <div className={styles.side}>
        {shown.text && <p>{shown.text}</p>}
        <PageLink to={shown.to} className={styles.button}>
          {shown.action}
          <Arrow />
        </PageLink>
      </div>
    </section>
  );
}
