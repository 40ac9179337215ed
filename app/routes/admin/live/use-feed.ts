import { useEffect, useRef, useState } from 'react';
import { setServerClock } from '../../../ui/time/server-clock.ts';

const ADDRESS = '/api/live';
/** In ms. The server's `retry` for visitors is too long for an operator. */
const AGAIN_AFTER = 2000;
const POLL_WITHIN = 5000;
const NAMES = ['watch-settings', 'vote-settings', 'urgent', 'stage', 'results', 'news', 'site-content'];

export type Feed = 'connecting' | 'open' | 'lost';

/** The event stream, reopened as soon as it is lost, with polls until then: a full server refuses streams. */
export function useFeed(hear: (name: string, data: unknown) => void): Feed {
  const [feed, setFeed] = useState<Feed>('connecting');
  const listener = useRef(hear);
  listener.current = hear;
  useEffect(() => {
    const heard = new Map<string, string>();
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const take = (name: string, data: string) => {
      const isList = data === '{}' || name === 'news';
      if (!isList && heard.get(name) === data) return;
      heard.set(name, data);
      listener.current(name, JSON.parse(data));
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
      for (const name of NAMES) if (answer && name in answer) take(name, JSON.stringify(answer[name]));
    };
    function open() {
      close();
      source = new EventSource(ADDRESS);
      source.addEventListener('open', () => setFeed('open'));
      source.addEventListener('error', lose);
      const listen = ({ type, data, lastEventId }: MessageEvent<string>) => {
        setServerClock(Number(lastEventId.split('-')[1]));
        take(type, data);
      };
      for (const name of NAMES) source.addEventListener(name, listen);
    }
    open();
    addEventListener('online', open);
    addEventListener('offline', lose);
    return () => {
      close();
      removeEventListener('online', open);
      removeEventListener('offline', lose);
    };
  }, []);
  return feed;
}

async function poll(): Promise<Record<string, unknown> | undefined> {
  try {
    const answer = await fetch(`${ADDRESS}?poll`, { cache: 'no-store', signal: AbortSignal.timeout(POLL_WITHIN) });
    return answer.ok ? ((await answer.json()) as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
