import type { ReactNode } from 'react';
import type { Start } from '../../../broadcast-start.ts';
import type { Card } from '../../../cards.server.ts';
import type { VotePhase, Winner } from '../../../phases.ts';
import { Arrow } from '../../../ui/arrow.tsx';
import { ArticleCard } from '../../../ui/cards/article-card.tsx';
import { CARD_ON_PHONE, LEAD_ON_PHONE } from '../../../ui/cards/cover.tsx';
import { Failure } from '../../../ui/errors/failure.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import { CountDown, StartTime, StartZone } from '../../../ui/time/time.tsx';
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
  opening: Start | null;
  winner: Winner | null;
  call: { title: string; text: string; link: string };
  over: { title: string; text: string; to: string; action: string };
}

/** An open or announced vote first, then the winner; where no vote is held nothing calls to one. */
export function VoteCall({ phase, opening, winner, call, over }: VoteCallProps) {
  if (phase === 'upcoming' && opening)
    return (
      <Block title="Голосование откроется" to="/vote" action="О голосовании">
        <p>
          <b className={styles.when}>
            <CountDown until={opening.at}>Скоро</CountDown>
          </b>
          <StartTime start={opening} /> <StartZone start={opening} />
        </p>
      </Block>
    );
  if (winner && phase !== 'open' && phase !== 'upcoming')
    return (
      <Block name={winner.name} about={winner.about} title={winner.title} to={winner.to} action={winner.action}>
        {winner.article && (
          <PageLink className={styles.second} to={winner.article.to}>
            {winner.article.title}
          </PageLink>
        )}
      </Block>
    );
  if (phase === 'not_held') return null;
  if (phase === 'over')
    return (
      <Block title={over.title} to={over.to} action={over.action}>
        <p>{over.text}</p>
      </Block>
    );
  return (
    <Block title={call.title} to="/vote" action={phase === 'open' ? call.link : 'О голосовании'}>
      <p>{call.text}</p>
    </Block>
  );
}

interface BlockProps {
  name?: string;
  about?: string;
  title: string;
  to: string;
  action: string;
  children?: ReactNode;
}

function Block({ name, about, title, to, action, children }: BlockProps) {
  return (
    <section className={styles.call} aria-labelledby="vote-call" data-told={name && ''}>
      <div className={name ? styles.named : undefined}>
        {name && <p className={styles.note}>{name}</p>}
        <h2 id="vote-call">{title}</h2>
        {about && <p>{about}</p>}
      </div>
      <div className={styles.side}>
        {children}
        <PageLink to={to} className={styles.button}>
          {action}
          <Arrow />
        </PageLink>
      </div>
    </section>
  );
}
