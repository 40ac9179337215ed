/** Server's time minus `performance.now()`, which runs evenly whatever the visitor's clock shows. In ms. */
let origin: number | undefined;
/** Whether an event told it, and not only a header, which leaves out the part of a second. */
let isExact = false;
/** Whether it may be behind. */
let isStale = false;
const listeners = new Set<() => void>();

/** The moment of the server's clock (ms since 1970), as far as it is known; else the visitor's own. */
export function serverNow(): number {
  return knownServerNow() ?? Date.now();
}

/** The same, undefined while it is not known. */
export function knownServerNow(): number | undefined {
  return origin === undefined ? undefined : origin + performance.now();
}

/** Whether the server tells this page the time, and so would tell everything else too. */
export function isClockTold(): boolean {
  return isExact;
}

/** Takes a moment that the server has just told. On its way it has become older: of several the latest is the best. */
export function setServerClock(moment: number): void {
  const told = moment - performance.now();
  if (isExact && origin !== undefined && told <= origin) return;
  isExact = true;
  set(told);
}

/** Asks for the server's time, unless it is known already. Its header leaves out the part of a second: half of one is right on average. */
export async function askServerClock(): Promise<void> {
  if (origin !== undefined && !isStale) return;
  const answer = await fetch('/healthz', { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  const moment = Date.parse(answer?.headers.get('Date') ?? '');
  if (!Number.isNaN(moment) && (origin === undefined || isStale)) set(moment + 500 - performance.now());
}

function set(to: number): void {
  origin = to;
  isStale = false;
  for (const listener of listeners) listener();
}

/** Calls `changed` when the server's clock has become known better. Gives the function that ends it. */
export function onServerClock(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** A device that slept has stopped `performance.now()`: what was known is behind by as long. */
export function forgetServerClock(): void {
  isExact = false;
  isStale = true;
  void askServerClock();
}
