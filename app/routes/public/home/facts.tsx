import type { ReactNode } from 'react';
import type { VoteSettings } from '../../../../model/settings/vote.ts';
import type { Start } from '../../../broadcast-start.ts';
import { Arrow } from '../../../ui/arrow.tsx';
import { useLive } from '../../../ui/live/live.ts';
import { useReadAgainWhen } from '../../../ui/live/use-read-again.ts';
import { PageLink } from '../../../ui/page-link.tsx';
import { CountDown, StartTime, StartZone } from '../../../ui/time/start-time.tsx';
import styles from './facts.module.css';

export interface Tonight {
  /** Null when it could not be read. */
  isLive: boolean | null;
  vote: { state: VoteSettings['vote_state']; opensAt: string | null } | null;
  /** Announced start; `date` is its fallback. */
  start: Start | null;
  date: string;
  outcome: { slug: string; title: string } | null;
}

export function Facts({ isLive: wasLive, vote: loaded, start, date, outcome }: Tonight) {
  const watch = useLive('watch-settings');
  const heard = useLive('vote-settings');
  const isLive = watch?.is_stream_enabled ?? wasLive;
  const vote = heard ? { state: heard.vote_state, opensAt: heard.opens_at } : loaded;
  const isAhead = start?.phase === 'ahead' && !isLive;
  useReadAgainWhen(watch !== undefined && watch.starts_at !== (start?.at ?? null));
  return (
    <ul className={styles.facts}>
      <Fact name="Прямой эфир" isOn={isLive === true} to="/watch" action="Смотреть">
        {isLive === null ? null : isLive ? 'Идёт сейчас' : <Waiting start={start} />}
      </Fact>
      <li className={isAhead ? `${styles.fact} ${styles.dated}` : styles.fact}>
        <span className={styles.name}>Начало</span>
        <span className={styles.state}>{start ? <StartTime start={start} /> : date || 'Скоро'}</span>
        {start && (
          <span className={styles.detail}>
            <StartZone start={start} />
          </span>
        )}
        {isAhead && (
          <a className={styles.action} href="/start.ics" download>
            В календарь
          </a>
        )}
      </li>
      <Fact name="Голосование" isOn={vote?.state === 'open'} to="/vote" action="Голосовать">
        {vote && <Voting {...vote} isOver={outcome !== null} />}
      </Fact>
      {outcome ? (
        <Fact name="Победитель" isOn to={`/news/${outcome.slug}`} action="Узнать">
          <span className={styles.title}>{outcome.title}</span>
        </Fact>
      ) : (
        <Fact name="Победитель" to="/news" action="Новости">
          Объявим в новостях
        </Fact>
      )}
    </ul>
  );
}

function Waiting({ start }: { start: Start | null }) {
  if (start?.phase === 'ahead') return <CountDown until={start.at}>Ещё не начался</CountDown>;
  return start?.phase === 'beginning' ? 'Вот-вот начнётся' : 'Сейчас не идёт';
}

/** With a known outcome a closed vote is over. */
function Voting({ state, opensAt, isOver }: NonNullable<Tonight['vote']> & { isOver: boolean }) {
  if (state === 'upcoming' && opensAt) return <CountDown until={opensAt}>Скоро откроется</CountDown>;
  if (state === 'closed') return isOver ? 'Завершено' : 'Пока закрыто';
  return { open: 'Открыто', upcoming: 'Скоро откроется', not_held: 'Не проводится' }[state];
}

interface FactProps {
  name: string;
  isOn?: boolean;
  to: string;
  action: string;
  children: ReactNode;
}

function Fact({ name, isOn = false, to, action, children }: FactProps) {
  return (
    <li className={isOn ? `${styles.fact} ${styles.on}` : styles.fact}>
      <span className={styles.name}>{name}</span>
      {children && <span className={styles.state}>{children}</span>}
      <PageLink to={to} className={isOn ? styles.action : styles.quiet}>
        <span className={isOn ? undefined : 'hidden'}>{action}</span>
        <Arrow />
      </PageLink>
    </li>
  );
}
