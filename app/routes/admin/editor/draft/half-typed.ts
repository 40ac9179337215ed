import { useEffect } from 'react';
import type { Draft } from './draft.ts';

const HALF_TYPED = 'main input[type=datetime-local]:invalid, main input[type=date]:invalid';

/** A partly typed date input has an empty value. */
export function findHalfTyped(): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>(HALF_TYPED);
}

/** A date input sends no event while its value stays empty: its keys are followed. */
export function useHalfTyped(draft: Draft): void {
  useEffect(() => {
    const look = ({ target }: Event) => {
      if (target instanceof HTMLInputElement && target.type.startsWith('date'))
        draft.expectTime(findHalfTyped() !== null);
    };
    const events = ['keyup', 'input', 'focusout'];
    for (const name of events) addEventListener(name, look);
    return () => {
      for (const name of events) removeEventListener(name, look);
    };
  }, [draft]);
}
