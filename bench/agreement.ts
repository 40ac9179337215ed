import { setTimeout as sleep } from 'node:timers/promises';
import { launchBrowser } from '../test/rig/browser/browser.ts';
import { compare, type Difference } from './agreement/compare.ts';
import { disturb } from './agreement/disturbances.ts';
import { type Chance, findFaults, operate } from './agreement/operators.ts';
import { followConnections, openDesks, openPages } from './agreement/seats.ts';
import { startSite } from './agreement/site.ts';
import { percentile, printTable } from './rig/table.ts';

// Two operators press at random on the desks of two servers, while connections are cut and servers killed; between the presses all
// open pages are compared with the database: `npm run bench -- agreement [minutes] [seed]`. The seed repeats the choices, not their moments.

const MINUTES = Number(process.argv[2] ?? 60);
const SEED = Number(process.argv[3] ?? Math.floor(Math.random() * 1e6));
const PRESSED_FOR = [5000, 20_000] as const; // Of presses before a comparison, in ms
const CALM = [60_000, 180_000] as const; // Between two disturbances, in ms
const HASTE = Math.min(1, MINUTES / 20); // A short run has as many kinds of them

say(`seed ${SEED}`);
const site = await startSite();
const browser = await launchBrowser();
const own = site.contestant;
const pages = ['/', '/watch', '/vote', '/results', '/results?screen', '/programme', `/programme/${own}`, '/news/first'];
const desks = await openDesks(browser, site);
const seats = [...(await openPages(browser, site, pages)), ...desks];
followConnections(seats);

const end = new AbortController();
const state = { isPaused: false };
const operators = desks.map((desk, at) =>
  operate(desk, chanceOf(SEED + at), site.shows, () => state.isPaused, end.signal),
);
const pressesNow = () => operators.flatMap((operator) => operator.presses);
const disturbed = disturb(
  site,
  seats,
  chanceOf(SEED + 2),
  CALM.map((ms) => ms * HASTE) as [number, number],
  end.signal,
  say,
);
const chance = chanceOf(SEED + 3);
const settled: { kind: string; ms: number }[] = [];
const differences: Difference[] = [];
const faults = new Set<string>();
let comparisons = 0;
const until = Date.now() + MINUTES * 60_000;
while (Date.now() < until) {
  await sleep(chance.between(...PRESSED_FOR));
  state.isPaused = true;
  while (operators.some(({ isBusy }) => isBusy)) await sleep(50);
  const presses = pressesNow();
  const found = await compare(site, seats, own, { presses, disturbances: disturbed });
  comparisons += 1;
  settled.push(...found.settled);
  differences.push(...found.differences);
  for (const fault of [...found.leaks, ...(await findFaults(site.db, pressesNow))]) faults.add(fault);
  const worst = found.settled.toSorted((one, other) => other.ms - one.ms)[0];
  say(`comparison ${comparisons}: ${presses.length} presses, worst ${worst?.kind} ${worst?.ms} ms`);
  for (const difference of found.differences) say(`DIFFERENCE ${JSON.stringify(difference, null, 1)}`);
  state.isPaused = false;
}
end.abort();
await browser.close();
await site.stop();

const presses = pressesNow();
const statuses = (is: (status: number | undefined) => boolean) =>
  String(presses.filter(({ status }) => is(status)).length);
const times = settled.map(({ ms }) => ms);
const worst = settled.find(({ ms }) => ms === Math.max(...times));
printTable(
  [`two servers, ${seats.length} pages, ${MINUTES} min, seed ${SEED}`, '', 'goal'],
  [
    ['presses made', operators.map(({ made }) => made).join(' + '), ''],
    ['calls accepted', statuses((status = 0) => status >= 200 && status < 300), ''],
    ['refused', statuses((status = 0) => status >= 400 && status < 500), ''],
    ['without an answer', statuses((status = 599) => status >= 500), ''],
    ['comparisons', String(comparisons), ''],
    ['differences', String(differences.length), '0'],
    ['faults of the log, steps that were seen too early', String(faults.size), '0'],
    ['settling beyond the own lag, ms, median', percentile(times, 0.5).toFixed(0), ''],
    ['99 %', percentile(times, 0.99).toFixed(0), ''],
    [`worst: ${worst?.kind}`, String(worst?.ms), '<= 15000'],
    ...[...Map.groupBy(disturbed, ({ what }) => what)].map(([what, all]) => [what, String(all.length), '']),
  ],
);
for (const [kind, all] of Map.groupBy(settled, (each) => each.kind))
  say(
    `${kind}: ${[0.5, 0.99, 1]
      .map((part) =>
        percentile(
          all.map(({ ms }) => ms),
          part,
        ),
      )
      .join(', ')} ms`,
  );
for (const fault of faults) say(`FAULT ${fault}`);
process.exit(differences.length + faults.size > 0 ? 1 : 0);

function say(line: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
}

/** The same choices for the same seed (mulberry32). */
function chanceOf(seed: number): Chance {
  let at = seed;
  const next = () => {
    at = (at + 0x6d2b79f5) | 0;
    let mixed = Math.imul(at ^ (at >>> 15), 1 | at);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (from: number, to: number) => from + (to - from) * next();
  return { next, between, of: <T>(all: readonly T[]) => all[Math.floor(next() * all.length)] as T };
}
