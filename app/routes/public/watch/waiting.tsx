import type { ReactNode } from 'react';
import type { Start } from '../../../broadcast-start.ts';
import type { VotePhase, Winner } from '../../../phases.ts';
import { Stage } from '../../../ui/brand/stage.tsx';
import { LinkRow, PageLink } from '../../../ui/page-link.tsx';
import { useSite } from '../../../ui/site.ts';
import { CountDown, StartTime, StartZone } from '../../../ui/time/time.tsx';
import styles from './cinema.module.css';

interface Props {
  title: string;
  text: string;
  vote: VotePhase;
}

type EndedProps = Props & { recording: string | null; winner: Winner | null; hasBoard: boolean };

export function Ended({ title, text, recording, vote, winner, hasBoard }: EndedProps) {
  const hasProgramme = useSite()?.hasProgramme;
  const ways: [isThere: boolean | undefined, to: string, name: string][] = [
    [vote === 'open', '/vote', 'Голосовать'],
    [hasBoard, '/results', 'Итоги'],
    [hasProgramme, '/programme', 'Программа'],
    [true, '/news', 'Читать новости'],
  ];
  return (
    <Words title={title} text={text}>
      {winner && (
        <p className={styles.soon}>
          <span>{winner.name}</span>
          <b>
            <PageLink to={winner.to}>{winner.title}</PageLink>
          </b>
          {winner.about}
        </p>
      )}
      <LinkRow>
        {recording && (
          <a className="hot" href={recording} target="_blank" rel="noopener">
            Смотреть запись
            <span className="hidden"> (откроется в новой вкладке)</span>
          </a>
        )}
        {ways
          .filter(([isThere]) => isThere)
          .map(([, to, name], at) => (
            <PageLink key={to} className={at || recording ? '' : 'hot'} to={to}>
              {name}
            </PageLink>
          ))}
      </LinkRow>
    </Words>
  );
}

export function Waiting({ title, text, start, vote }: Props & { start: Start | null }) {
  const hasProgramme = useSite()?.hasProgramme;
  return (
    <Words title={title} text={text}>
      {start && start.phase !== 'past' && (
        <p className={styles.soon}>
          <b>{start.phase === 'ahead' ? <CountDown until={start.at}>Ещё не начался</CountDown> : 'Вот-вот начнётся'}</b>
          <span>
            <StartTime start={start} /> <StartZone start={start} />
          </span>
        </p>
      )}
      <LinkRow>
        {start?.phase === 'ahead' && (
          <a className="hot" href="/start.ics" download>
            В календарь
          </a>
        )}
        {hasProgramme && <PageLink to="/programme">Программа</PageLink>}
        <PageLink to="/news">Читать новости</PageLink>
        {vote !== 'over' && vote !== 'not_held' && (
          <PageLink to="/vote">{vote === 'open' ? 'Голосовать' : 'О голосовании'}</PageLink>
        )}
      </LinkRow>
    </Words>
  );
}

function Words({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className={`backdrop ${styles.waiting}`}>
      <Stage />
      <h1>{title}</h1>
      <p className="lead">{text}</p>
      {children}
    </section>
  );
}
