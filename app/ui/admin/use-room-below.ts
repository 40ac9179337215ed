import { type RefObject, useEffect } from 'react';

const GAP = 12; // px

/** Sets `--room-below` of `place`: height of the bars below it, measured every frame, as they stick and wrap. */
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
  return [...document.querySelectorAll('[data-lower-bar]')]
    .map((bar) => bar.getBoundingClientRect())
    .sort((one, other) => other.top - one.top)
    .reduce((room, { top, bottom }) => {
      const isInTheWay = top < innerHeight - room && bottom > innerHeight - room - height - GAP;
      return isInTheWay ? innerHeight - top + GAP : room;
    }, GAP);
}
