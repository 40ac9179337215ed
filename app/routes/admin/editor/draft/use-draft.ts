import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useSyncExternalStore } from 'react';
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
