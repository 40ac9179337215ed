import { useEffect, useState } from 'react';
import type { VoteSettings } from '../../../../model/settings/vote.ts';
import { ownOpening } from '../../../../model/settings/vote-window.ts';
import { askNow } from '../../../ui/live/live.ts';
import { askServerClock, isClockTold, onServerClock, serverNow } from '../../../ui/time/server-clock.ts';

/** `opening`: voting is open, but not yet at this page's random moment. */
export type Gate = VoteSettings['vote_state'] | 'opening';

/** Polling (ms) for a due opening: at once without live events, else after these reach 10,000 pages; then backoff. */
const TOLD_WITHIN = 1500;
const ASK_AGAIN_AFTER = { from: 1000, to: 15_000 };
/** Limit of one timer, in ms. */
const LONGEST_WAIT = 3_600_000;

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
    let isGone = false;
    const tick = () => {
      clearTimeout(timer);
      if (isGone) return;
      const moment = serverNow();
      setNow(moment);
      const next = Math.min(...[own, closing].filter((at) => at > moment)) - moment;
      if (next < Number.POSITIVE_INFINITY) timer = setTimeout(tick, Math.min(next + 1, LONGEST_WAIT));
    };
    if (own === 0 && closing === Number.POSITIVE_INFINITY) return;
    void askServerClock().then(tick);
    const stopWatching = onServerClock(tick);
    return () => {
      isGone = true;
      stopWatching();
      clearTimeout(timer);
    };
  }, [own, closing]);

  useEffect(() => {
    if (!isDue) return;
    let timer: ReturnType<typeof setTimeout>;
    let pause = ASK_AGAIN_AFTER.from;
    const ask = () => {
      timer = setTimeout(ask, pause * (0.75 + Math.random() / 2));
      pause = Math.min(pause * 1.5, ASK_AGAIN_AFTER.to);
      askNow();
    };
    timer = setTimeout(ask, isClockTold() ? TOLD_WITHIN * (0.5 + Math.random()) : 0);
    return () => clearTimeout(timer);
  }, [isDue]);

  if (state !== 'open') return state;
  if (now === undefined) return isSpreading ? 'opening' : 'open';
  if (now >= closing) return 'closed';
  return now < own ? 'opening' : 'open';
}
