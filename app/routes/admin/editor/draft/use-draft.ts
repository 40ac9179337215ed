import { useDebouncedCallback } from '@mantine/hooks';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { listAddress } from '../../news/list-address.ts';
import type { Draft } from './draft.ts';
import type { FieldName, Fields } from './fields.ts';

/** Renders only when this field changes. */
export function useField<K extends Exclude<FieldName, 'content'>>(draft: Draft, name: K): Fields[K] {
  return useSyncExternalStore(draft.subscribe, () => draft.get(name));
}

export function useDirty(draft: Draft): boolean {
  return useSyncExternalStore(draft.subscribe, () => draft.isDirty);
}

/** Includes pending image uploads. */
export function useUnsaved(draft: Draft): boolean {
  return useSyncExternalStore(draft.subscribe, () => draft.hasUnsaved);
}

export function useStored(draft: Draft) {
  return useSyncExternalStore(draft.subscribe, () => draft.article);
}

/** `Draft.isNew`: no save by hand yet. */
export function useNew(draft: Draft): boolean {
  return useSyncExternalStore(draft.subscribe, () => draft.isNew);
}

export function useEmpty(draft: Draft): boolean {
  return useSyncExternalStore(draft.subscribe, () => draft.isEmpty);
}

/** Runs `act` at once, and `ms` after the last change. */
export function useAfterRest(draft: Draft, act: () => void, ms: number): void {
  const later = useDebouncedCallback(act, ms);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another `act` is no change.
  useEffect(() => {
    act();
    return draft.subscribe(later);
  }, [draft]);
}

/** Delay after a final save, in ms. */
const LEAVE_DELAY = 1500;

/** Delayed return to the list, cancelled by typing. `stop`: of a planned one. */
export function useLeaving(draft: Draft) {
  const navigate = useNavigate();
  const isHere = useRef(true);
  const stop = useRef<() => void>(undefined);
  const [isLeaving, setLeaving] = useState(false);
  const cancel = useCallback(() => {
    stop.current?.();
    stop.current = undefined;
    setLeaving(false);
  }, []);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      cancel();
    };
  }, [cancel]);
  const plan = useCallback(() => {
    if (!isHere.current || draft.hasUnsaved) return;
    const timer = setTimeout(() => {
      void navigate(listAddress(draft.path));
    }, LEAVE_DELAY);
    setLeaving(true);
    const unsubscribe = draft.subscribe(() => draft.hasUnsaved && cancel());
    stop.current = () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [draft, navigate, cancel]);
  return { isLeaving, leave: useMemo(() => ({ isHere, stop, cancel, plan }), [cancel, plan]) };
}
