import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { Chance } from './operators.ts';
import { type Seat, UNTIL_CONNECTED } from './seats.ts';
import type { Site } from './site.ts';

export interface Disturbance {
  what: string;
  at: number;
}

const LASTS = [3000, 12_000] as const; // How long one lasts, in ms
const OFFLINE_FOR = 10_000; // ms

/** Each kind in turn, with calm between them, until `signal`. Gives those that were begun. */
export function disturb(
  { instances }: Site,
  seats: Seat[],
  chance: Chance,
  calm: readonly [number, number],
  signal: AbortSignal,
  say: (line: string) => void,
): Disturbance[] {
  const begun: Disturbance[] = [];
  const work = async () => {
    for (let round = 0; !signal.aborted; round += 1) {
      await sleep(chance.between(...calm), undefined, { signal });
      const instance = chance.of(instances);
      const seat = chance.of(seats.filter(({ page }) => page)) as Seat & { page: Page };
      const lasts = chance.between(...LASTS);
      const [what, act] = KINDS[round % KINDS.length] as (typeof KINDS)[number];
      begun.push({ what, at: Date.now() });
      say(`${what}: server ${instances.indexOf(instance)}, page ${seat.name}, ${lasts.toFixed(0)} ms`);
      await act({ instance, seat, seats, lasts }).catch((error) => say(`${what} has failed: ${error}`));
    }
  };
  work().catch((error) => signal.aborted || say(`the disturbances have ended: ${error}`));
  return begun;
}

interface Given {
  instance: Site['instances'][number];
  seat: Seat & { page: Page };
  seats: Seat[];
  lasts: number;
}

const KINDS: [string, (given: Given) => Promise<unknown>][] = [
  [
    'LISTEN cut',
    async ({ instance: { gate }, lasts }) => {
      gate.cut();
      await sleep(lasts);
      gate.mend();
    },
  ],
  [
    'page reloaded',
    async ({ seat }) => {
      await seat.page.reload();
      seat.since = Date.now();
    },
  ],
  [
    'server killed',
    async ({ instance, seats, lasts }) => {
      const its = seats.filter((seat) => seat.instance === instance);
      for (const seat of its) seat.since = UNTIL_CONNECTED;
      await instance.restart(lasts / 3);
      for (const seat of its) if (!seat.page) seat.since = Date.now();
    },
  ],
  [
    'page offline',
    async ({ seat: { page }, seats }) => {
      const context = page.context();
      await context.setOffline(true);
      for (const each of seats) if (each.page?.context() === context) each.since = UNTIL_CONNECTED;
      await sleep(OFFLINE_FOR);
      await context.setOffline(false);
    },
  ],
  [
    'LISTEN silent',
    async ({ instance: { gate }, lasts }) => {
      gate.deafen();
      await sleep(lasts);
      gate.mend();
    },
  ],
  [
    'page hidden',
    async ({ seat, lasts }) => {
      seat.since = Date.now() + lasts;
      await hide(seat.page, true);
      await sleep(lasts);
      await hide(seat.page, false);
      seat.since = Date.now();
    },
  ],
  ['queries cut', async ({ instance }) => instance.gate.cutQueries()],
];

function hide(page: Page, isHidden: boolean): Promise<void> {
  return page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
}
