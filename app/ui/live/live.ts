import { useSyncExternalStore } from 'react';
import { isForeign } from '../../../model/live/id.ts';
import type { Stage } from '../../../model/programme/stage.ts';
import { serverNow } from '../time/server-clock.ts';
import type { LiveDocument, LiveParts } from './document.ts';

const CHECK_INTERVAL = 250; // ms

const UNKNOWN = { state: undefined, at: Number.NEGATIVE_INFINITY };
const NOTHING: LiveDocument = { parts: {}, presses: [], stages: [UNKNOWN], boards: [UNKNOWN] };

/** Everything received; `shown` lags behind it while the page is paused. */
let newest = NOTHING;
let shown = NOTHING;
/** Parts of `shown` at the viewer's moment. */
let view: LiveParts = NOTHING.parts;
let momentNow: (() => number) | undefined;
let timer: ReturnType<typeof setInterval>;
/** Id of the last list change in the rendered page. */
let rendered: string | undefined;
let partsAt: ((known: LiveDocument, moment: number) => LiveParts) | undefined;
let poll = () => {};
const listeners = new Set<() => void>();

/** A part of the present state or, while /watch plays in this browser, of its moment; undefined until received, and on the server. */
export function useLive<Name extends keyof LiveParts>(name: Name): LiveParts[Name] {
  return useStored(() => view[name], undefined);
}

/** A part of the present document, without delay. `pick` must return the same object for the same document. */
export function useDocument<T>(pick: (known: LiveDocument) => T): T {
  return useStored(() => pick(shown), pick(NOTHING));
}

export const useNewestDocument = () => useStored(newestDocument, NOTHING);

/** Whether there is a board; undefined until received. */
export function useHasResults(): boolean | undefined {
  const state = useDocument(({ parts }) => parts.results?.state);
  return state && state !== 'none';
}

/** The delayed viewer's moment (epoch ms); undefined without delay. */
export function useMomentNow(): (() => number) | undefined {
  return useStored(() => momentNow, undefined);
}

/** Whether the page's data belong to an earlier epoch than the received state. */
export function useIsOtherEpoch(): boolean {
  return useStored(() => isForeign(newest.id, rendered), false);
}

/** The newer of live state and loader data (null: not read), at the viewer's moment. */
export function useStage(loaded: Stage | null): Stage | null {
  const received = useLive('stage');
  const momentNow = useMomentNow();
  const isOtherEpoch = useIsOtherEpoch();
  const isSeen = !loaded?.since || !momentNow || Date.parse(loaded.since) <= momentNow();
  if (!received) return isSeen ? loaded : null;
  return loaded && isSeen && !isOtherEpoch && loaded.seq > received.seq ? loaded : received;
}

/** '' while nothing is on. */
export function stageText(stage: Stage | null): string {
  if (stage?.state === 'break') return 'Перерыв';
  return stage?.contestant ? `На сцене: ${stage.contestant.name}` : '';
}

export function setRenderedLists(id: string | undefined): void {
  rendered = id;
  refresh();
  if (id && newest.lists === undefined) setDocument({ ...newest, lists: id });
}

/** Polls the whole state, if the page is connected. */
export function pollNow(): void {
  poll();
}

export function setPoll(to: () => void): void {
  poll = to;
}

export function newestDocument(): LiveDocument {
  return newest;
}

export function showNewest(): void {
  shown = newest;
  refresh();
}

/** Delays `useLive` to a moment (epoch ms); undefined: no delay. */
export function setMoment(now: (() => number) | undefined, at?: typeof partsAt): void {
  clearInterval(timer);
  [momentNow, partsAt] = [now, at];
  if (now) timer = setInterval(refresh, CHECK_INTERVAL);
  refresh();
}

/** Delay of this viewer, in ms. */
export function viewerDelay(): number {
  return momentNow ? serverNow() - momentNow() : 0;
}

/** Calls `changed` every 250 ms. Returns the unsubscribe function. */
export function everyMoment(changed: () => void): () => void {
  const looking = setInterval(changed, CHECK_INTERVAL);
  return () => clearInterval(looking);
}

function useStored<T>(now: () => T, onServer: T): T {
  return useSyncExternalStore(subscribe, now, () => onServer);
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

export function setDocument(next: LiveDocument): void {
  if (next === newest) return;
  const isHeld = shown !== newest;
  newest = next;
  // The first part received is what the page was rendered from, or slightly newer.
  const isNews = Object.entries(shown.parts).some(([name, part]) => next.parts[name as keyof LiveParts] !== part);
  if (!isPaused() || !(isHeld || isNews)) shown = next;
  refresh();
}

function refresh(): void {
  view = partsAt ? partsAt(shown, momentNow?.() ?? Number.POSITIVE_INFINITY) : shown.parts;
  for (const listener of listeners) listener();
}

/** Whether the visitor paused the page: animation and live updates. */
export function isPaused(): boolean {
  return document.documentElement.hasAttribute('data-still');
}

/** Calls `changed` on pause and resume. Returns the stop function. */
export function onPauseChange(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-still'] });
  return () => observer.disconnect();
}
