import { type RefObject, useEffect } from 'react';

/** Bars at the lower edge of the window: the buttons of a form, the question about cookies. */
const BARS = '[data-lower-bar], #consent';
/** Between one bar and the next, in px. */
const GAP = 12;

/**
 * Sets `--room-below` of `place`: how far above the lower edge it stands free of the bars there. They stick, wrap and come with other
 * screens, so they are measured in every frame, as long as something is shown.
 */
export function useRoomBelow(place: RefObject<HTMLElement | null>, isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return;
    let frame = 0;
    const follow = () => {
      const { current } = place;
      if (current) current.style.setProperty('--room-below', `${roomFor(current.offsetHeight)}px`);
      frame = requestAnimationFrame(follow);
    };
    follow();
    return () => cancelAnimationFrame(frame);
  }, [place, isShown]);
}

function roomFor(height: number): number {
  return [...document.querySelectorAll(BARS)]
    .map((bar) => bar.getBoundingClientRect())
    .sort((one, other) => other.top - one.top)
    .reduce((room, { top, bottom }) => {
      const isInTheWay = top < innerHeight - room && bottom > innerHeight - room - height - GAP;
      return isInTheWay ? innerHeight - top + GAP : room;
    }, GAP);
}
