import { useCallback, useEffect, useState } from 'react';
import { useSession } from '../../../../ui/admin/sign-in/session.tsx';
import { ApiError } from '../../../../ui/errors/api-error.ts';

/** Every so often a screen tells that it has the article open, in ms. */
const BEAT = 10_000;
/** Without a connection it looks more often whether there is one again. */
const RETRY = 3000;

interface Present {
  username: string;
  tab: string;
}

interface Presence {
  /** Who else has the article open. */
  others: Present[];
  /** The version that is stored now. */
  version: number | undefined;
}

/** Tells the server that this tab has the article open, and learns who else has. The beat also shows whether there is a connection. */
export function usePresence(
  slug: string | undefined,
  tab: string | undefined,
  setOnline: (is: boolean) => void,
): Presence {
  const { call } = useSession();
  const [presence, setPresence] = useState<Presence>({ others: [], version: undefined });

  const tell = useCallback(
    async (signal: AbortSignal) => {
      // A new article is nowhere yet: then only the connection is looked at.
      if (!slug) return void (await call('GET', '/auth/verify', { background: true, signal }));
      const { data, version } = await call<Present[]>('PUT', `/admin/news/${slug}/presence`, {
        body: { tab },
        background: true,
        signal,
      });
      setPresence({ others: data, version: Number(/\d+/.exec(version ?? '')?.[0] ?? 0) || undefined });
    },
    [slug, tab, call],
  );
  useEffect(() => (tab ? keepTelling(tell, setOnline) : undefined), [tab, tell, setOnline]);
  useEffect(() => {
    if (!slug || !tab) return;
    const leave = () =>
      void call('DELETE', `/admin/news/${slug}/presence`, { body: { tab }, background: true, keepalive: true }).catch(
        () => {},
      );
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [slug, tab, call]);
  return presence;
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
