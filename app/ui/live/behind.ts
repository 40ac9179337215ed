import { serverNow } from '../time/server-clock.ts';
import { partsAt } from './document.ts';
import { knownDocument, setMoment } from './live.ts';

const NAME = 'rampa.behind';
/** Expiry of a delay that is not repeated, in s. */
const LIFETIME = 120;
/** Grace period after /watch was closed, in ms: a reload, on a crowded network too, is no end. */
const LEAVE_DELAY = 15_000;
const PUBLISH_INTERVAL = 60; // s
/** Longest delay that other tabs follow, in s: a paused player is ignored. */
const MAX_DELAY = 3600;

/** Seconds, 0 when the picture is gone. */
type Message = number | 'asks';

/** Follows the clock of /watch in another tab of this browser. Returns the stop function. */
export function followWatch(): () => void {
  const channel = openChannel(NAME);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const forget = () => apply(0);
  const follow = (seconds: number) => {
    clearTimeout(timer);
    if (seconds > 0) apply(seconds);
    timer = setTimeout(forget, seconds > 0 ? LIFETIME * 1000 : LEAVE_DELAY);
  };
  if (channel) channel.onmessage = ({ data }: MessageEvent<Message>) => data !== 'asks' && follow(data);
  channel?.postMessage('asks' satisfies Message);
  return () => {
    clearTimeout(timer);
    channel?.close();
    forget();
  };
}

/** Publishes the delay of this player (`behindNow`, ms) to all tabs. Returns the stop function. */
export function publishLag(behindNow: () => number): () => void {
  const channel = openChannel(NAME);
  let published = { seconds: 0, at: 0 };
  let unlock: (() => void) | undefined;
  const publish = (seconds: number) => {
    if (seconds === 0) unlock?.();
    unlock = seconds === 0 ? undefined : (unlock ?? lock());
    published = { seconds, at: performance.now() };
    apply(seconds);
    channel?.postMessage(seconds satisfies Message);
  };
  const look = () => {
    const seconds = Math.ceil(Math.max(0, behindNow()) / 1000);
    const next = seconds > MAX_DELAY ? 0 : seconds;
    const isDue = next > 0 && performance.now() - published.at > PUBLISH_INTERVAL * 1000;
    if (next !== published.seconds || isDue) publish(next);
  };
  // Answers a new tab, and a /watch that closed or has no delay: this one still has its own.
  const isMissed = (data: Message) => data === 'asks' || (data === 0 && published.seconds > 0);
  if (channel)
    channel.onmessage = ({ data }: MessageEvent<Message>) => isMissed(data) && channel.postMessage(published.seconds);
  const leave = () => published.seconds > 0 && publish(0);
  const timer = setInterval(look, 1000);
  look();
  addEventListener('pagehide', leave);
  return () => {
    clearInterval(timer);
    removeEventListener('pagehide', leave);
    leave();
    channel?.close();
  };
}

/** Tells a new page that an answer will come, however busy this one is (`waitForWatch`). Returns the end. */
function lock(): () => void {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  navigator.locks?.request(NAME, { mode: 'shared' }, () => held).catch(() => {});
  return release;
}

/** `data-behind`, in ms: revalidation waits as long. */
function apply(seconds: number): void {
  const { dataset } = document.documentElement;
  if (seconds > 0) dataset.behind = String(seconds * 1000);
  else delete dataset.behind;
  setMoment(seconds > 0 ? () => serverNow() - seconds * 1000 : undefined, partsAt);
  endWaiting();
}

/** Shows what was hidden until the viewer's second (`waitForWatch`), once that and the state are known. */
export function endWaiting(): void {
  const { dataset } = document.documentElement;
  if (dataset.behind && knownDocument().id) delete dataset.waits;
}

/** Undefined when not supported or storage is disabled. */
export function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}
