import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Results } from '../../../model/results/schema.ts';
import { isPaused } from '../live/live.ts';

const MOVE_DURATION = 400; // ms
/** Longest backlog, in steps; a longer one is shortened at once, so that the board keeps up with other pages. */
const MAX_WAITING = 2;
/** In ms: points stay six seconds on the screen, which paints them some frames after the commit. */
export const STEP_DURATION = 6100;

/** A board with the steps shown so far. */
export interface Paced extends Results {
  state: 'revealing' | 'final';
  /** Opened after its end: announcements are about the whole board, not the last step. */
  isWhole: boolean;
}

export function usePaced(results: Results): Paced {
  const count = usePace(results.steps.length);
  const [first] = useState(count);
  const state = count < results.of ? 'revealing' : 'final';
  return { ...results, steps: results.steps.slice(0, count), state, isWhole: state === 'final' && count === first };
}

/** How many of `count` steps are shown: those of the first render at once, then one each six seconds, two behind at most; taken back at once. */
function usePace(count: number): number {
  const [shown, setShown] = useState(count);
  const since = useRef(Number.NEGATIVE_INFINITY);
  if (shown > count) setShown(count);

  // Counts from the commit, not from the timer: a busy page draws late.
  useLayoutEffect(() => {
    if (shown > 0) since.current = performance.now();
  }, [shown]);

  useEffect(() => {
    if (shown >= count) return;
    const until = count - shown > MAX_WAITING ? 0 : since.current + STEP_DURATION;
    const timer = setTimeout(() => setShown(shown + 1), until - performance.now());
    return () => clearTimeout(timer);
  }, [shown, count]);
  return shown;
}

/** FLIP animation of children with a `data-key`, after each render and `delay` ms; none with reduced motion. */
export function useMoves(list: RefObject<HTMLElement | null>, delay = 0): void {
  const places = useRef(new Map<string, { x: number; y: number }>());
  useLayoutEffect(() => {
    const before = places.current;
    places.current = new Map();
    const isQuiet = isPaused() || matchMedia('(prefers-reduced-motion: reduce)').matches;
    for (const row of list.current?.querySelectorAll<HTMLElement>('[data-key]') ?? []) {
      const key = row.dataset.key ?? '';
      // Relative to the list: scrolling does not count.
      const now = { x: row.offsetLeft, y: row.offsetTop };
      const was = before.get(key) ?? now;
      places.current.set(key, now);
      const [x, y] = [was.x - now.x, was.y - now.y];
      if (isQuiet || (x === 0 && y === 0)) continue;
      // Rising rows pass over the others.
      const zIndex = y > 0 ? 1 : 0;
      row.animate(
        [
          { transform: `translate(${x}px, ${y}px)`, zIndex },
          { transform: 'none', zIndex },
        ],
        {
          ...{ delay, duration: MOVE_DURATION, easing: 'ease-out' },
          fill: 'backwards',
        },
      );
    }
  });
}
