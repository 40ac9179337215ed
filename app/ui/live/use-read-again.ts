import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { isPaused, onPauseChange, viewerDelay } from './live.ts';

/** Time until every server of the site has received a change, in ms. */
const PROPAGATION_DELAY = 250;
/** Interval of checks of a viewer's delay, in ms. */
const DELAY_CHECK_INTERVAL = 5000;
/** Revalidations for the same change. */
const MAX_READS = 4;
/** Jitter, in ms, by the number of reads that failed or were not newer: another server may be behind. */
const RETRY_DELAYS = [10_000, 20_000, 30_000] as const;

type Revalidate = () => Promise<void>;

/** In ms: creation by `performance.now()`, and the pause (propagation and jitter) after that, or after the viewer's second. */
interface Plan {
  at: number;
  pause: number;
}

let timer: ReturnType<typeof setTimeout> | undefined;
let plan: Plan | undefined;
/** When the first unread change came, in ms of `performance.now()`; -Infinity for one that this viewer has seen. */
let changedAt = Number.POSITIVE_INFINITY;
/** When the newest change came that this viewer may not have seen, in ms of `performance.now()`. */
let newestAt = Number.NEGATIVE_INFINITY;
let isReading = false;
let failures = 0;
/** Jitter of the next revalidation, in ms. */
let due: number | undefined;
/** Jitter, in ms: the server says less while few pages are open. */
let spread = 5000;

/** Revalidates, with backoff, while the data lack `missing`. `isSeen`: by a viewer of /watch, who is behind. */
export function useReadAgain(missing: string | undefined, isSeen = false): void {
  const { revalidate, state } = useRevalidator();
  const tries = useRef({ of: missing, count: 0 });
  useEffect(() => {
    if (tries.current.of !== missing) tries.current = { of: missing, count: 0 };
    const { count } = tries.current;
    if (missing === undefined || state === 'loading' || count === MAX_READS) return;
    tries.current.count += 1;
    if (!isSeen) newestAt = performance.now();
    scheduleRead(revalidate, count > 0 ? retryDelay(count) : spread, isSeen);
  }, [missing, state, revalidate, isSeen]);
}

/** Jitter named by the newest event, in ms. */
export function setSpread(ms: number): void {
  spread = ms;
}

/** Catches up on reads that were due while the page was hidden, paused or offline. */
export function useResumedReading(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const resume = () => {
      if (due === undefined || document.hidden || isPaused()) return;
      if (changedAt === Number.POSITIVE_INFINITY) changedAt = newestAt;
      scheduleRead(revalidate, spread);
    };
    const stopWatching = onPauseChange(resume);
    document.addEventListener('visibilitychange', resume);
    addEventListener('online', resume);
    return () => {
      stopWatching();
      document.removeEventListener('visibilitychange', resume);
      removeEventListener('online', resume);
    };
  }, [revalidate]);
}

/** Schedules a read with jitter, no earlier than this viewer of /watch sees the change. */
function scheduleRead(revalidate: Revalidate, within: number, isSeen = false): void {
  const at = performance.now();
  const next = { at, pause: PROPAGATION_DELAY + Math.random() * within };
  due = Math.min(within, due ?? within);
  const planned = plan ? momentOf(plan) : Number.POSITIVE_INFINITY; // asked before `changedAt` moves, on which it depends
  changedAt = Math.min(changedAt, isSeen ? Number.NEGATIVE_INFINITY : at);
  if (isReading || momentOf(next) >= planned) return;
  plan = next;
  setTimer(revalidate, plan);
}

/** The delay counts from the change, whenever the reading was planned. */
function momentOf({ at, pause }: Plan): number {
  return Math.max(at, changedAt + viewerDelay()) + pause;
}

/** In steps, as the delay may change meanwhile. */
function setTimer(revalidate: Revalidate, next: Plan): void {
  clearTimeout(timer);
  timer = setTimeout(readIfDue, Math.min(momentOf(next) - performance.now(), DELAY_CHECK_INTERVAL), revalidate);
}

async function readIfDue(revalidate: Revalidate): Promise<void> {
  if (plan && momentOf(plan) > performance.now()) return setTimer(revalidate, plan);
  plan = undefined;
  if (document.hidden || isPaused()) {
    changedAt = Number.POSITIVE_INFINITY; // `resume` sets it to the newest change
    return;
  }
  isReading = true;
  due = undefined; // an event during the read is due again
  const readFrom = changedAt;
  changedAt = Number.POSITIVE_INFINITY;
  const answer = await read();
  if (answer?.ok || answer?.status === 404) await revalidateWith(revalidate, answer);
  isReading = false;
  if (!answer) changedAt = Math.min(changedAt, readFrom);
  failures = answer ? 0 : failures + 1;
  const next = answer ? due : retryDelay(failures);
  if (next !== undefined) scheduleRead(revalidate, next);
}

function retryDelay(times: number): number {
  return RETRY_DELAYS[times - 1] ?? RETRY_DELAYS[2];
}

/** The data of this page. Undefined when temporary: unavailable, 429 or a stale response. */
async function read(): Promise<Response | undefined> {
  const { pathname, search } = location;
  const address = `${pathname === '/' ? '/_' : pathname}.data${search}`;
  const answer = await fetch(address).catch(() => undefined);
  return !answer || answer.status >= 429 || answer.headers.has('x-stale') ? undefined : answer;
}

/** Passes `answer` to React Router, which would otherwise fetch it again and on failure replace the page by an error. */
async function revalidateWith(revalidate: Revalidate, answer: Response): Promise<void> {
  const { fetch } = window;
  const [address = ''] = answer.url.split('?');
  let isGiven = false;
  window.fetch = async (asked, init) => {
    if (isGiven || !String(asked).startsWith(address)) return fetch(asked, init);
    isGiven = true;
    return answer;
  };
  await revalidate();
  isGiven = true;
  window.fetch = fetch;
}
