import type { TopicMessage } from '../../../db/topics.ts';
import type { Message } from './document.ts';

export const ADDRESS = '/api/live';

export interface Source {
  /** Cursor: lists that changed since then are reported. */
  since: () => string | undefined;
  receive: (message: Message) => void;
  /** Polls the whole state and passes it on; undefined when the server does not respond. */
  read: (signal: AbortSignal) => Promise<Answer | undefined>;
  /** Whether the server was reached. */
  onReached?: (isReached: boolean) => void;
  pace: Pace;
}

export interface Answer {
  /** Whether it differs from the state received by events. */
  isNews: boolean;
  poll_seconds?: number;
}

/** In ms. */
interface Pace {
  /** Silence after which a poll checks for lost events: a connection may be dead without an error. Heartbeats come every 15 s. */
  silenceTimeout: number;
  /** Duration of polling before events are retried. */
  pollDuration: number;
  pollInterval: number;
  /** Reconnects at once; EventSource waits for the server's `retry`. */
  isEager: boolean;
}

/** Whether an event carries its state, or names a list that changed; by topic: the compiler finds a missing one. */
const CARRIES_STATE = {
  'watch-settings': true,
  'vote-settings': true,
  stage: true,
  urgent: true,
  results: true,
  news: false,
  'site-content': false,
} satisfies Record<TopicMessage['topic'], boolean>;
/** Without an event until then, a proxy buffers the stream. In ms. */
const FIRST_BYTE_TIMEOUT = 8000;
/** Two streams in a row that break sooner are cut by a proxy. In ms. */
const SHORT_LIFE = 20_000;

/** Receives events, with polling as fallback, until `signal` aborts. */
export async function receiveUpdates(signal: AbortSignal, source: Source): Promise<void> {
  const { pace, onReached } = source;
  const read = async () => {
    const answer = await source.read(signal);
    if (!signal.aborted) onReached?.(answer !== undefined);
    return answer;
  };
  while (!signal.aborted) {
    await receiveEvents(signal, { ...source, read });
    const until = performance.now() + withJitter(pace.pollDuration);
    do {
      if (signal.aborted) return;
      const answer = await read();
      const seconds = answer?.poll_seconds ?? pace.pollInterval / 1000;
      await pause(withJitter(seconds * 1000), signal);
    } while (performance.now() < until);
  }
}

/** Resolves on abort or when events fail: refused, silent or lost. */
function receiveEvents(signal: AbortSignal, { since, receive, read, onReached, pace }: Source): Promise<void> {
  return new Promise((resolve) => {
    const known = since();
    const source = new EventSource(known ? `${ADDRESS}?since=${known}` : ADDRESS);
    let clock: { now?: number; spread?: number } = {};
    let openedAt: number | undefined;
    let cuts = 0;
    const end = () => {
      clearTimeout(timer);
      source.close();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const probe = async () => {
      const started = timer;
      const answer = await read(signal);
      if (signal.aborted || source.readyState === EventSource.CLOSED) return;
      // An event arrived meanwhile and restarted the timer.
      if (timer !== started) return;
      if (answer ? answer.isNews : pace.isEager) return end();
      timer = setTimeout(probe, withJitter(pace.silenceTimeout));
    };
    let timer = setTimeout(end, FIRST_BYTE_TIMEOUT);
    const onEvent = ({ type, data, lastEventId: id }: MessageEvent<string>) => {
      clearTimeout(timer);
      timer = setTimeout(probe, withJitter(pace.silenceTimeout));
      if (type === 'clock') clock = JSON.parse(data);
      const carriesState = CARRIES_STATE[type as keyof typeof CARRIES_STATE];
      if (carriesState === undefined) receive({ id, ...clock });
      else receive(carriesState ? { id, ...clock, parts: { [type]: JSON.parse(data) } } : { id, ...clock, lists: id });
    };
    for (const name of ['clock', ...Object.keys(CARRIES_STATE)]) source.addEventListener(name, onEvent);
    source.addEventListener('open', () => {
      openedAt = performance.now();
      onReached?.(true);
    });
    source.addEventListener('error', () => {
      cuts = openedAt && performance.now() - openedAt < SHORT_LIFE ? cuts + 1 : 0;
      openedAt = undefined;
      if (pace.isEager || source.readyState === EventSource.CLOSED || cuts > 1) end();
    });
    signal.addEventListener('abort', end);
  });
}

/** Jitter: ± 25 %. */
function withJitter(duration: number): number {
  return duration * (0.75 + Math.random() / 2);
}

function pause(duration: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, duration);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
