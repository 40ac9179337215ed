import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { isForeign } from '../../../model/live/id.ts';
import { stepsUntil } from '../../../model/results/board.ts';
import type { Results } from '../../../model/results/shown.ts';
import { boardAfter } from '../live/board.ts';
import { everyMoment, useDocument } from '../live/live.ts';

/** Jitter of a refetch, in ms. */
const MAX_JITTER = 1000;
const RETRY_DELAY = 1500;

interface Wanted {
  /** Without it the board with the newest step. */
  show?: number | undefined;
  /** Without jitter, and whatever a viewer sees: a screen of the hall. */
  isAtOnce?: boolean;
  /** Loader data of a page without a board; its identity changes on revalidation. */
  page?: unknown;
}

type Read = Results & { id: string };

/** The board with the steps of live events. Refetched after a gap, a correction and a revalidation. */
export function useResults(loaded: Results, { show, isAtOnce = false, page = loaded }: Wanted = {}): Results {
  const presses = useDocument((known) => known.presses);
  const id = useDocument((known) => known.id);
  const [read, setRead] = useState<{ results: Read; page: unknown }>();
  const isOfNow = read !== undefined && !(id && isForeign(read.results.id, id));
  const isReadNewer = isOfNow && (read.page === page || read.results.seq > loaded.seq);
  const known = isReadNewer ? read.results : loaded;
  const { board, isBehind: hasMissed } = useMemo(() => boardAfter(known, presses, show), [known, presses, show]);
  const isBehind = presses.length > 0 && (hasMissed || (isReadNewer && read.page !== page));
  const last = presses.at(-1);

  useEffect(() => {
    if (!isBehind) return;
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const readNow = async () => {
      const results = await readResults(show, abort.signal);
      if (abort.signal.aborted) return;
      // Another server, or a cache, may be behind.
      if (results && results.seq >= (last?.seq ?? 0)) setRead({ results, page });
      else timer = setTimeout(readNow, RETRY_DELAY);
    };
    timer = setTimeout(readNow, isAtOnce ? 0 : Math.random() * MAX_JITTER);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [isBehind, isAtOnce, show, last, page]);
  return board;
}

/** The board up to the moment of a viewer; without steps there is none yet. */
export function useSeen(board: Results, momentNow: (() => number) | undefined): Results {
  const { steps } = board;
  const count = useSyncExternalStore(
    useCallback((changed: () => void) => (momentNow ? everyMoment(changed) : () => {}), [momentNow]),
    () => (momentNow ? stepsUntil(steps, momentNow()).length : steps.length),
    () => steps.length,
  );
  if (count === steps.length) return board;
  return { ...board, steps: steps.slice(0, count), ...(count === 0 && { show: null, state: 'none' }) };
}

async function readResults(show: number | undefined, signal: AbortSignal): Promise<Read | undefined> {
  try {
    const answer = await fetch(show === undefined ? '/api/results' : `/api/results/${show}`, {
      signal,
      cache: 'no-cache',
    });
    return answer.ok ? ((await answer.json()) as Read) : undefined;
  } catch {
    return undefined;
  }
}
