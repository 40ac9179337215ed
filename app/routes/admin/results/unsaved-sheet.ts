import type { Sheet } from '../../../../model/results/sheet.ts';
import { parse } from '../../../ui/errors/api-error.ts';

/** Points typed over the stored version `version`. */
export interface UnsavedSheet {
  sheet: Sheet;
  version: number;
  at: string;
  /** When they were typed, if the page was loaded since. */
  restored?: string | undefined;
}

const keyOf = (show: number) => `rampa.results.${show}`;

/** Survives a reload and a discarded tab, but not the tab: points are secret until they are revealed. */
export function keepUnsaved(show: number, unsaved: UnsavedSheet | undefined): void {
  try {
    if (unsaved) sessionStorage.setItem(keyOf(show), JSON.stringify(unsaved));
    else sessionStorage.removeItem(keyOf(show));
  } catch {
    // Quota exceeded or storage disabled.
  }
}

export function readUnsaved(show: number): UnsavedSheet | undefined {
  const unsaved = parse(sessionStorage.getItem(keyOf(show)) ?? '') as UnsavedSheet | undefined;
  return Array.isArray(unsaved?.sheet?.sections) ? { ...unsaved, restored: unsaved.at } : undefined;
}
