import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { listAddress } from '../../news/list-address.ts';
import type { Draft } from './draft.ts';
import type { FieldName, Fields } from './fields.ts';

/** Renders only when this field changes. */
export function useField<K extends Exclude<FieldName, 'content'>>(draft: Draft, name: K): Fields[K] {
  return useSyncExternalStore(draft.subscribe, () => draft.get(name));
}

export interface CardProps {
  draft: Draft;
  errors: Record<string, string>;
}

type Told = 'article' | 'isDirty' | 'hasUnsaved' | 'isNew' | 'isEmpty';

/** Renders only when this changes. */
export function useDraft<K extends Told>(draft: Draft, name: K): Draft[K] {
  return useSyncExternalStore(draft.subscribe, () => draft[name]);
}

/** Delay after a final save, in ms. */
const LEAVE_DELAY = 1500;

/** Delayed return to the list, cancelled by typing. `isHere`: until the screen is left. */
export function useDelayedReturn(draft: Draft) {
  const navigate = useNavigate();
  const state = useRef({ isHere: true, isPlanned: false });
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    state.current.isHere = true;
    return () => {
      state.current.isHere = false;
    };
  }, []);
  // At once in the state of the saves, which a second click does not wait for.
  const plan = useCallback((is: boolean) => {
    state.current.isPlanned = is;
    setLeaving(is);
  }, []);
  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(() => void navigate(listAddress(draft.path)), LEAVE_DELAY);
    const unsubscribe = draft.subscribe(() => draft.hasUnsaved && plan(false));
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [isLeaving, draft, navigate, plan]);
  return { isLeaving, leaving: state.current, plan };
}

/** A partly typed date input has an empty value. */
export function findHalfTyped(): HTMLInputElement | null {
  return document.querySelector('main input[type=datetime-local]:invalid, main input[type=date]:invalid');
}

/** A date input sends no event while its value stays empty: its keys are followed. */
export function useHalfTyped(draft: Draft): void {
  useEffect(() => {
    const stop = new AbortController();
    const look = ({ target }: Event) => {
      if (target instanceof HTMLInputElement && target.type.startsWith('date'))
        draft.expect('time', findHalfTyped() !== null);
    };
    for (const name of ['keyup', 'input', 'focusout']) addEventListener(name, look, { signal: stop.signal });
    return () => stop.abort();
  }, [draft]);
}

/** Focuses the first refused field, unless something is typed in. */
export function showRefused(): void {
  setTimeout(() => {
    if (document.activeElement?.matches('input, textarea, select, [contenteditable]')) return;
    document.querySelector<HTMLElement>('main form [aria-invalid=true]')?.focus();
  });
}
