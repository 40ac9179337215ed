import { useSyncExternalStore } from 'react';
import type { VoteSettings } from '../../../model/settings/vote.ts';
import type { PublicWatchSettings } from '../../../model/settings/watch/watch.ts';
import { isStill } from '../view/reduced-motion.ts';

/** What open pages are told of without asking. */
export interface LiveState {
  'watch-settings'?: PublicWatchSettings;
  'vote-settings'?: VoteSettings;
}

const NOTHING: LiveState = {};
/** The state as it is shown, and what has come since the visitor asked the page to keep still. */
let shown = NOTHING;
let held: LiveState | undefined;
const listeners = new Set<() => void>();

/** The settings as the server tells them now; undefined while nothing was heard, and on the server. */
export function useLive<Name extends keyof LiveState>(name: Name): LiveState[Name] {
  return useSyncExternalStore(
    subscribe,
    () => shown[name],
    () => undefined,
  );
}

/** Whether something new waits until the visitor wants to see it. */
export function useHeld(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => held !== undefined,
    () => false,
  );
}

/** Takes what the server has told. Nothing that is the same again makes a page render. */
export function hear(news: LiveState): void {
  const before = held ?? shown;
  const next = { ...before, ...news };
  if (isSameState(before, next)) return;
  // The first that is heard is what the page was made of, or a moment younger.
  if (isStill() && shown !== NOTHING) held = next;
  else shown = next;
  tell();
}

/** Whether both say the same, in whatever order. */
export function isSameState(one: LiveState, other: LiveState): boolean {
  return JSON.stringify(one, inOrder) === JSON.stringify(other, inOrder);
}

function inOrder(_name: string, value: unknown): unknown {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isRecord ? Object.fromEntries(Object.entries(value).sort()) : value;
}

/** Shows what has waited. */
export function release(): void {
  if (!held) return;
  shown = held;
  held = undefined;
  tell();
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

function tell(): void {
  for (const listener of listeners) listener();
}
