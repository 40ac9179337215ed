import type { ReactNode } from 'react';
import type { Start } from '../../../broadcast-start.ts';
import type { VotePhase, Winner } from '../../../phases.ts';
import { Arrow } from '../../../ui/arrow.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import { useSite } from '../../../ui/site.ts';
import { CountDown } from '../../../ui/time/time.tsx';
import styles from './cinema.module.css';

export interface AsideProps {
  vote: VotePhase;
  opening: Start | null;
  winner: Winner | null;
  hasBoard: boolean;
}

export function Aside({ vote, opening, winner, hasBoard }: AsideProps) {
  const hasProgramme = useSite()?.hasProgramme;
  return (
    <>
      {vote === 'open' && (
        <Row name="Голосование открыто" to="/vote" isOn>
          Голосовать
        </Row>
      )}
      {vote === 'upcoming' && opening && (
        <Row name="Голосование откроется" to="/vote">
          <CountDown until={opening.at}>{opening.text}</CountDown>
        </Row>
      )}
      {winner && (
        <Row name={winner.title} to={winner.to}>
          {winner.name}
        </Row>
      )}
      {hasBoard && (
        <Row name="Баллы жюри и зрителей" to="/results">
          Итоги
        </Row>
      )}
      {hasProgramme && (
        <Row name="Порядок выступлений" to="/programme">
          Программа
        </Row>
      )}
    </>
  );
}

function Row({ name, to, isOn, children }: { name: string; to: string; isOn?: boolean; children: ReactNode }) {
  return (
    <PageLink to={to} className={`pill ${styles.row} ${isOn ? 'hot' : ''}`}>
      {name}
      <span>
        {children}
        <Arrow />
      </span>
    </PageLink>
  );
}
