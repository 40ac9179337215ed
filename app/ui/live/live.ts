import { useSyncExternalStore } from 'react';
import type { Stage } from '../../../model/programme/stage.ts';
import type { ResultsEvent } from '../../../model/results/results.ts';
import type { Urgent } from '../../../model/settings/urgent.ts';
import type { VoteSettings } from '../../../model/settings/vote.ts';
import type { PublicWatchSettings } from '../../../model/settings/watch/watch.ts';
import { isStill } from '../view/reduced-motion.ts';
import { isSameState } from './same-state.ts';

/** State pushed to open pages. */
export interface LiveState {
  stage?: Stage | undefined;
  results?: ResultsEvent;
  'watch-settings'?: PublicWatchSettings;
  'vote-settings'?: VoteSettings;
  /** Shown by `urgent/show.ts`, whatever the page does with the rest. */
  urgent?: Urgent;
}

const NOTHING: LiveState = {};
/** Shown state, and updates held back while the page is paused. */
let shown = NOTHING;
let held: LiveState | undefined;
const listeners = new Set<() => void>();

/** Current settings; undefined until received, and on the server. */
export function useLive<Name extends keyof LiveState>(name: Name): LiveState[Name] {
  return useSyncExternalStore(
    subscribe,
    () => shown[name],
    () => undefined,
  );
}

/** Whether there is a board; `loaded` is what the page was rendered with. */
export function useHasResults(loaded: { hasResults?: true } | undefined): boolean {
  const told = useLive('results');
  return told ? told.state !== 'none' : loaded?.hasResults === true;
}

export function useHeld(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => held !== undefined,
    () => false,
  );
}

/** Takes an update. Equal states do not render. */
export function hear({ urgent, ...news }: LiveState): void {
  // 0: there has never been a message.
  if (urgent?.id) void import('../../urgent/show.ts').then((module) => module.showUrgent(urgent));
  const before = held ?? shown;
  const next = { ...before, ...news, stage: newestStage(news.stage, before.stage) };
  if (isSameState(before, next)) return;
  // The first one is what the page was rendered from, or slightly newer.
  if (isStill() && shown !== NOTHING) held = next;
  else shown = next;
  tell();
}

/** Another server, or a poll, may be behind. */
export function newestStage<Unknown extends null | undefined>(heard: Stage | undefined, known: Stage | Unknown) {
  return heard && (!known || heard.seq >= known.seq) ? heard : known;
}

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
