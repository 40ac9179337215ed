import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useLoaderData } from 'react-router';
import { isForeign } from '../../../model/live/id.ts';
import { stepsUntil } from '../../../model/results/board.ts';
import type { Results, ResultsEvent } from '../../../model/results/schema.ts';
import { everyMoment, useDocument } from '../live/live.ts';

/** Jitter of a refetch, in ms. */
const MAX_JITTER = 1000;
const RETRY_DELAY = 1500;

interface Wanted {
  /** Without it the board with the newest step. */
  show?: number | undefined;
  /** Without jitter, and whatever a viewer sees: a screen of the hall. */
  isAtOnce?: boolean;
}

type Read = Results & { id: string };

/** Older than any board: the first one received replaces it. */
export const NO_BOARD: Results = { seq: -1, show: null, state: 'none', of: 0, contestants: [], steps: [] };

/** The board with the steps of live events. Refetched after a gap, a correction and a revalidation. */
export function useResults(loaded: Results & Partial<Read>, { show, isAtOnce = false }: Wanted = {}): Results {
  const { id, presses } = useDocument((known) => known);
  const page: unknown = useLoaderData(); // another object after a revalidation
  const [read, setRead] = useState<{ results: Read; page: unknown }>();
  const isReadNewer = read !== undefined && (read.page === page || read.results.seq > loaded.seq);
  const known = isReadNewer ? read.results : loaded;
  // After a new epoch the shown board stays until refetched (stale-while-revalidate), older than any press.
  const shown = useRef<Results>(known);
  const isVoid = isForeign(id, known.id);
  const { board, isBehind: hasMissed } = useMemo(
    () => applyPresses(isVoid ? { ...shown.current, seq: NO_BOARD.seq } : known, presses, show),
    [known, isVoid, presses, show],
  );
  const isBehind = presses.length > 0 && (hasMissed || (isReadNewer && read.page !== page));
  const last = presses.at(-1);

  useEffect(() => {
    shown.current = board;
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
  }, [board, isBehind, isAtOnce, show, last, page]);
  return board;
}

/** The board up to the viewer's moment; no board before the first step. */
export function useBoardAtMoment(board: Results, momentNow: (() => number) | undefined): Results {
  const { steps } = board;
  const count = useSyncExternalStore(
    useCallback((changed: () => void) => (momentNow ? everyMoment(changed) : () => {}), [momentNow]),
    () => (momentNow ? stepsUntil(steps, momentNow()).length : steps.length),
    () => steps.length,
  );
  if (count === steps.length) return board;
  return { ...board, steps: steps.slice(0, count), ...(count === 0 && { show: null, state: 'none' }) };
}

function readResults(show: number | undefined, signal: AbortSignal): Promise<Read | undefined> {
  return fetch(`/api/results${show ? `/${show}` : ''}`, { signal, cache: 'no-cache' })
    .then((answer) => (answer.ok ? answer.json() : undefined))
    .catch(() => undefined);
}

/** Applies presses, oldest first, to a board. `isBehind`: a press is missing, so it must be refetched. `show`: its id, else the newest board. */
export function applyPresses(
  known: Results,
  presses: readonly ResultsEvent[],
  show?: number,
): { board: Results; isBehind: boolean } {
  let board = known;
  let isBehind = false;
  for (const press of presses) {
    if (press.seq < board.seq) continue;
    if (press.seq === board.seq) {
      isBehind ||= board === known && isOther(press, board, show);
      continue;
    }
    const isNext = !isBehind && press.after === board.seq;
    const next = boardFromEvent(press, show) ?? (isNext ? applyPress(board, press, show) : undefined);
    isBehind = !next;
    board = next ?? board;
  }
  return { board, isBehind };
}

/** Same `seq`, other show or state: a show was hidden or restored. Events are about the newest board only. */
function isOther(press: ResultsEvent, board: Results, show: number | undefined): boolean {
  if (show !== undefined && press.show && press.show.id !== show) return false;
  return press.show?.id !== board.show?.id || press.state !== board.state;
}

/** Undefined when the event does not contain all that the page shows. */
function applyPress(board: Results, press: ResultsEvent, show: number | undefined): Results | undefined {
  const { seq, change, target, left = 0 } = press;
  const id = board.show?.id;
  const isOurs = target !== undefined && target === (show ?? id);
  if (show === undefined && change !== 'none' && press.show?.id !== id) return undefined;
  if (change === 'none' || !isOurs) return { ...board, seq };
  if (change === 'step') return withStep(board, press);
  if (change === 'correct' || left === 0 || left > board.steps.length) return undefined;
  return { ...board, seq, state: 'revealing', steps: board.steps.slice(0, left) };
}

/** A board from one event: no board, or the first step with its contestants. Undefined for any other event. */
function boardFromEvent(press: ResultsEvent, wanted: number | undefined): Results | undefined {
  const { seq, show, state, of, contestants, plan, target } = press;
  if (state === 'none') return { ...NO_BOARD, seq };
  if (!contestants || (wanted !== undefined && wanted !== target)) return undefined;
  return withStep({ seq, show, state, of, contestants, plan, steps: [] }, press);
}

function withStep(board: Results, { seq, step, show, of, revealed }: ResultsEvent): Results | undefined {
  if (!step || !board.show || show?.id !== board.show.id || board.steps.length + 1 !== revealed) return undefined;
  const points = step.points.map(([slug, given]): [number, number] => [
    board.contestants.findIndex((each) => each.slug === slug),
    given,
  ]);
  // Unknown contestant: the page has an older list.
  if (points.some(([index]) => index < 0)) return undefined;
  const steps = [...board.steps, { ...step, points }];
  return { ...board, seq, of, state: steps.length < of ? 'revealing' : 'final', steps };
}
