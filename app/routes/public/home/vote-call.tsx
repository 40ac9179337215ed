import type { ReactNode } from 'react';
import type { Start } from '../../../broadcast-start.ts';
import type { VotePhase, Winner } from '../../../phases.ts';
import { Arrow } from '../../../ui/arrow.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import { useOutcomeLink } from '../../../ui/results/use-board-state.ts';
import { CountDown, StartTime, StartZone } from '../../../ui/time/time.tsx';
import styles from './vote-call.module.css';

interface Props {
  /** Null when it could not be read. */
  phase: VotePhase | null;
  opening: Start | null;
  winner: Winner | null;
  call: { title: string; text: string; link: string };
  over: { title: string; text: string };
}

/** An open or announced vote first, then the winner; where no vote is held nothing calls to one. */
export function VoteCall({ phase, opening, winner, call, over }: Props) {
  const { to, action } = useOutcomeLink();
  if (phase === 'upcoming' && opening)
    return (
      <Block title="Голосование откроется" to="/vote" link="О голосовании">
        <p>
          <b className={styles.when}>
            <CountDown until={opening.at}>Скоро</CountDown>
          </b>
          <StartTime start={opening} /> <StartZone start={opening} />
        </p>
        <a className={styles.second} href="/vote.ics" download>
          В календарь
        </a>
      </Block>
    );
  if (winner && phase !== 'open' && phase !== 'upcoming')
    return (
      <Block name="Победитель" title={winner.title} to={winner.to} link={winner.action}>
        {winner.about && <p>{winner.about}</p>}
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
      <Block title={over.title} to={to} link={action}>
        <p>{over.text}</p>
      </Block>
    );
  return (
    <Block title={call.title} to="/vote" link={phase === 'open' ? call.link : 'О голосовании'}>
      <p>{call.text}</p>
    </Block>
  );
}

interface BlockProps {
  name?: string;
  title: string;
  to: string;
  link: string;
  children?: ReactNode;
}

function Block({ name, title, to, link, children }: BlockProps) {
  return (
    <section className={styles.call} aria-labelledby="vote-call">
      <div className={name ? styles.named : undefined}>
        {name && <p className={styles.note}>{name}</p>}
        <h2 id="vote-call">{title}</h2>
      </div>
      <div className={styles.side}>
        {children}
        <PageLink to={to} className={styles.button}>
          {link}
          <Arrow />
        </PageLink>
      </div>
    </section>
  );
}
