import { type ReactNode, useEffect, useState } from 'react';
import type { VoteSettings } from '../../../../model/settings/vote.ts';
import { ownOpening } from '../../../../model/settings/vote-window.ts';
import type { Start } from '../../../broadcast-start.ts';
import type { VotePhase } from '../../../phases.ts';
import { pollNow } from '../../../ui/live/live.ts';
import { Arrow } from '../../../ui/page-link.tsx';
import { isClockExact, serverNow, subscribeToServerClock } from '../../../ui/time/server-clock.ts';
import { CountDown, StartZone } from '../../../ui/time/time.tsx';
import styles from './lamp.module.css';

interface Props {
  /** `opening`: voting is open, but not yet at this page's random moment. */
  phase: VotePhase | 'opening';
  /** Already known while a spread opening is running. */
  address: string;
  opening: Start | null;
  closed: { title: string; text: string };
  over: { title: string; text: string };
}

export function Waiting({ phase, address, opening, closed, over }: Props) {
  if (phase === 'upcoming' && opening) return <Announced opening={opening} />;
  if (phase === 'opening') {
    return (
      <DarkLamp title="Голосование открывается">
        <p>Открываем постепенно, чтобы страница голосования не зависла. Кнопка скоро появится.</p>
        <noscript>
          <a className="onward" href={address} target="_blank" rel="noopener">
            Перейти к голосованию
          </a>
        </noscript>
      </DarkLamp>
    );
  }
  if (phase === 'not_held')
    return (
      <DarkLamp title="Голосование не проводится">
        <p>Победителя определяет жюри.</p>
      </DarkLamp>
    );
  if (phase === 'over') return <DarkLamp title={over.text} />;
  return (
    <DarkLamp title={closed.title}>
      <p>{closed.text}</p>
    </DarkLamp>
  );
}

function Announced({ opening }: { opening: Start }) {
  return (
    <DarkLamp title="Голосование откроется">
      <p>
        <b>
          <time dateTime={opening.at}>
            {opening.day} в&nbsp;{opening.time}
          </time>
        </b>{' '}
        <StartZone start={opening} />
      </p>
      <p>
        <CountDown until={opening.at}>Кнопка появится в&nbsp;это время.</CountDown>
      </p>
      <p className={styles.itself}>Страницу обновлять не&nbsp;нужно: кнопка появится сама.</p>
    </DarkLamp>
  );
}

export function LitLamp({ text, address }: { text: string; address: string }) {
  return (
    <a className={styles.lit} href={address} target="_blank" rel="noopener">
      <span>{text}</span>
      <Arrow />
      <span className="hidden">(откроется в новой вкладке)</span>
    </a>
  );
}

function DarkLamp({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles.dark}>
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** `opening`: voting is open, but not yet at this page's random moment. */
type Gate = VoteSettings['vote_state'] | 'opening';

/** Polling (ms) for a due opening: at once without live events, else after these reach 10,000 pages; then backoff. */
const TOLD_WITHIN = 1500;
const RETRY_DELAY = { from: 1000, to: 15_000 };
const MAX_WAIT = 3_600_000;

/** By the server's clock. In a spread opening each page draws a random moment. `isSpreading`: the server's view. */
export function useGate(vote: VoteSettings, isSpreading: boolean): Gate {
  const [lot] = useState(Math.random);
  const [now, setNow] = useState<number>();
  const { vote_state: state, closes_at } = vote;
  const own = ownOpening(vote, lot);
  const closing = closes_at === null ? Number.POSITIVE_INFINITY : Date.parse(closes_at);
  const isDue = state === 'upcoming' && now !== undefined && now >= own;

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = () => {
      clearTimeout(timer);
      const moment = serverNow();
      setNow(moment);
      const next = Math.min(...[own, closing].filter((at) => at > moment)) - moment;
      if (next < Number.POSITIVE_INFINITY) timer = setTimeout(tick, Math.min(next + 1, MAX_WAIT));
    };
    if (own === 0 && closing === Number.POSITIVE_INFINITY) return;
    const stopFollowing = subscribeToServerClock(tick);
    return () => {
      stopFollowing();
      clearTimeout(timer);
    };
  }, [own, closing]);

  useEffect(() => {
    if (!isDue) return;
    let timer: ReturnType<typeof setTimeout>;
    let pause = RETRY_DELAY.from;
    const ask = () => {
      timer = setTimeout(ask, pause * (0.75 + Math.random() / 2));
      pause = Math.min(pause * 1.5, RETRY_DELAY.to);
      pollNow();
    };
    timer = setTimeout(ask, isClockExact() ? TOLD_WITHIN * (0.5 + Math.random()) : 0);
    return () => clearTimeout(timer);
  }, [isDue]);

  if (state !== 'open') return state;
  if (now === undefined) return isSpreading ? 'opening' : 'open';
  if (now >= closing) return 'closed';
  return now < own ? 'opening' : 'open';
}
