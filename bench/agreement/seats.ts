import type { Browser, BrowserContext, Page } from 'playwright-core';
import { ADMIN, signIn } from '../../test/rig/server.ts';
import { type Facts, readPage, readServer } from './facts.ts';
import { BROADCAST, type Instance, type Site } from './site.ts';

/** What shows the live state: a page, a desk, or the API of a server. */
export interface Seat {
  name: string;
  instance: Instance;
  look: () => Promise<{ facts: Facts; behind: number }>; // `behind`: its own lag, in ms. Fails while it cannot be read.
  since: number; // From this moment (epoch ms) on it has to follow
  page?: Page;
}

export type Desk = Seat & { page: Page; isTouch: boolean };

/** `since` of a page that has to follow from its next connection on. */
export const UNTIL_CONNECTED = Number.POSITIVE_INFINITY;
const STREAM = /\/api\/live(\?since=[^&]*)?$/;
const [LAPTOP, PHONE] = [{ viewport: { width: 1366, height: 768 } }, { viewport: { width: 360, height: 740 } }];

/** Pages of the first server in browsers of their own, of the second in one: they share a connection and the lag of its /watch. */
export async function openPages(browser: Browser, { instances }: Site, addresses: string[]): Promise<Seat[]> {
  const seats: Seat[] = [];
  for (const [at, instance] of instances.entries()) {
    const look = async () => ({ facts: await readServer(instance.origin), behind: 0 });
    seats.push({ name: `${at} API`, instance, look, since: 0 });
    let context: BrowserContext | undefined;
    for (const address of addresses) {
      if (at === 0 || !context) context = await newContext(browser, instance, LAPTOP);
      seats.push(await openSeat(context, instance, `${at} ${address}`, address));
    }
  }
  return seats;
}

/** The administrator at a laptop on the first server, the broadcast at a phone on the second. */
export async function openDesks(browser: Browser, { instances }: Site): Promise<[Desk, Desk]> {
  const open = async (at: 0 | 1, account: typeof ADMIN, isTouch: boolean): Promise<Desk> => {
    const options = isTouch ? { ...PHONE, hasTouch: true } : LAPTOP;
    const token = await signIn(instances[at].origin, account);
    const context = await newContext(browser, instances[at], options, token);
    return { ...(await openSeat(context, instances[at], `${at} desk`, '/admin/live')), isTouch };
  };
  return [await open(0, ADMIN, false), await open(1, BROADCAST, true)];
}

/** One connection serves all pages of a browser: once there is a new one, they have to follow. */
export function followConnections(seats: Seat[]): void {
  for (const { page } of seats)
    page?.on('response', (response) => {
      if (!STREAM.test(response.url()) || !response.ok()) return;
      for (const seat of seats)
        if (seat.since === UNTIL_CONNECTED && seat.page?.context() === page.context()) seat.since = Date.now();
    });
}

function newContext(browser: Browser, { origin }: Instance, options: object, authToken?: string) {
  const stored = { cookieConsent: 'true', ...(authToken && { authToken }) };
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }));
  const storageState = { cookies: [], origins: [{ origin, localStorage }] };
  return browser.newContext({ ...options, reducedMotion: 'reduce', timezoneId: 'Europe/Moscow', storageState });
}

async function openSeat(context: BrowserContext, instance: Instance, name: string, address: string) {
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  page.setDefaultNavigationTimeout(60_000);
  await page.goto(instance.origin + address);
  return { name, instance, page, since: Date.now(), look: () => page.evaluate(readPage) };
}
