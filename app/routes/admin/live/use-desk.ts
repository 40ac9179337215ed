import { useEffect, useSyncExternalStore } from 'react';
import type { ResultsDocument } from '../../../../model/results/schema.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { KEPT_PRESSES, SIGNED_OUT } from '../../../ui/api.ts';
import { extractError } from '../../../ui/errors/api-error.ts';
import type { Message } from '../../../ui/live/document.ts';
import { type Answer, receiveUpdates } from '../../../ui/live/stream.ts';
import { setServerClock } from '../../../ui/time/server-clock.ts';
import {
  type Answered,
  type DeskState,
  NO_PRESSES,
  showOf,
  toDocument,
  UNREAD,
  withDocument,
  withKept,
  withMessage,
  withResults,
} from './desk.ts';
import { type Call, createPresses, type Press } from './presses.ts';

const PATH = '/admin/desk';
/** An operator’s connection: lost, it is opened again much sooner than that of a visitor. */
const POLLING = { silenceTimeout: 22_000, pollDuration: 0, pollInterval: 2000, isEager: true };
/** Timeout, in ms, with exponential backoff: the server may be busy. */
const READ_TIMEOUT = { first: 5000, atMost: 20_000 };
/** Coalescing delay, in ms: an answer, its event and its repetition are read once. */
const TOGETHER = 30;
/** No event carries the number of viewers: it is polled. In ms. */
const COUNT_INTERVAL = 60_000;

interface Screen {
  call: Call;
  username: string;
  /** Aborted when it is left. */
  signal: AbortSignal;
}

export type Desk = ReturnType<typeof useDesk>;

/** The desk: about this show, without one about the show on stage or the one that is chosen. */
export function useDesk(show?: number) {
  const { call, username } = useSession();
  const state = useSyncExternalStore(subscribe, read);
  useEffect(() => open({ call, username }, show), [call, username, show]);
  return { ...state, ...actions };
}

/** State of this tab. Presses outlive their screens: the next screen must neither resend nor drop one in flight. */
let state: DeskState = { ...UNREAD, ...NO_PRESSES };
let screen: Screen | undefined;
let reading: Promise<Answer | undefined> | undefined;
let readWithin = READ_TIMEOUT.first;
const listeners = new Set<() => void>();
const { send, rest, ...presses } = createPresses({ read, change, reload, screen: () => screen });
const actions = {
  ...presses,
  reload,
  choose: (chosen: number) => change({ chosen }),
  /** Takes over what a save has answered. */
  put: (saved: ResultsDocument) => change(withResults(state, saved)),
  /** Sends a change that is no press. */
  ask: async (...request: Parameters<Call>) => {
    try {
      await screen?.call(...request);
    } finally {
      await reload();
    }
  },
};
if (typeof window !== 'undefined')
  window.addEventListener(SIGNED_OUT, () => change({ waiting: [], isStuck: false, refused: [] }));

/** Takes up what a reload or another screen has left, and connects. Returns what closes it. */
function open(by: Pick<Screen, 'call' | 'username'>, show: number | undefined): () => void {
  const ends = new AbortController();
  const { signal } = ends;
  screen = { ...by, signal };
  change(withKept({ ...state, chosen: show }, readKept(), by.username));
  let connection = new AbortController();
  const start = () => {
    connection.abort();
    connection = new AbortController();
    void receiveUpdates(connection.signal, {
      since: () => undefined,
      receive,
      read: reload,
      onReached: setReached,
      pace: POLLING,
    });
  };
  start();
  void reload();
  addEventListener('online', start, { signal });
  addEventListener('offline', start, { signal });
  const look = () => document.hidden || void reload();
  const counting = setInterval(look, COUNT_INTERVAL);
  document.addEventListener('visibilitychange', look, { signal });
  return () => {
    connection.abort();
    clearInterval(counting);
    ends.abort();
    rest();
    screen = reading = undefined;
    change(UNREAD);
  };
}

/** Single-flight. Undefined when the server does not answer. */
function reload(): Promise<Answer | undefined> {
  const by = screen;
  if (!by) return Promise.resolve(undefined);
  reading ??= readDocument(by).finally(() => {
    if (screen === by) reading = undefined;
  });
  return reading;
}

async function readDocument({ call, signal }: Screen): Promise<Answer | undefined> {
  const { parts } = state.live;
  try {
    await new Promise((resolve) => setTimeout(resolve, TOGETHER));
    for (;;) {
      const before = state;
      const show = shownIn(before);
      const until = AbortSignal.any([signal, AbortSignal.timeout(readWithin)]);
      readWithin = Math.min(2 * readWithin, READ_TIMEOUT.atMost);
      const path = show === undefined ? PATH : `${PATH}?show=${show}`;
      const { data } = await call<Answered>('GET', path, { signal: until, background: true });
      readWithin = READ_TIMEOUT.first;
      setServerClock(data.live.now);
      const { live } = state;
      const after = withDocument(state, toDocument(data));
      change(after);
      // Events and choices during the read may be missing from it. Another server may be behind: a read that did not help is not repeated.
      const isRepeated = after.isBehind && (live !== before.live || after.document?.id !== before.document?.id);
      const isOther = shownIn(after) !== show && shownIn(after) !== after.document?.results?.show_id;
      if (!isRepeated && !isOther) return { isNews: after.live.parts !== parts };
    }
  } catch (error) {
    if (!signal.aborted) change({ problem: extractError(error) });
    return undefined;
  }
}

function receive(message: Message): void {
  if (message.now !== undefined) setServerClock(message.now);
  change(withMessage(state, message));
  // The state was read from a server that lagged behind.
  if (state.isBehind) void reload();
}

function setReached(isReached: boolean): void {
  const feed = isReached ? 'open' : 'lost';
  if (feed === state.feed) return;
  change({ feed });
  if (isReached) void send();
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

function read(): DeskState {
  return state;
}

function change(part: Partial<DeskState>): void {
  const before = state;
  state = { ...before, ...part };
  if (state.waiting !== before.waiting) storePresses(state.waiting);
  for (const listener of listeners) listener();
  const { live, document: known, isBehind } = state;
  const isNews = live.id !== before.live.id || live.parts !== before.live.parts || known?.id !== before.document?.id;
  if ((isBehind && isNews) || (known && shownIn(state) !== shownIn(before))) void reload();
}

/** The chosen show may be deleted meanwhile; one of a past edition is in no programme. */
function shownIn(desk: DeskState): number | undefined {
  const { chosen, document } = desk;
  const isThere = !document || document.results?.show_id === chosen || showOf(desk)?.id === chosen;
  return (isThere ? chosen : undefined) ?? showOf(desk)?.id;
}

function storePresses(presses: readonly Press[]): void {
  try {
    sessionStorage.setItem(KEPT_PRESSES, JSON.stringify(presses));
  } catch {
    // Storage is disabled: presses live as long as the page.
  }
}

function readKept(): Press[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT_PRESSES) ?? '[]') as Press[];
  } catch {
    return [];
  }
}
