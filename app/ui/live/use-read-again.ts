import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { isStill, onStillChange } from './live.ts';

/** Time until every server of the site has received a change, in ms. */
const SETTLE_DELAY = 250;
/** Revalidations for the same change. */
const MAX_READS = 4;
/** Jitter, in ms, by how often the data could not be read, or were not newer: another server may be behind. */
const RETRY_DELAYS = [10_000, 20_000, 30_000] as const;

type Revalidate = () => Promise<void>;

/** One plan for all parts of a page that need newer data. */
let timer: ReturnType<typeof setTimeout> | undefined;
let plannedAt = Number.POSITIVE_INFINITY;
let isReading = false;
let failures = 0;
/** Jitter of the next revalidation, in ms. */
let due: number | undefined;
/** Jitter, in ms: the server says less while few pages are open. */
let spread = 5000;

/** Revalidates while the data lack `missing`, each time later. `isSeen`: by a viewer of /watch, who is behind. */
export function useReadAgain(missing: string | undefined, isSeen = false): void {
  const { revalidate, state } = useRevalidator();
  const tries = useRef({ of: missing, count: 0 });
  useEffect(() => {
    if (tries.current.of !== missing) tries.current = { of: missing, count: 0 };
    const { count } = tries.current;
    if (missing === undefined || state === 'loading' || count === MAX_READS) return;
    tries.current.count += 1;
    readAgain(revalidate, count > 0 ? later(count) : spread, isSeen);
  }, [missing, state, revalidate, isSeen]);
}

/** Jitter named by the newest event, in ms. */
export function setSpread(ms: number): void {
  spread = ms;
}

/** What was due while the page was hidden, paused or offline is read afterwards. */
export function useResumedReading(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const resume = () => due !== undefined && !document.hidden && !isStill() && readAgain(revalidate, spread);
    const stopWatching = onStillChange(resume);
    document.addEventListener('visibilitychange', resume);
    addEventListener('online', resume);
    return () => {
      stopWatching();
      document.removeEventListener('visibilitychange', resume);
      removeEventListener('online', resume);
    };
  }, [revalidate]);
}

/** With jitter, no earlier than this viewer of /watch sees it (`data-behind`, ms); not while the server fails. */
function readAgain(revalidate: Revalidate, within: number, isSeen = false): void {
  due = Math.min(within, due ?? within);
  const behind = isSeen ? 0 : Number(document.documentElement.dataset.behind ?? 0);
  const at = performance.now() + SETTLE_DELAY + Math.random() * within + behind;
  if (isReading || at >= plannedAt) return;
  clearTimeout(timer);
  plannedAt = at;
  timer = setTimeout(look, at - performance.now(), revalidate);
}

async function look(revalidate: Revalidate): Promise<void> {
  plannedAt = Number.POSITIVE_INFINITY;
  if (document.hidden || isStill()) return;
  isReading = true;
  due = undefined; // an event during the read is due again
  const answer = await read();
  if (answer?.ok) await givenTo(revalidate, answer);
  isReading = false;
  failures = answer ? 0 : failures + 1;
  const next = answer ? due : later(failures);
  if (next !== undefined) readAgain(revalidate, next);
}

function later(times: number): number {
  return RETRY_DELAYS[times - 1] ?? RETRY_DELAYS[2];
}

/** The data of this page. Undefined when temporary: unavailable, 429 or a stale response. */
async function read(): Promise<Response | undefined> {
  const { pathname, search } = location;
  const address = `${pathname === '/' ? '/_' : pathname}.data${search}`;
  const answer = await fetch(address).catch(() => undefined);
  return !answer || answer.status >= 429 || answer.headers.has('x-stale') ? undefined : answer;
}

/** Hands `answer` to React Router, which would fetch it again and replace the page by an error on failure. */
async function givenTo(revalidate: Revalidate, answer: Response): Promise<void> {
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
