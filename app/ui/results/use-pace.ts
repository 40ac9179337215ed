import { useEffect, useRef, useState } from 'react';

/** How long the points of a step stay before the next one is shown, in ms. */
const STAY = 6000;

/** How many of `count` steps are shown: those of the first render at once, then one each six seconds; taken back at once. */
export function usePace(count: number): number {
  const [shown, setShown] = useState(count);
  // The minimum time holds for steps of the first render, too.
  const since = useRef(count > 0 ? performance.now() : Number.NEGATIVE_INFINITY);
  if (shown > count) setShown(count);

  useEffect(() => {
    if (shown >= count) return;
    const wait = Math.max(0, since.current + STAY - performance.now());
    const timer = setTimeout(() => {
      since.current = performance.now();
      setShown((now) => now + 1);
    }, wait);
    return () => clearTimeout(timer);
  }, [shown, count]);
  return Math.min(shown, count);
}
