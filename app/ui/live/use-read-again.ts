import { useCallback, useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { isStill, onStillChange } from '../view/reduced-motion.ts';

/** Jitter of revalidation, in ms. */
const WITHIN = 5000;
/** Factor of WITHIN when the data could not be read. */
const LATER = 6;

/** Revalidates with jitter, and no earlier than a viewer of /watch sees it happen (`data-behind`, in ms); not while the server fails (old data is better), nor while the page is hidden or paused. */
export function useReadAgain(): () => void {
  const { revalidate } = useRevalidator();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isDue = useRef(false);

  const plan = useCallback(
    function plan(within: number) {
      timer.current ??= setTimeout(
        async () => {
          timer.current = undefined;
          if (!isDue.current || document.hidden || isStill()) return;
          const answer = await read();
          if (!answer) return plan(WITHIN * LATER);
          isDue.current = false;
          if (answer.ok) await givenTo(revalidate, answer);
        },
        Math.random() * within + Number(document.documentElement.dataset.behind ?? 0),
      );
    },
    [revalidate],
  );

  useEffect(() => {
    const resume = () => isDue.current && !document.hidden && !isStill() && plan(WITHIN);
    const stopWatching = onStillChange(resume);
    document.addEventListener('visibilitychange', resume);
    return () => {
      stopWatching();
      document.removeEventListener('visibilitychange', resume);
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, [plan]);

  return useCallback(() => {
    isDue.current = true;
    plan(WITHIN);
  }, [plan]);
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

/** Revalidates when an event exceeds the page's data. */
export function useReadAgainWhen(isNeeded: boolean): void {
  const readAgain = useReadAgain();
  useEffect(() => {
    if (isNeeded) readAgain();
  }, [isNeeded, readAgain]);
}
