import { type RefObject, useLayoutEffect, useRef } from 'react';
import { isStill } from '../view/reduced-motion.ts';

const LASTS = 400; // ms

/** FLIP animation of children with a `data-key`, after each render; none with reduced motion. */
export function useMoves(list: RefObject<HTMLElement | null>): void {
  const places = useRef(new Map<string, { x: number; y: number }>());
  useLayoutEffect(() => {
    const before = places.current;
    places.current = new Map();
    const isQuiet = isStill() || matchMedia('(prefers-reduced-motion: reduce)').matches;
    for (const row of list.current?.querySelectorAll<HTMLElement>('[data-key]') ?? []) {
      const key = row.dataset.key ?? '';
      // Relative to the list: scrolling does not count.
      const now = { x: row.offsetLeft, y: row.offsetTop };
      const was = before.get(key) ?? now;
      places.current.set(key, now);
      const [x, y] = [was.x - now.x, was.y - now.y];
      if (isQuiet || (x === 0 && y === 0)) continue;
      row.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }], {
        duration: LASTS,
        easing: 'ease-out',
      });
    }
  });
}
