import { useEffect, useState } from 'react';
import { ownOpening } from '../../../../model/vote/window.ts';
import type { VoteSettings } from '../../../../model/vote.ts';
import { hear } from '../../../ui/live.ts';
import { askServerClock, serverNow } from '../../../ui/server-clock.ts';

/** `opening`: voting is open, and this page waits for the moment that it drew. */
export type Gate = VoteSettings['vote_state'] | 'opening';

/** The pause before the settings are asked for again when nobody has told of an opening that is due. In ms. */
const ASK_AGAIN_AFTER = 1000;
/** Timers of browsers know no longer waits. In ms. */
const LONGEST_WAIT = 3_600_000;

/**
 * What visitors may do now, by the server's clock, whatever theirs shows. An opening may be spread: each open page draws its own
 * moment of it. `isSpreading` is how the server saw it when the page was made.
 */
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
      if (isGone) return;
      const moment = serverNow();
      setNow(moment);
      const next = Math.min(...[own, closing].filter((at) => at > moment)) - moment;
      if (next < Number.POSITIVE_INFINITY) timer = setTimeout(tick, Math.min(next + 1, LONGEST_WAIT));
    };
    if (own > 0 || closing < Number.POSITIVE_INFINITY) void askServerClock().then(tick);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [own, closing]);

  useEffect(() => {
    if (!isDue) return;
    const ask = async () => {
      const answer = await fetch('/api/vote-settings').catch(() => undefined);
      if (answer?.ok) hear({ 'vote-settings': await answer.json() });
    };
    void ask();
    const timer = setInterval(ask, ASK_AGAIN_AFTER);
    return () => clearInterval(timer);
  }, [isDue]);

  if (state !== 'open') return state;
  if (now === undefined) return isSpreading ? 'opening' : 'open';
  if (now >= closing) return 'closed';
  return now < own ? 'opening' : 'open';
}
