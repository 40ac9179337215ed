import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { Presence } from '../../../../../model/articles/presence.ts';
import { useSession } from '../../../../ui/admin/sign-in/session.tsx';
import { ApiError } from '../../../../ui/errors/api-error.ts';

const HEARTBEAT_INTERVAL = 10_000; // ms
const RETRY = 3000;
/** Reading between heartbeats while the page is seen, in ms. */
const POLL_INTERVAL = 2000;

const NOBODY: Partial<Presence> & Pick<Presence, 'others'> = { others: [] };

/** Other editors, the last save, and whether the server answers. */
export function usePresence(
  path: string,
  slug: string | undefined,
  tab: string | undefined,
  setOnline: (is: boolean) => void,
) {
  const { call } = useSession();
  const address = `${path}/${slug}/presence`;
  // Not `useAnswer`: only new data may render the screen again.
  const { data = NOBODY } = useQuery({
    queryKey: [address, tab],
    queryFn: async ({ signal }) =>
      (await call<Presence>('GET', `${address}?tab=${tab}`, { background: true, signal })).data,
    enabled: Boolean(slug && tab),
    refetchInterval: POLL_INTERVAL,
    networkMode: 'online',
  });
  const tell = useCallback(
    // A new article has no presence: only the connection is checked.
    (signal: AbortSignal) =>
      slug
        ? call('PUT', address, { body: { tab }, background: true, signal })
        : call('GET', '/auth/verify', { background: true, signal }),
    [address, slug, tab, call],
  );
  useEffect(() => (tab ? keepTelling(tell, setOnline) : undefined), [tab, tell, setOnline]);
  useEffect(() => {
    if (!slug || !tab) return;
    const leave = () =>
      void call('DELETE', address, { body: { tab }, background: true, keepalive: true }).catch(() => {});
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [address, slug, tab, call]);
  return data;
}

function keepTelling(tell: (signal: AbortSignal) => Promise<unknown>, setOnline: (is: boolean) => void): () => void {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const beat = async () => {
    clearTimeout(timer);
    let hasAnswer = true;
    await tell(stop.signal).catch((error) => {
      hasAnswer = !(error instanceof ApiError && error.status === 0);
    });
    if (stop.signal.aborted) return;
    setOnline(hasAnswer);
    timer = setTimeout(beat, hasAnswer ? HEARTBEAT_INTERVAL : RETRY);
  };
  void beat();
  addEventListener('online', beat, { signal: stop.signal });
  addEventListener('offline', () => setOnline(false), { signal: stop.signal });
  return () => {
    stop.abort();
    clearTimeout(timer);
  };
}
