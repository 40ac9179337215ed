import { useCallback, useEffect, useRef, useState } from 'react';
import { isSameState } from '../../../ui/live/same-state.ts';
import { setServerClock } from '../../../ui/time/server-clock.ts';

const ADDRESS = '/api/live';
/** In ms. The server's `retry` for visitors is too long for an operator. */
const AGAIN_AFTER = 2000;
const POLL_WITHIN = 5000;
/** Silence after which a poll checks the connection: it may be dead without an error. In ms. */
const DOUBT_AFTER = 15_000;
const STATES = ['watch-settings', 'vote-settings', 'urgent', 'stage', 'results'];
const LISTS = ['news', 'site-content'];

type State = Record<string, unknown>;

export type Feed = 'connecting' | 'open' | 'lost';

/**
 * The event stream, reopened as soon as it is lost, with polls until then: a full server refuses streams. `hear` gets each new
 * state, and 'lists' when the programme, news or texts have changed, also while the stream was lost. `check` polls at once.
 */
export function useFeed(hear: (name: string, data: unknown) => void): { feed: Feed; check: () => void } {
  const [feed, setFeed] = useState<Feed>('connecting');
  const listener = useRef(hear);
  listener.current = hear;
  const checkNow = useRef(() => {});
  useEffect(() => {
    const heard: State = {};
    let lists = 0;
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const take = (state: State) => {
      const news = STATES.filter((name) => name in state && !isSameState(state[name], heard[name]));
      for (const name of news) {
        heard[name] = state[name];
        listener.current(name, state[name]);
      }
      return news.length > 0;
    };
    const takeLists = (moment: number) => {
      if (!(moment > lists)) return;
      // The first moment comes with the connection: what the screen has just read is not older.
      if (lists > 0) listener.current('lists', undefined);
      lists = moment;
    };
    const close = () => {
      clearTimeout(timer);
      source?.close();
      source = undefined;
    };
    const lose = async () => {
      close();
      timer = setTimeout(open, AGAIN_AFTER);
      const answer = await poll();
      if (source?.readyState === EventSource.OPEN) return;
      setFeed(answer ? 'open' : 'lost');
      if (!answer) return;
      take(answer);
      takeLists(Number(answer.lists));
    };
    const check = async () => {
      if (!source) return;
      clearTimeout(timer);
      const asked = source;
      const answer = await poll();
      if (asked !== source) return;
      if (!answer) return lose();
      takeLists(Number(answer.lists));
      if (take(answer)) open();
      else timer = setTimeout(check, DOUBT_AFTER);
    };
    checkNow.current = check;
    function open() {
      close();
      source = new EventSource(ADDRESS);
      timer = setTimeout(check, DOUBT_AFTER);
      source.addEventListener('open', () => setFeed('open'));
      source.addEventListener('error', lose);
      const listen = ({ type, data, lastEventId }: MessageEvent<string>) => {
        clearTimeout(timer);
        timer = setTimeout(check, DOUBT_AFTER);
        const [, clock, moment] = lastEventId.split('-').map(Number);
        setServerClock(Number(clock));
        takeLists(Number(moment));
        if (!LISTS.includes(type)) take({ [type]: JSON.parse(data) });
      };
      for (const name of [...STATES, ...LISTS]) source.addEventListener(name, listen);
    }
    const look = () => void (document.hidden || check());
    open();
    addEventListener('online', open);
    addEventListener('offline', lose);
    document.addEventListener('visibilitychange', look);
    return () => {
      close();
      removeEventListener('online', open);
      removeEventListener('offline', lose);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return { feed, check: useCallback(() => checkNow.current(), []) };
}

async function poll(): Promise<State | undefined> {
  try {
    const answer = await fetch(`${ADDRESS}?poll`, { cache: 'no-store', signal: AbortSignal.timeout(POLL_WITHIN) });
    return answer.ok ? ((await answer.json()) as State) : undefined;
  } catch {
    return undefined;
  }
}
