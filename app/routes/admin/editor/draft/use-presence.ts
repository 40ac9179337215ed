import { useCallback, useEffect, useState } from 'react';
import type { Present, Presence as Read } from '../../../../../model/articles/presence.ts';
import { isSame } from '../../../../../model/compare.ts';
import { useSession } from '../../../../ui/admin/sign-in/session.tsx';
import { ApiError } from '../../../../ui/errors/api-error.ts';

/** Heartbeat while the article is open, in ms. */
const BEAT = 10_000;
/** Faster while offline. */
const RETRY = 3000;
/** Reading between heartbeats while the page is seen, in ms. */
const LOOK = 2000;

interface Presence {
  others: Present[];
  version: number | undefined;
  savedBy?: string | null;
  /** ISO 8601, UTC. */
  savedAt?: string;
}

/** Other editors, the last save, and whether the server answers. */
export function usePresence(
  path: string,
  slug: string | undefined,
  tab: string | undefined,
  setOnline: (is: boolean) => void,
): Presence {
  const { call } = useSession();
  const [presence, setPresence] = useState<Presence>({ others: [], version: undefined });

  const tell = useCallback(
    async (signal: AbortSignal) => {
      // A new article has no presence: only the connection is checked.
      if (!slug) return void (await call('GET', '/auth/verify', { background: true, signal }));
      const { data, version } = await call<Present[]>('PUT', `${path}/${slug}/presence`, {
        body: { tab },
        background: true,
        signal,
      });
      const stored = Number(/\d+/.exec(version ?? '')?.[0] ?? 0) || undefined;
      setPresence((before) => ({ ...(stored === before.version && before), others: data, version: stored }));
    },
    [path, slug, tab, call],
  );
  const look = useCallback(
    async (signal: AbortSignal) => {
      const { data } = await call<Read>('GET', `${path}/${slug}/presence?tab=${tab}`, { background: true, signal });
      // Equal data keep their identity: no re-render.
      setPresence((before) => (isSame(before, data) ? before : data));
    },
    [path, slug, tab, call],
  );
  useEffect(() => (tab ? keepTelling(tell, setOnline) : undefined), [tab, tell, setOnline]);
  useEffect(() => (slug && tab ? keepLooking(look) : undefined), [slug, tab, look]);
  useEffect(() => {
    if (!slug || !tab) return;
    const leave = () =>
      void call('DELETE', `${path}/${slug}/presence`, { body: { tab }, background: true, keepalive: true }).catch(
        () => {},
      );
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [path, slug, tab, call]);
  return presence;
}

/** Only while the page is seen and the last reading has ended. Heartbeats tell of failures. */
function keepLooking(look: (signal: AbortSignal) => Promise<void>): () => void {
  const stop = new AbortController();
  let isReading = false;
  const timer = setInterval(async () => {
    if (document.hidden || isReading || !navigator.onLine) return;
    isReading = true;
    await look(stop.signal).catch(() => {});
    isReading = false;
  }, LOOK);
  return () => {
    stop.abort();
    clearInterval(timer);
  };
}

function keepTelling(tell: (signal: AbortSignal) => Promise<void>, setOnline: (is: boolean) => void): () => void {
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
    timer = setTimeout(beat, hasAnswer ? BEAT : RETRY);
  };
  void beat();
  addEventListener('online', beat, { signal: stop.signal });
  addEventListener('offline', () => setOnline(false), { signal: stop.signal });
  return () => {
    stop.abort();
    clearTimeout(timer);
  };
}
