import type { LiveState } from '../live.ts';
import { forgetServerClock } from '../server-clock.ts';
import { listen, type Message } from './listen.ts';

const NAME = 'rampa.live';
/** A clock that jumps so far between two looks has slept. In ms. */
const SLEPT = 20_000;
const LOOK_EVERY = 5000;

/**
 * Hears of changes over one connection for all visible tabs of the browser, and over none while all are hidden: the tab that holds
 * the lock listens and tells the others. Gives the function that ends it.
 */
export function connect(take: (message: Message) => void): () => void {
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(NAME) : undefined;
  const known: LiveState = {};
  let hearing: AbortController | undefined;
  let isSource = false;

  function tell(message: Message): void {
    if ('state' in message) Object.assign(known, message.state);
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
    // Without locks, which only secure pages have, each tab has a connection of its own.
    if (!channel || !navigator.locks) return void lead(signal);
    channel.postMessage('asks');
    // A tab that is hidden while it waits for its turn gives up its place.
    navigator.locks.request(NAME, { signal }, () => lead(signal)).catch(() => {});
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
      else if (isSource) channel.postMessage({ state: known });
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
  start();
  return () => {
    clearInterval(watch);
    document.removeEventListener('visibilitychange', turn);
    removeEventListener('online', restart);
    stop();
    channel?.close();
  };
}
