import { useEffect, useState } from 'react';
import type { Results } from '../../../model/results/results.ts';
import { useLive } from '../live/live.ts';

/** Jitter of reading after a step, in ms: pages are open by the thousand. */
const WITHIN = 1000;
const AGAIN_AFTER = 1500;

interface Wanted {
  /** Without it the board with the newest step. */
  show?: number | undefined;
  /** Without jitter: there are only a few such pages. */
  isAtOnce?: boolean;
}

/** A board as loaded, and then after each press. */
export function useResults(loaded: Results, { show, isAtOnce = false }: Wanted = {}): Results {
  const told = useLive('results');
  const [read, setRead] = useState<Results>();
  const known = read && read.seq >= loaded.seq ? read : loaded;
  const isBehind = told !== undefined && told.seq > known.seq;

  useEffect(() => {
    if (!isBehind) return;
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const readNow = async () => {
      const answer = await readResults(told.seq, show ?? told.show?.id, abort.signal);
      if (abort.signal.aborted) return;
      // Another server, or a cache, may be behind.
      if (answer && answer.seq >= told.seq) setRead(answer);
      else timer = setTimeout(readNow, AGAIN_AFTER);
    };
    timer = setTimeout(readNow, isAtOnce ? 0 : Math.random() * WITHIN);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [isBehind, isAtOnce, show, told]);
  return known;
}

async function readResults(seq: number, show: number | undefined, signal: AbortSignal): Promise<Results | undefined> {
  if (show === undefined) return { seq, show: null, state: 'none', of: 0, contestants: [], steps: [] };
  try {
    const answer = await fetch(`/api/results/${show}`, { signal, cache: 'no-cache' });
    return answer.ok ? ((await answer.json()) as Results) : undefined;
  } catch {
    return undefined;
  }
}
