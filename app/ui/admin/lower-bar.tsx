import { Button } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import ui from './patterns.module.css';

/** Props of a sticky lower bar: its measured height becomes the scroll padding of the page (`panel.css`). */
export const LOWER_BAR = { ref: measure, 'data-lower-bar': '' };

/** The other buttons of a bar: in its row where they have room, elsewhere above it once «Ещё» was pressed, so that nothing in the row moves. */
export function Rest({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <Button
        variant="default"
        className={ui.others ?? ''}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        Ещё
      </Button>
      <div id={id} className={ui.rest}>
        {children}
      </div>
    </>
  );
}

function measure(bar: HTMLElement | null) {
  if (!bar) return;
  const { style } = document.documentElement;
  const keep = () => style.setProperty('--lower-bar', `${bar.offsetHeight}px`);
  const observer = new ResizeObserver(keep);
  keep();
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty('--lower-bar');
  };
}
