import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';

/** As an init script: puts the clock of a page ahead, in ms. */
export function putClockAhead(shift: number): void {
  const Real = Date;
  const now = () => Real.now() + shift;
  globalThis.Date = new Proxy(Real, {
    construct: (target, parts: ConstructorParameters<DateConstructor>) =>
      (parts.length as number) === 0 ? new target(now()) : new target(...parts),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}

/** So many seconds on a page's own clock. None begins while it waits for an answer (of `origin`), which takes a time of its own. */
export async function passSeconds(page: Page, seconds: number, origin = ''): Promise<void> {
  const awaited = new Set<Request>();
  page.on('request', (request) => request.url().startsWith(origin) && awaited.add(request));
  page.on('requestfinished', (request) => awaited.delete(request));
  page.on('requestfailed', (request) => awaited.delete(request));
  for (let second = 0; second < seconds; second += 1) {
    await page.clock.runFor(1000);
    await expect.poll(() => awaited.size).toBe(0);
  }
}
