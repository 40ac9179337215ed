import { useCallback, useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { isStill, onStillChange } from '../view/reduced-motion.ts';

/** Open pages read their data again within this time, each at a moment of its own. In ms. */
const WITHIN = 5000;
/** So much longer when the data could not be read. */
const LATER = 6;

/**
 * Reads the page's data again, unless the server cannot give it now: what stands on the page is better than an error. A page that is
 * hidden or kept still does so as soon as it is not.
 */
export function useReadAgain(): () => void {
  const { revalidate } = useRevalidator();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isDue = useRef(false);

  const plan = useCallback(
    function plan(within: number) {
      timer.current ??= setTimeout(async () => {
        timer.current = undefined;
        if (!isDue.current || document.hidden || isStill()) return;
        const can = await canRead();
        if (can === undefined) return plan(WITHIN * LATER);
        isDue.current = false;
        if (can) await revalidate();
      }, Math.random() * within);
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

/** Whether the page's data can be read; undefined when that may change: the server is away, busy, or sends an old copy. */
async function canRead(): Promise<boolean | undefined> {
  const { pathname, search } = location;
  const address = `${pathname === '/' ? '/_' : pathname}.data${search}`;
  const answer = await fetch(address, { method: 'HEAD' }).catch(() => undefined);
  if (!answer || answer.status >= 429 || answer.headers.has('x-stale')) return undefined;
  return answer.ok;
}

/** The same, as soon as something that was heard goes beyond what came with the page. */
export function useReadAgainWhen(isNeeded: boolean): void {
  const readAgain = useReadAgain();
  useEffect(() => {
    if (isNeeded) readAgain();
  }, [isNeeded, readAgain]);
}
