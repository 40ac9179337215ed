/** Server time minus `performance.now()`, which is monotonic. In ms. */
let origin: number | undefined;
/** Set by an event; a Date header has whole seconds only. */
let isExact = false;
/** Whether the time is out of date: after sleep. */
let isStale = false;
const listeners = new Set<() => void>();

/** Server time, in ms since 1970; the local clock while unknown. */
export function serverNow(): number {
  return serverNowIfKnown() ?? Date.now();
}

export function serverNowIfKnown(): number | undefined {
  return origin === undefined ? undefined : origin + performance.now();
}

/** Whether live events work. */
export function isClockExact(): boolean {
  return isExact;
}

/** Sets a time sent by the server. Latency makes it late, so the highest value wins. */
export function setServerClock(moment: number): void {
  const offset = moment - performance.now();
  if (isExact && origin !== undefined && offset <= origin) return;
  isExact = true;
  set(offset);
}

let request: Promise<void> | undefined;

/** Single-flight. The Date header has whole seconds: + 0.5 s on average. */
function requestServerTime(): Promise<void> {
  request ??= fetch('/healthz', { method: 'HEAD', cache: 'no-store' })
    .catch(() => undefined)
    .then((answer) => {
      request = undefined;
      const moment = Date.parse(answer?.headers.get('Date') ?? '');
      if (!Number.isNaN(moment) && (origin === undefined || isStale)) set(moment + 500 - performance.now());
    });
  return request;
}

function set(to: number): void {
  origin = to;
  isStale = false;
  for (const listener of listeners) listener();
}

/** Calls `changed` once the server time is known or the request failed, and when it becomes more exact. Returns the stop function. */
export function subscribeToServerClock(changed: () => void): () => void {
  listeners.add(changed);
  if (origin === undefined) void requestServerTime().then(() => listeners.has(changed) && changed());
  else changed();
  return () => listeners.delete(changed);
}

/** After sleep, which stops `performance.now()`. */
export function expireServerClock(): void {
  isExact = false;
  isStale = true;
  void requestServerTime();
}
