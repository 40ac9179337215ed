import { useCallback, useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { isStill } from '../still.ts';

/** Open pages read their data again within this time, each at a moment of its own. In ms. */
const WITHIN = 5000;

/** Reads the page's data again, unless the server does not answer: what stands on the page is better than an error. */
export function useReadAgain(): () => void {
  const { revalidate } = useRevalidator();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(() => {
    if (isStill()) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(async () => {
      const answer = await fetch('/api/live?poll').catch(() => undefined);
      if (answer?.ok && !document.hidden) await revalidate();
    }, Math.random() * WITHIN);
  }, [revalidate]);
}

/** The same, as soon as something that was heard goes beyond what came with the page. */
export function useReadAgainWhen(isNeeded: boolean): void {
  const readAgain = useReadAgain();
  useEffect(() => {
    if (isNeeded) readAgain();
  }, [isNeeded, readAgain]);
}
