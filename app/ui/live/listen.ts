import type { Announcement } from '../../../db/announcements.ts';
import type { LiveState } from './live.ts';
import { isSameState } from './same-state.ts';

export interface Message {
  state?: LiveState;
  /** Time of the last change of a list, by the server's clock, in ms. */
  lists?: number;
  /** Server's clock, in ms. */
  clock?: number;
}
type Tell = (message: Message) => void;

const ADDRESS = '/api/live';
/** Whether an event carries its state, or names a list that changed; by topic: the compiler finds a missing one. */
const CARRIES_STATE = {
  'watch-settings': true,
  'vote-settings': true,
  stage: true,
  urgent: true,
  results: true,
  news: false,
  'site-content': false,
} satisfies Record<Announcement['topic'], boolean>;
/** Without an event until then, a proxy buffers the stream. In ms. */
const FIRST_WORD_WITHIN = 8000;
/** Silence after which a poll checks for lost events. In ms. */
const DOUBT_AFTER = 90_000;
/** Polling interval unless the server sends one, and its duration before events are retried. In ms. */
const POLL_EVERY = 15_000;
const POLL_FOR = 120_000;

/** Receives events, with polling as fallback, until `signal` aborts. */
export async function listen(signal: AbortSignal, tell: Tell): Promise<void> {
  while (!signal.aborted) {
    await hearEvents(signal, tell);
    const until = performance.now() + around(POLL_FOR);
    while (!signal.aborted && performance.now() < until) {
      const answer = await poll(signal);
      if (answer) tell(toMessage(answer));
      await pause(around((answer?.poll_seconds ?? POLL_EVERY / 1000) * 1000), signal);
    }
  }
}

/** Resolves on abort or when events fail: refused, silent or lost. EventSource reconnects by itself. */
function hearEvents(signal: AbortSignal, tell: Tell): Promise<void> {
  return new Promise((resolve) => {
    const source = new EventSource(ADDRESS);
    let doubt: ReturnType<typeof setTimeout>;
    let heard: LiveState = {};
    const end = () => {
      clearTimeout(doubt);
      source.close();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const look = async () => {
      const answer = await poll(signal);
      if (signal.aborted || source.readyState === EventSource.CLOSED) return;
      if (answer) tell(toMessage(answer));
      if (answer && !isSameState(stateIn(answer), heard)) return end();
      doubt = setTimeout(look, around(DOUBT_AFTER));
    };
    doubt = setTimeout(end, FIRST_WORD_WITHIN);
    const hear = ({ type, data, lastEventId }: MessageEvent<string>) => {
      clearTimeout(doubt);
      doubt = setTimeout(look, around(DOUBT_AFTER));
      const [, clock, lists] = lastEventId.split('-').map(Number);
      if (!CARRIES_STATE[type as keyof typeof CARRIES_STATE]) return tell({ lists });
      const state = { [type]: JSON.parse(data) };
      heard = { ...heard, ...state };
      tell({ state, clock, lists });
    };
    for (const name of Object.keys(CARRIES_STATE)) source.addEventListener(name, hear);
    source.addEventListener('error', () => source.readyState === EventSource.CLOSED && end());
    signal.addEventListener('abort', end);
  });
}

interface Poll extends Required<LiveState> {
  lists: string;
  poll_seconds: number;
}

function toMessage(answer: Poll): Message {
  return { state: stateIn(answer), lists: Number(answer.lists) };
}

function stateIn({ lists: _lists, poll_seconds: _seconds, ...state }: Poll): LiveState {
  return state;
}

async function poll(signal: AbortSignal): Promise<Poll | undefined> {
  try {
    const answer = await fetch(`${ADDRESS}?poll`, { signal });
    return answer.ok ? ((await answer.json()) as Poll) : undefined;
  } catch {
    return undefined;
  }
}

/** Jitter: ± 25 %. */
function around(duration: number): number {
  return duration * (0.75 + Math.random() / 2);
}

function pause(duration: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, duration);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
