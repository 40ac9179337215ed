import { isSame } from '../../../model/compare.ts';
import { serverNow } from '../time/server-clock.ts';
import { partsAt } from './document.ts';
import { newestDocument, setMoment } from './live.ts';

const NAME = 'rampa.behind';
/** Expiry of a delay that is not repeated, in s. */
const LIFETIME = 120;
/** Grace period after /watch was closed, in ms: a reload, on a crowded network too, is no end. */
const LEAVE_DELAY = 15_000;
const PUBLISH_INTERVAL = 60; // s
/** Longest delay that other tabs follow, in s: a paused player is ignored. */
const MAX_DELAY = 3600;
const GONE = { seconds: 0, isStopped: false } satisfies Lag;

interface Lag {
  seconds: number; // 0: no player
  isStopped: boolean; // The delay grows while stopped
}

type Message = Lag | 'asks';

/** Follows the clock of /watch in another tab of this browser. Returns the stop function. */
export function followWatch(): () => void {
  const channel = openChannel(NAME);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const forget = () => apply(GONE);
  const follow = (lag: Lag) => {
    clearTimeout(timer);
    if (lag.seconds > 0) apply(lag);
    timer = setTimeout(forget, lag.seconds > 0 ? LIFETIME * 1000 : LEAVE_DELAY);
  };
  if (channel) channel.onmessage = ({ data }: MessageEvent<Message>) => data !== 'asks' && follow(data);
  channel?.postMessage('asks' satisfies Message);
  if (!document.documentElement.dataset.behind) forget();
  return () => {
    clearTimeout(timer);
    channel?.close();
    forget();
  };
}

/** Publishes the delay of this player (`behindNow`, ms; undefined: not known yet) to all tabs. Returns the stop function. */
export function publishLag(behindNow: () => number | undefined, isStopped: () => boolean): () => void {
  const channel = openChannel(NAME);
  let published: Lag | undefined;
  let publishedAt = 0;
  let unlock: (() => void) | undefined;
  const publish = (lag: Lag) => {
    if (lag.seconds === 0) unlock?.();
    unlock = lag.seconds === 0 ? undefined : (unlock ?? lock());
    [published, publishedAt] = [lag, performance.now()];
    apply(lag);
    channel?.postMessage(lag satisfies Message);
    dispatchEvent(new Event(NAME));
  };
  const publishIfChanged = () => {
    const behind = behindNow();
    if (behind === undefined) return;
    const seconds = Math.ceil(Math.max(0, behind) / 1000);
    const next = seconds === 0 || seconds > MAX_DELAY ? GONE : { seconds, isStopped: isStopped() };
    const isDue = next !== GONE && performance.now() - publishedAt > PUBLISH_INTERVAL * 1000;
    if (!isSame(next, published) || isDue) publish(next);
  };
  // Another tab asks, or another /watch closed or has no delay: this one republishes its own delay.
  const isMissed = (data: Message) => data === 'asks' || (data.seconds === 0 && published !== GONE);
  if (channel)
    channel.onmessage = ({ data }: MessageEvent<Message>) =>
      published && isMissed(data) && channel.postMessage(published);
  const leave = () => published && published !== GONE && publish(GONE);
  const timer = setInterval(publishIfChanged, 1000);
  publishIfChanged();
  addEventListener('pagehide', leave);
  return () => {
    clearInterval(timer);
    removeEventListener('pagehide', leave);
    leave();
    channel?.close();
  };
}

/** Holds a lock that promises new pages an answer, however busy this one is (`waitForWatch`). Returns the release function. */
function lock(): () => void {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  navigator.locks?.request(NAME, { mode: 'shared' }, () => held).catch(() => {});
  return release;
}

/** `data-behind`, in ms, is for `endWaiting`. */
function apply({ seconds, isStopped }: Lag): void {
  const { dataset } = document.documentElement;
  const stopped = serverNow();
  if (seconds > 0) dataset.behind = String(seconds * 1000);
  else delete dataset.behind;
  const now = () => (isStopped ? stopped : serverNow());
  setMoment(seconds > 0 ? () => now() - seconds * 1000 : undefined, partsAt);
  endWaiting();
}

/** Shows what `waitForWatch` has hidden, once the viewer's second and the state are known. */
export function endWaiting(): void {
  const { dataset } = document.documentElement;
  if (dataset.behind && newestDocument().id) delete dataset.waits;
}

/** Undefined when not supported or storage is disabled. */
export function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}
