import { useEffect, useState } from 'react';
import type { Results, ResultsEvent } from '../../../model/results/results.ts';
import { useLive } from '../live/live.ts';

/** Jitter of reading after a step, in ms: pages are open by the thousand. */
const WITHIN = 1000;
const AGAIN_AFTER = 1500;

interface Wanted {
  /** Without it the board with the newest step. */
  show?: number | undefined;
  /** Without jitter: there are only a few such pages. */
  isAtOnce?: boolean;
  /** Loader data of a page without a board; its identity changes on revalidation. */
  page?: unknown;
}

/** The board, refetched after each press and revalidation: a withdrawal does not raise `seq`. */
export function useResults(loaded: Results, { show, isAtOnce = false, page = loaded }: Wanted = {}): Results {
  const told = useLive('results');
  const [read, setRead] = useState<{ results: Results; page: unknown }>();
  const isReadNewer = read !== undefined && (read.page === page || read.results.seq > loaded.seq);
  const known = isReadNewer ? read.results : loaded;
  const isOutdated = isReadNewer && read.page !== page;
  const isBehind = told !== undefined && (isOutdated || told.seq > known.seq || isOther(told, known, show));
  const { seq } = known;

  useEffect(() => {
    if (!isBehind) return;
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const readNow = async () => {
      const results = await readResults(show, abort.signal);
      if (abort.signal.aborted) return;
      // Another server, or a cache, may be behind.
      if (results && results.seq >= Math.max(told.seq, seq)) setRead({ results, page });
      else timer = setTimeout(readNow, AGAIN_AFTER);
    };
    timer = setTimeout(readNow, isAtOnce ? 0 : Math.random() * WITHIN);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [isBehind, isAtOnce, show, told, page, seq]);
  return known;
}

/** Same `seq`, other show or state: a show was hidden or restored. Events carry the newest board only. */
function isOther(told: ResultsEvent, known: Results, show: number | undefined): boolean {
  if (told.seq !== known.seq || (show !== undefined && told.show && told.show.id !== show)) return false;
  return told.show?.id !== known.show?.id || told.state !== known.state;
}

async function readResults(show: number | undefined, signal: AbortSignal): Promise<Results | undefined> {
  try {
    const answer = await fetch(show === undefined ? '/api/results' : `/api/results/${show}`, {
      signal,
      cache: 'no-cache',
    });
    return answer.ok ? ((await answer.json()) as Results) : undefined;
  } catch {
    return undefined;
  }
}
