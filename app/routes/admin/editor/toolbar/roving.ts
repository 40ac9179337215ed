import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';

/** Roving tabindex (WAI-ARIA toolbar). Works on the DOM: buttons come and go outside React. */
export function useRoving(onEscape: () => void): {
  ref: RefObject<HTMLDivElement | null>;
  onKeyDownCapture: (event: KeyboardEvent) => void;
  onFocus: () => void;
} {
  const ref = useRef<HTMLDivElement>(null);
  const last = useRef<HTMLElement>(undefined);
  const settle = (current?: HTMLElement) => {
    const buttons = buttonsIn(ref.current);
    if (current && buttons.includes(current)) last.current = current;
    const stop = last.current && buttons.includes(last.current) ? last.current : buttons[0];
    for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
  };
  useEffect(() => settle());
  return {
    ref,
    onFocus: () => settle(document.activeElement as HTMLElement),
    // Capture: the tooltip handles Escape itself.
    onKeyDownCapture: (event) => {
      if (event.key === 'Escape') {
        event.stopPropagation();
        return onEscape();
      }
      const buttons = buttonsIn(ref.current);
      const at = buttons.indexOf(document.activeElement as HTMLElement);
      const [next, previous] = [at + 1, at - 1];
      const to = {
        ArrowRight: next,
        ArrowDown: next,
        ArrowLeft: previous,
        ArrowUp: previous,
        Home: 0,
        End: buttons.length - 1,
      }[event.key];
      if (at < 0 || to === undefined) return;
      event.preventDefault();
      buttons.at(to % buttons.length)?.focus();
    },
  };
}

function buttonsIn(toolbar: HTMLElement | null): HTMLElement[] {
  return [...(toolbar?.querySelectorAll<HTMLElement>('button') ?? [])].filter((button) => !button.closest('[hidden]'));
}
