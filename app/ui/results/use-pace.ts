import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/** In ms: the points of a step stay six seconds on the screen, which paints them some frames after the commit. */
const STAY = 6100;

/** How many of `count` steps are shown: those of the first render at once, then one each six seconds; taken back at once. */
export function usePace(count: number): number {
  const [shown, setShown] = useState(count);
  const since = useRef(Number.NEGATIVE_INFINITY);
  if (shown > count) setShown(count);

  // Counts from the commit, not from the timer: a busy page draws late.
  useLayoutEffect(() => {
    if (shown > 0) since.current = performance.now();
  }, [shown]);

  useEffect(() => {
    if (shown >= count) return;
    const wait = Math.max(0, since.current + STAY - performance.now());
    const timer = setTimeout(() => setShown((now) => now + 1), wait);
    return () => clearTimeout(timer);
  }, [shown, count]);
  return Math.min(shown, count);
}
