import { useSyncExternalStore } from 'react';
import type { Draft } from './draft.ts';
import type { FieldName, Fields } from './fields.ts';

/** One field of a draft; what shows another one does not render. */
export function useField<K extends Exclude<FieldName, 'content'>>(draft: Draft, name: K): Fields[K] {
  return useSyncExternalStore(draft.subscribe, () => draft.get(name));
}

export function useDirty(draft: Draft): boolean {
  return useSyncExternalStore(draft.subscribe, () => draft.isDirty);
}

/** The same with the pictures that did not arrive yet. */
export function useUnsaved(draft: Draft): boolean {
  return useSyncExternalStore(draft.subscribe, () => draft.hasUnsaved);
}

/** The stored article as this screen knows it. */
export function useStored(draft: Draft) {
  return useSyncExternalStore(draft.subscribe, () => draft.article);
}
