import { forgetServerClock, knownServerNow } from '../time/server-clock.ts';
import { listen, type Message } from './listen.ts';
import { keepPageOffline } from './offline.ts';

const NAME = 'rampa.live';
/** A timer gap above this means the device slept. In ms. */
const SLEPT = 20_000;
const LOOK_EVERY = 5000;

/** One connection for all visible tabs, none while all are hidden: a leader by Web Lock, others by BroadcastChannel. */
export function connect(take: (message: Message) => void): () => void {
  const channel = openChannel();
  let known: Message = {};
  let hearing: AbortController | undefined;
  let isSource = false;

  function tell(message: Message): void {
    known = { ...known, ...message, state: { ...known.state, ...message.state } };
    take(message);
    channel?.postMessage(message);
  }

  async function lead(signal: AbortSignal): Promise<void> {
    isSource = true;
    await listen(signal, tell);
    isSource = false;
  }

  function start(): void {
    if (document.hidden || hearing) return;
    hearing = new AbortController();
    const { signal } = hearing;
    // Web Locks need a secure context: without them each tab has its own connection.
    if (!channel || !navigator.locks) return void lead(signal);
    channel.postMessage('asks');
    // Hidden tabs abort the lock request; a browser with storage disabled may refuse it.
    navigator.locks
      .request(NAME, { signal }, () => lead(signal))
      .catch(() => {
        if (!signal.aborted) void lead(signal);
      });
  }

  function stop(): void {
    hearing?.abort();
    hearing = undefined;
  }

  function restart(): void {
    stop();
    start();
  }

  if (channel)
    channel.onmessage = ({ data }: MessageEvent<Message | 'asks'>) => {
      if (data !== 'asks') take(data);
      else if (isSource && known.state) channel.postMessage({ ...known, clock: knownServerNow() });
    };
  const turn = () => (document.hidden ? stop() : start());
  let looked = Date.now();
  const watch = setInterval(() => {
    const hasSlept = Date.now() - looked > SLEPT;
    looked = Date.now();
    if (!hasSlept) return;
    forgetServerClock();
    restart();
  }, LOOK_EVERY);
  document.addEventListener('visibilitychange', turn);
  addEventListener('online', restart);
  const leavePage = keepPageOffline();
  start();
  return () => {
    clearInterval(watch);
    document.removeEventListener('visibilitychange', turn);
    removeEventListener('online', restart);
    leavePage();
    stop();
    channel?.close();
  };
}

/** Undefined when not supported or storage is disabled. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(NAME);
  } catch {
    return undefined;
  }
}
