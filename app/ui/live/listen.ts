import { isSameState, type LiveState } from './live.ts';

/** What a page is told. */
export interface Message {
  /** To be shown. */
  state?: LiveState;
  /** The moment (ms, server's clock) of the last change of lists. */
  lists?: number;
  /** The server's clock (ms). */
  clock?: number;
}
type Tell = (message: Message) => void;

const ADDRESS = '/api/live';
/** A stream that says nothing for so long is held back by something on the way. In ms. */
const FIRST_WORD_WITHIN = 8000;
/** A silent stream may have been lost without a word: so often it is looked whether something was missed. In ms. */
const DOUBT_AFTER = 90_000;
/** How often the state is asked for when the server does not say, and for how long before events are tried again. In ms. */
const POLL_EVERY = 15_000;
const POLL_FOR = 120_000;

/** Listens until `signal` ends it: to events, and where they cannot be had by asking again and again. */
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

/**
 * Ends when the signal does, or when there are no events to be had: refused, silent, or lost without a word. A lost stream the browser
 * asks for again by itself.
 */
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
      if (type !== 'watch-settings' && type !== 'vote-settings') return tell({ lists });
      const state = { [type]: JSON.parse(data) };
      heard = { ...heard, ...state };
      tell({ state, clock, lists });
    };
    for (const name of ['watch-settings', 'vote-settings', 'news', 'site-content']) source.addEventListener(name, hear);
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

function stateIn(answer: Poll): LiveState {
  return { 'watch-settings': answer['watch-settings'], 'vote-settings': answer['vote-settings'] };
}

async function poll(signal: AbortSignal): Promise<Poll | undefined> {
  try {
    const answer = await fetch(`${ADDRESS}?poll`, { signal });
    return answer.ok ? ((await answer.json()) as Poll) : undefined;
  } catch {
    return undefined;
  }
}

/** Not everybody at once. */
function around(duration: number): number {
  return duration * (0.75 + Math.random() / 2);
}

function pause(duration: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, duration);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
