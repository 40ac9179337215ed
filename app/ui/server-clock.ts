/** Server's time minus `performance.now()`, which runs evenly whatever the visitor's clock shows. In ms. */
let origin: number | undefined;

/** The moment of the server's clock (ms since 1970), as far as it is known; else the visitor's own. */
export function serverNow(): number {
  return origin === undefined ? Date.now() : origin + performance.now();
}

/** Takes a moment that the server has just told. On its way it has become older: of several the latest is the best. */
export function setServerClock(moment: number): void {
  origin = Math.max(origin ?? Number.NEGATIVE_INFINITY, moment - performance.now());
}

/** Asks for the server's time, unless it is known already. Its header leaves out the part of a second: half of one is right on average. */
export async function askServerClock(): Promise<void> {
  if (origin !== undefined) return;
  const answer = await fetch('/healthz', { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  const moment = Date.parse(answer?.headers.get('Date') ?? '');
  if (!Number.isNaN(moment) && origin === undefined) origin = moment + 500 - performance.now();
}

/** A device that slept has stopped `performance.now()`. */
export function forgetServerClock(): void {
  origin = undefined;
}
