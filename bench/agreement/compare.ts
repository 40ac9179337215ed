import { setTimeout as sleep } from 'node:timers/promises';
import type { Disturbance } from './disturbances.ts';
import { type Facts, readTruth } from './facts.ts';
import type { Press } from './operators.ts';
import type { Seat } from './seats.ts';
import type { Site } from './site.ts';

export interface Difference {
  page: string;
  wrong: Record<string, string>; // Name of each fact that was wrong: what was shown, and what was right
  lag: number; // Of the page, in ms
  pressed: string[];
  disturbances: string[];
  agreedAfter?: number; // In ms; undefined when it had to be reloaded
}

const SETTLES_WITHIN = 15_000; // In ms, beside the own lag of a page
const PACE = 6100; // A board shows one step in so many ms
const CONNECTS_WITHIN = 45_000; // Reconnection of a page after its server was killed: `retry` is at most 30 s. In ms.
const GIVE_UP_AFTER = 60_000; // ms
const PRESSED_WITHIN = 10_000; // ms
const LOOK_EVERY = 250; // ms

/** Looks at all seats until each shows what the database says. */
export async function compare(
  { db, instances }: Pick<Site, 'db' | 'instances'>,
  seats: Seat[],
  own: string,
  happened: { presses: Press[]; disturbances: Disturbance[] },
) {
  const from = Date.now();
  let truth = await readTruth(db, own);
  let changed = from;
  const open = new Map<Seat, { lag: number; wrong: Record<string, string>; difference?: Difference }>();
  const settled = new Map<Seat, number>();
  const differences: Difference[] = [];
  for (const seat of seats) open.set(seat, { lag: 0, wrong: {} });
  const lookAt = async (seat: Seat) => {
    const known = open.get(seat);
    const read = await seat.look().catch(() => undefined);
    const now = Date.now();
    if (!known) return;
    if (read) {
      known.wrong = wrongIn(read.facts, truth.facts);
      known.lag = Math.max(known.lag, read.behind + PACE * missingSteps(read.facts, truth.steps));
    }
    const took = now - Math.max(from, changed, Math.min(seat.since, from + CONNECTS_WITHIN)) - known.lag;
    const { difference } = known;
    if (read && Object.keys(known.wrong).length === 0) {
      settled.set(seat, Math.max(0, took));
      open.delete(seat);
      if (difference) difference.agreedAfter = took;
    } else if (!difference && took > SETTLES_WITHIN) {
      known.difference = { page: seat.name, wrong: known.wrong, lag: known.lag, ...textsOf(happened, from) };
      differences.push(known.difference);
    } else if (took > SETTLES_WITHIN + GIVE_UP_AFTER) {
      open.delete(seat);
      await seat.page?.reload().catch(() => {});
    }
  };
  while (open.size > 0) {
    await Promise.all([...open.keys()].map(lookAt));
    const now = await readTruth(db, own);
    if (JSON.stringify(now.facts) !== JSON.stringify(truth.facts)) {
      // A press that had waited for its server.
      [truth, changed] = [now, Date.now()];
      settled.clear();
      for (const seat of seats) if (!open.has(seat)) open.set(seat, { lag: 0, wrong: {} });
    }
    await sleep(LOOK_EVERY);
  }
  const leaks = (await Promise.all(instances.map(({ origin }) => findLeaks(origin, seats, truth.hidden)))).flat();
  const times = [...settled].map(([{ name }, ms]) => ({ kind: name, ms }));
  return { settled: times, differences, leaks };
}

function wrongIn(shown: Facts, right: Facts): Record<string, string> {
  const wrong = Object.entries(shown).filter(([name, value]) => value !== right[name]);
  return Object.fromEntries(wrong.map(([name, value]) => [name, `«${value}», right: «${right[name]}»`]));
}

/** Of the board of a page. */
function missingSteps(facts: Facts, steps: number): number {
  const [, shown] = /^Открыто (\d+)/.exec(facts.board ?? facts['board beside the stream'] ?? '') ?? [];
  return shown === undefined ? 0 : Math.max(0, steps - Number(shown));
}

function textsOf({ presses, disturbances }: { presses: Press[]; disturbances: Disturbance[] }, from: number) {
  const ago = (at: number) => `${((from - at) / 1000).toFixed(1)} s before`;
  const last = presses.filter(({ at }) => at > from - PRESSED_WITHIN);
  return {
    pressed: last.map(({ at, what, status }) => `${ago(at)}: ${what} → ${status}`),
    disturbances: disturbances.slice(-2).map(({ at, what }) => `${ago(at)}: ${what}`),
  };
}

/** Titles of unrevealed steps in public answers. */
async function findLeaks(origin: string, seats: Seat[], hidden: string[]): Promise<string[]> {
  const pages = seats.flatMap(({ page }) =>
    page && !page.url().includes('/admin') ? [new URL(page.url()).pathname] : [],
  );
  const addresses = new Set([
    ...pages,
    '/results?screen',
    '/api/live?poll',
    '/api/results',
    '/api/programme',
    '/feed.xml',
  ]);
  const found: string[] = [];
  for (const address of addresses) {
    const text = await fetch(origin + address).then(
      (answer) => answer.text(),
      () => '',
    );
    for (const title of hidden) if (text.includes(title)) found.push(`${origin}${address} tells «${title}»`);
  }
  return found;
}
