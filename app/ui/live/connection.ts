import { expireServerClock, serverNowIfKnown, setServerClock } from '../time/server-clock.ts';
import { endWaiting, followWatch, openChannel } from './behind.ts';
import { applyMessage, type LiveDocument, type Message, type Poll, toMessage } from './document.ts';
import { newestDocument, setDocument, setPoll } from './live.ts';
import { ADDRESS, type Answer, receiveUpdates } from './stream.ts';
import { setSpread } from './use-read-again.ts';

const NAME = 'rampa.live';
/** A timer gap above this means the device slept. In ms. */
const SLEEP_GAP = 20_000;
const CHECK_INTERVAL = 5000;
/** In ms; after it another tab polls: a native dialog blocks the leader, which keeps its lock. The leader gets heartbeats every 15 s, or polls every 37 s. */
const LEADER_TIMEOUT = 45_000;
const POLLING = { silenceTimeout: 90_000, pollDuration: 120_000, pollInterval: 15_000, isEager: false };

type ChannelMessage = Message | 'asks' | { known: LiveDocument; now: number | undefined };

/** One connection for all visible tabs, none while all are hidden: a leader by Web Lock, others by BroadcastChannel. */
export function connect(): () => void {
  const channel = openChannel(NAME);
  let connection: AbortController | undefined;
  let isSource = false;
  let lastMessageAt = performance.now();

  function accept(message: Message): void {
    lastMessageAt = performance.now();
    receive(message);
  }

  function publish(message: Message): void {
    accept(message);
    channel?.postMessage(message);
  }

  async function lead(signal: AbortSignal): Promise<void> {
    isSource = true;
    const since = () => newestDocument().lists;
    await receiveUpdates(signal, { since, receive: publish, read: () => poll(publish, signal), pace: POLLING });
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
      if (data !== 'asks') return 'known' in data ? adopt(data.known, data.now) : accept(data);
      if (isSource) channel.postMessage({ known: newestDocument(), now: serverNowIfKnown() } satisfies ChannelMessage);
    };
  const turn = () => (document.hidden ? stop() : start());
  let checkedAt = Date.now();
  const watch = setInterval(() => {
    const hasSlept = Date.now() - checkedAt > SLEEP_GAP;
    checkedAt = Date.now();
    if (hasSlept) {
      expireServerClock();
      restart();
    } else if (connection && !isSource && performance.now() - lastMessageAt > LEADER_TIMEOUT) {
      lastMessageAt = performance.now();
      void poll(publish, connection.signal);
    }
  }, CHECK_INTERVAL);
  document.addEventListener('visibilitychange', turn);
  addEventListener('online', restart);
  const stopFollowing = followWatch();
  setPoll(() => void poll(receive));
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
  setDocument(applyMessage(newestDocument(), message));
  endWaiting();
}

/** Applies the state of another tab of this browser. */
function adopt(known: LiveDocument, now: number | undefined): void {
  const { id, parts, lists } = known;
  const before = newestDocument();
  if (id) receive({ id, now, parts, ...(lists && { lists }) });
  if (before.id === undefined) setDocument({ ...known, lists: newestDocument().lists });
}

/** Polls the whole state; undefined when the server does not respond. */
async function poll(publish: (message: Message) => void, signal?: AbortSignal): Promise<Answer | undefined> {
  try {
    const answer = await fetch(`${ADDRESS}?poll`, { ...(signal && { signal }) });
    if (!answer.ok) return undefined;
    const read = (await answer.json()) as Poll;
    const { parts } = newestDocument();
    publish(toMessage(read));
    return { isNews: newestDocument().parts !== parts, poll_seconds: read.poll_seconds };
  } catch {
    return undefined;
  }
}
