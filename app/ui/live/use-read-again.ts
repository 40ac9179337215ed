import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { isStill, onStillChange } from '../view/reduced-motion.ts';

/** Jitter of revalidation, in ms. */
const WITHIN = 5000;
/** Factor of WITHIN when the data could not be read, or are not newer: another server may be behind. */
const LATER = 6;
/** Revalidations for the same change. */
const MOST = 4;

type Revalidate = () => Promise<void>;

/** One plan for all parts of a page that need newer data. */
let isPlanned = false;
let isDue = false;

/**
 * Revalidates while the page's data lack what an event has told: `missing`, undefined for nothing. Each revalidation that did not
 * bring it makes the next one later.
 */
export function useReadAgain(missing: string | undefined): void {
  const { revalidate, state } = useRevalidator();
  const tries = useRef({ of: missing, count: 0 });
  useEffect(() => {
    if (tries.current.of !== missing) tries.current = { of: missing, count: 0 };
    const { count } = tries.current;
    if (missing === undefined || state === 'loading' || count === MOST) return;
    tries.current.count += 1;
    readAgain(revalidate, count > 0 ? WITHIN * LATER : WITHIN);
  }, [missing, state, revalidate]);
}

/** What was due while the page was hidden or paused is read afterwards. */
export function useResumedReading(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const resume = () => isDue && !document.hidden && !isStill() && readAgain(revalidate, WITHIN);
    const stopWatching = onStillChange(resume);
    document.addEventListener('visibilitychange', resume);
    return () => {
      stopWatching();
      document.removeEventListener('visibilitychange', resume);
    };
  }, [revalidate]);
}

/** With jitter, and no earlier than a viewer of /watch sees it happen (`data-behind`, in ms); not while the server fails: old data is better. */
function readAgain(revalidate: Revalidate, within: number): void {
  isDue = true;
  if (isPlanned) return;
  isPlanned = true;
  const look = async () => {
    if (document.hidden || isStill()) {
      isPlanned = false;
      return;
    }
    isDue = false; // an event during the read is due again
    const answer = await read();
    if (answer?.ok) await givenTo(revalidate, answer);
    isPlanned = false;
    if (isDue || !answer) readAgain(revalidate, answer ? WITHIN : WITHIN * LATER);
  };
  setTimeout(look, Math.random() * within + Number(document.documentElement.dataset.behind ?? 0));
}

/** The data of this page. Undefined when temporary: unavailable, 429 or a stale response. */
async function read(): Promise<Response | undefined> {
  const { pathname, search } = location;
  const address = `${pathname === '/' ? '/_' : pathname}.data${search}`;
  const answer = await fetch(address).catch(() => undefined);
  return !answer || answer.status >= 429 || answer.headers.has('x-stale') ? undefined : answer;
}

/** React Router would ask for the same once more, and show a failure in the place of the page: it is given `answer`. */
async function givenTo(revalidate: () => Promise<void>, answer: Response): Promise<void> {
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
