import { Button } from '@mantine/core';
import { useTimeout, useWindowEvent } from '@mantine/hooks';
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { COOLDOWN } from '../../../model/live/fold.ts';
import ui from './patterns.module.css';

const GAP = 12; // px

/** Props of a sticky lower bar: its measured height becomes the scroll padding of the page (`panel.css`). */
export const LOWER_BAR = { ref: measureInto('--lower-bar'), 'data-lower-bar': '' };

/** Refs of bars that stick to the top: their height offsets what sticks below. */
export const UPPER_BAR = measureInto('--upper-bar');
export const SESSION_BAR = measureInto('--session-bar');

/** Secondary buttons of a bar: inline if they fit, else a popover of «Ещё», closed by any press. */
export function Rest({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const rest = useRef<HTMLDivElement>(null);
  const leave = () => rest.current?.contains(document.activeElement) && button.current?.focus();
  const close = () => {
    clear();
    leave();
    setOpen(false);
  };
  const { start, clear } = useTimeout(close, COOLDOWN);
  useWindowEvent('keydown', ({ key }) => key === 'Escape' && isOpen && close());
  useWindowEvent('pointerdown', ({ target }) => {
    const isInside = [button, rest].some(({ current }) => current?.contains(target as Node));
    if (isOpen && !isInside) close();
  });
  return (
    <>
      <Button
        ref={button}
        variant="default"
        className={ui.others ?? ''}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => (isOpen ? close() : setOpen(true))}
      >
        Ещё
      </Button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: only listens to clicks that bubble from its buttons, which keys trigger too. */}
      <div
        ref={rest}
        id={id}
        className={`${ui.rest} ${ui.floating}`}
        // Focus first: a dialog restores it. Closed after the cooldown: a double tap would hit what lies below.
        onClick={() => {
          leave();
          start();
        }}
      >
        {children}
      </div>
    </>
  );
}

/** Sets `--room-below` of `place`: height of the bar below it, measured every frame, as it sticks and wraps. */
export function useRoomBelow(place: RefObject<HTMLElement | null>, isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return;
    let frame = 0;
    const follow = () => {
      const bar = document.querySelector('[data-lower-bar]')?.getBoundingClientRect();
      const end = innerHeight - GAP;
      const isInTheWay = bar && bar.top < end && bar.bottom > end - GAP - (place.current?.offsetHeight ?? 0);
      place.current?.style.setProperty('--room-below', `${isInTheWay ? innerHeight - bar.top + GAP : GAP}px`);
      frame = requestAnimationFrame(follow);
    };
    follow();
    return () => cancelAnimationFrame(frame);
  }, [place, isShown]);
}

function measureInto(property: string) {
  return (bar: HTMLElement | null) => {
    if (!bar) return;
    const { style } = document.documentElement;
    const keep = () => style.setProperty(property, `${bar.offsetHeight}px`);
    const observer = new ResizeObserver(keep);
    keep();
    observer.observe(bar);
    return () => {
      observer.disconnect();
      style.removeProperty(property);
    };
  };
}
