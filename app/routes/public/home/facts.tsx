import type { ReactNode } from 'react';
import type { ResultsEvent } from '../../../../model/results/schema.ts';
import type { Start } from '../../../broadcast-start.ts';
import type { StreamPhase, VotePhase, Winner } from '../../../phases.ts';
import { Cover } from '../../../ui/cards/cover.tsx';
import { stageText } from '../../../ui/live/live.ts';
import { Arrow, PageLink } from '../../../ui/page-link.tsx';
import { CountDown, StartTime, StartZone } from '../../../ui/time/time.tsx';
import type { FactsProps } from '../home.tsx';
import styles from './facts.module.css';

/** `sizes` of the picture, which its frame crops. */
const FACE = '(min-width:75rem) min(49vw,60rem),(min-width:48rem) 13rem,12rem';

export function Facts(facts: FactsProps) {
  const { start, show, opening, closing, winner, stage, board } = facts;
  const { stream, vote } = facts.phases;
  const points = board && <Points board={board} winner={winner} />;
  return (
    <ul className={styles.facts} data-told="">
      {winner && (
        <Fact
          name={winner.name}
          isOn
          isLead
          to={winner.to}
          action={winner.action}
          detail={winner.about}
          picture={winner.face && <Cover {...winner.face} sizes={FACE} isFirst />}
        >
          <span className={styles.title}>{winner.title}</span>
        </Fact>
      )}
      {board?.state === 'revealing' && points}
      <Fact
        name="Прямой эфир"
        isOn={stream === 'live'}
        to="/watch"
        action="Смотреть"
        isNamed={stream === 'live' || facts.hasRecording}
        detail={stream === 'live' && <span role="status">{stageText(stage)}</span>}
      >
        {facts.hasRecording ? 'Есть запись' : stream && <Broadcast phase={stream} start={start ?? show} />}
      </Fact>
      {stream !== 'live' && stream !== 'over' && <Beginning start={start} show={show} date={facts.date} />}
      <Fact
        name="Голосование"
        isOn={vote === 'open'}
        to="/vote"
        action={vote === 'open' ? 'Голосовать' : 'О голосовании'}
        detail={
          vote === 'open' &&
          closing && (
            <>
              до&nbsp;
              <StartTime start={closing} /> <StartZone start={closing} />
            </>
          )
        }
      >
        {vote && <Voting phase={vote} opening={opening} />}
      </Fact>
      {board?.state === 'final' && points}
      {!winner && !facts.isLate && (
        <Fact name="Победитель" to="/news" action="Новости">
          Узнаем после финала
        </Fact>
      )}
    </ul>
  );
}

/** Hidden when the winner links to the same board. An earlier show is below the running one. */
function Points({ board: { show, state, revealed, of }, winner }: { board: ResultsEvent; winner: Winner | null }) {
  const to = `/results#show-${show?.id}`;
  const isOn = state === 'revealing';
  if (!show || winner?.to === to) return null;
  return (
    <Fact name={show.title} isOn={isOn} isLead={isOn} to={to} action="Итоги">
      <span role="status">
        {state === 'final' ? 'Табло: открыты все баллы' : `Табло: открыто\u00a0${revealed} из\u00a0${of}`}
      </span>
    </Fact>
  );
}

function Beginning({ start, show, date }: Pick<FactsProps, 'start' | 'show' | 'date'>) {
  const shown = start ?? show;
  const isAhead = start?.phase === 'ahead';
  return (
    <Fact
      name="Начало"
      detail={shown && <StartZone start={shown} />}
      link={
        isAhead && (
          <a className={`pill hot ${styles.action}`} href="/start.ics" download>
            В календарь
          </a>
        )
      }
    >
      {shown ? <StartTime start={shown} /> : date || 'Скоро'}
    </Fact>
  );
}

function Broadcast({ phase, start }: { phase: StreamPhase; start: Start | null }) {
  if (phase === 'live') return 'Идёт сейчас';
  if (phase === 'over') return 'Завершён';
  if (start?.phase === 'ahead') return <CountDown until={start.at}>Ещё не начался</CountDown>;
  return start?.phase === 'beginning' ? 'Вот-вот начнётся' : 'Сейчас не идёт';
}

function Voting({ phase, opening }: { phase: VotePhase; opening: Start | null }) {
  if (phase === 'upcoming' && opening) return <CountDown until={opening.at}>Скоро откроется</CountDown>;
  return {
    before: 'Ещё не открыто',
    upcoming: 'Скоро откроется',
    open: 'Открыто',
    over: 'Завершено',
    not_held: 'Не проводится',
  }[phase];
}

interface FactProps {
  name: string;
  isOn?: boolean;
  isLead?: boolean;
  to?: string;
  action?: string;
  isNamed?: boolean;
  /** Replaces the arrow to `to`. */
  link?: ReactNode;
  detail?: ReactNode;
  picture?: ReactNode;
  children: ReactNode;
}

function Fact({ isOn = false, isNamed = isOn, isLead = false, to = '', ...fact }: FactProps) {
  return (
    <li className={`row ${styles.fact} ${isOn ? styles.on : ''} ${isLead ? styles.lead : ''}`}>
      {fact.picture && <div className={styles.picture}>{fact.picture}</div>}
      <div className={styles.words}>
        <span className="quiet">{fact.name}</span>
        {fact.children && <span className={styles.state}>{fact.children}</span>}
        {fact.detail && <span className="quiet">{fact.detail}</span>}
      </div>
      {fact.link ?? (
        <PageLink to={to} className={`pill ${isOn ? 'hot' : ''} ${styles.action}`}>
          <span className={isNamed ? undefined : 'hidden'}>{fact.action}</span>
          <Arrow />
        </PageLink>
      )}
    </li>
  );
}
