import type { LiveState } from '../live.ts';

/** State to show; lists that are worth reading again; what the server's clock says. */
export type Message = { state: LiveState } | { lists: true } | { clock: number };
type Tell = (message: Message) => void;

const ADDRESS = '/api/live';
/** A stream that says nothing for so long is held back by something on the way. In ms. */
const FIRST_WORD_WITHIN = 8000;
/** How often the state is asked for when the server does not say, and for how long before events are tried again. In ms. */
const POLL_EVERY = 15_000;
const POLL_FOR = 120_000;

/** Listens until `signal` ends it: to events, and where they cannot be had by asking again and again. */
export async function listen(signal: AbortSignal, tell: Tell): Promise<void> {
  for (let lists: string | undefined; !signal.aborted; ) {
    await hearEvents(signal, tell);
    const until = Date.now() + POLL_FOR * (0.75 + Math.random() / 2);
    while (!signal.aborted && Date.now() < until) {
      const answer = await poll(signal);
      if (answer) {
        tell({ state: { 'watch-settings': answer['watch-settings'], 'vote-settings': answer['vote-settings'] } });
        if (lists !== undefined && lists !== answer.lists) tell({ lists: true });
        lists = answer.lists;
      }
      await pause((answer?.poll_seconds ?? POLL_EVERY / 1000) * 1000 * (0.75 + Math.random() / 2), signal);
    }
  }
}

/** Ends when the signal does, or when there are no events to be had: refused, or silent. A lost stream the browser asks for again by itself. */
function hearEvents(signal: AbortSignal, tell: Tell): Promise<void> {
  return new Promise((resolve) => {
    const source = new EventSource(ADDRESS);
    let wasLost = false;
    const end = () => {
      clearTimeout(silence);
      source.close();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const silence = setTimeout(end, FIRST_WORD_WITHIN);
    const hearState = ({ type, data, lastEventId }: MessageEvent<string>) => {
      clearTimeout(silence);
      const [, clock] = /-(\d+)$/.exec(lastEventId) ?? [];
      if (clock) tell({ clock: Number(clock) });
      tell({ state: { [type]: JSON.parse(data) } });
    };
    const hearList = () => tell({ lists: true });
    source.addEventListener('watch-settings', hearState);
    source.addEventListener('vote-settings', hearState);
    source.addEventListener('news', hearList);
    source.addEventListener('site-content', hearList);
    // A server that was away may have forgotten what was missed.
    source.addEventListener('open', () => wasLost && hearList());
    source.addEventListener('error', () => {
      wasLost = true;
      if (source.readyState === EventSource.CLOSED) end();
    });
    signal.addEventListener('abort', end);
  });
}

interface Poll extends Required<LiveState> {
  lists: string;
  poll_seconds: number;
}

async function poll(signal: AbortSignal): Promise<Poll | undefined> {
  try {
    const answer = await fetch(`${ADDRESS}?poll`, { signal });
    return answer.ok ? ((await answer.json()) as Poll) : undefined;
  } catch {
    return undefined;
  }
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
