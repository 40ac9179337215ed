import { forgetServerClock, knownServerNow, setServerClock } from '../time/server-clock.ts';
import { endWaiting, followWatch, openChannel } from './behind.ts';
import { type LiveDocument, type Message, type Poll, take, toMessage } from './document.ts';
import { knownDocument, put, setAsking } from './live.ts';
import { ADDRESS, type Answer, follow } from './stream.ts';
import { setSpread } from './use-read-again.ts';

const NAME = 'rampa.live';
/** A timer gap above this means the device slept. In ms. */
const SLEEP_GAP = 20_000;
const CHECK_INTERVAL = 5000;
/** Silence, in ms, after which another tab asks: a dialog stops the leader, which keeps its lock. The leader hears a heartbeat every 15 s, or polls every 37 s. */
const LEADER_TIMEOUT = 45_000;
const POLLING = { doubtAfter: 90_000, readFor: 120_000, readEvery: 15_000, isEager: false };

type ChannelMessage = Message | 'asks' | { known: LiveDocument; now: number | undefined };

/** One connection for all visible tabs, none while all are hidden: a leader by Web Lock, others by BroadcastChannel. */
export function connect(): () => void {
  const channel = openChannel(NAME);
  let connection: AbortController | undefined;
  let isSource = false;
  let heardAt = performance.now();

  function hear(message: Message): void {
    heardAt = performance.now();
    receive(message);
  }

  function publish(message: Message): void {
    hear(message);
    channel?.postMessage(message);
  }

  async function lead(signal: AbortSignal): Promise<void> {
    isSource = true;
    const since = () => knownDocument().lists;
    await follow(signal, { since, receive: publish, read: () => poll(publish, signal), pace: POLLING });
    isSource = false;
  }

  function start(): void {
    if (document.hidden || connection) return;
    connection = new AbortController();
    const { signal } = connection;
    // Web Locks need a secure context: without them each tab has its own connection.
    if (!channel || !navigator.locks) return void lead(signal);
    channel.postMessage('asks' satisfies ChannelMessage);
    // Hidden tabs abort the lock request; a browser with storage disabled may refuse it.
    navigator.locks
      .request(NAME, { signal }, () => lead(signal))
      .catch(() => {
        if (!signal.aborted) void lead(signal);
      });
  }

  function stop(): void {
    connection?.abort();
    connection = undefined;
  }

  function restart(): void {
    stop();
    start();
  }

  if (channel)
    channel.onmessage = ({ data }: MessageEvent<ChannelMessage>) => {
      if (data !== 'asks') return 'known' in data ? adopt(data.known, data.now) : hear(data);
      if (isSource) channel.postMessage({ known: knownDocument(), now: knownServerNow() } satisfies ChannelMessage);
    };
  const turn = () => (document.hidden ? stop() : start());
  let checkedAt = Date.now();
  const watch = setInterval(() => {
    const hasSlept = Date.now() - checkedAt > SLEEP_GAP;
    checkedAt = Date.now();
    if (hasSlept) {
      forgetServerClock();
      restart();
    } else if (connection && !isSource && performance.now() - heardAt > LEADER_TIMEOUT) {
      heardAt = performance.now();
      void poll(publish, connection.signal);
    }
  }, CHECK_INTERVAL);
  document.addEventListener('visibilitychange', turn);
  addEventListener('online', restart);
  const stopFollowing = followWatch();
  setAsking(() => void poll(receive));
  start();
  return () => {
    clearInterval(watch);
    document.removeEventListener('visibilitychange', turn);
    removeEventListener('online', restart);
    stopFollowing();
    stop();
    channel?.close();
  };
}

function receive(message: Message): void {
  const { now, spread } = message;
  if (spread !== undefined) setSpread(spread);
  if (now !== undefined) setServerClock(now);
  put(take(knownDocument(), message));
  endWaiting();
}

/** What another tab of this browser knows. */
function adopt(known: LiveDocument, now: number | undefined): void {
  const { id, parts, lists } = known;
  const before = knownDocument();
  if (id) receive({ id, now, parts, ...(lists && { lists }) });
  if (before.id === undefined) put({ ...known, lists: knownDocument().lists });
}

/** Reads the whole state; undefined when the server does not answer. */
async function poll(publish: (message: Message) => void, signal?: AbortSignal): Promise<Answer | undefined> {
  try {
    const answer = await fetch(`${ADDRESS}?poll`, { ...(signal && { signal }) });
    if (!answer.ok) return undefined;
    const read = (await answer.json()) as Poll;
    const { parts } = knownDocument();
    publish(toMessage(read));
    return { isNews: knownDocument().parts !== parts, poll_seconds: read.poll_seconds };
  } catch {
    return undefined;
  }
}
