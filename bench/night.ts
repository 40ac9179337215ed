import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ownOpening } from '../model/settings/vote-window.ts';
import { ADMIN, startServer, type TestServer } from '../test/rig/server.ts';
import type { Answer, Order } from './night/crowd.ts';
import { watchSteps } from './night/own-seconds.ts';
import { fillProgramme } from './night/presses.ts';
import { percentile, printTable, spread } from './rig/table.ts';
import { type Put, signInEditor } from './rig/world.ts';

// Ten thousand open pages on one server, all on this machine: `node bench/night.ts [clients] [flips]`.
// Fan-out of live events: p99 of a switch, of a press and of a step of the reveal, order and repeats of quick presses, memory per client, cost of clients that
// never read, the refusal of client 10,001, and the spread of reconnects after a server ends.

const CLIENTS = Number(process.argv[2] ?? 10_000);
const FLIPS = Number(process.argv[3] ?? 5);
const VIEWERS = 1000; // Of /watch, simulated
const QUICK = 20; // Presses in a row, without a pause
/** Clients that never read, and how many messages of 10 kB are published to them: many for their cost, few until they are dropped. */
const DEAF = { many: { count: 1000, events: 100 }, few: { count: 20, events: 1500 } };
/** Seconds over which an opening of the vote is spread, and visitors who wait for it. */
const OPENING = { seconds: 20, visitors: 10_000 };

const server = await startServer({ env: { ADMIN_PASSWORD: ADMIN.password } });
const crowd = fork(path.join(import.meta.dirname, 'night', 'crowd.ts'), { execArgv: [] });
const rows: string[][] = [];
try {
  const put = await signInEditor(server.origin);
  const empty = await restingMemory(server);
  await ask({ do: 'join', origin: server.origin, count: CLIENTS });
  const full = await restingMemory(server);
  const refused = CLIENTS >= 10_000 ? await fetch(`${server.origin}/api/live`) : undefined;
  const times: number[][] = [];
  for (let flip = 0; flip < FLIPS; flip += 1)
    times.push(
      await changeOnce('watch-settings', () =>
        put('/api/watch-settings', { title: 'Эфир', description: 'Финал', is_stream_enabled: flip % 2 === 0 }),
      ),
    );
  const { press, reveal } = await fillProgramme(put, FLIPS);
  const pressed: number[][] = [];
  for (let n = 0; n < FLIPS; n += 1) pressed.push(await changeOnce('stage', press));
  const { repeats, disorder, joined } = await pressQuickly(press);
  const revealed: number[][] = [];
  const steps: Parameters<typeof watchSteps>[0] = [];
  for (let n = 0; n < FLIPS; n += 1) {
    let [start, at] = [0, 0];
    const after = await changeOnce('results', async () => {
      start = Date.now();
      at = await reveal();
    });
    revealed.push(after);
    steps.push({ at: new Date(at).toISOString(), heard: start + Math.min(...after) });
  }
  const { early, late } = watchSteps(steps, VIEWERS);
  const reached = (part: number, of = times) =>
    spread(
      of.map((all) => percentile(all, part)),
      0,
    );
  rows.push(
    ['event clients', String(CLIENTS), '10000'],
    ['memory of one, KiB', ((full - empty) / CLIENTS / 1024).toFixed(1), '<= 20'],
    ['a switch reaches half of them, ms', reached(0.5), ''],
    ['a switch reaches 99 %, ms', reached(0.99), '<= 500'],
    ['a switch reaches all, ms', reached(1), ''],
    ['a press of «на сцене» reaches 99 %, ms', reached(0.99, pressed), '<= 1000'],
    [`${QUICK} quick presses: events repeated, out of order`, `${repeats}, ${disorder}`, '0, 0'],
    ['presses told with the next one', String(joined), ''],
    ['a step of the reveal reaches 99 %, ms', reached(0.99, revealed), '<= 1000'],
    [`${VIEWERS} viewers 2 to 90 s behind: steps seen too early`, `${early} of ${early + late.length}`, '0'],
    ['and after their own second, 99 %, ms', percentile(late, 0.99).toFixed(0), ''],
  );
  if (refused)
    rows.push(['one more is told', `${refused.status}, Retry-After ${refused.headers.get('retry-after')}`, '503']);
  await ask({ do: 'leave' });
  await deafOnes(put);
  await ask({ do: 'join', origin: server.origin, count: CLIENTS });
  await server.stop();
  const { retries = [] } = await ask({ do: 'retries' });
  const range = `${(Math.min(...retries) / 1000).toFixed(1)} … ${(Math.max(...retries) / 1000).toFixed(1)}`;
  rows.push(
    ['after a stop they are told to come back after, s', range, '2 … 30'],
    [
      'fullest tenth of that time to the mean',
      unevenness(
        retries.map((ms) => (ms - 2000) / 28_000),
        10,
      ),
      '',
    ],
    [
      `an opening spread over ${OPENING.seconds} s: fullest second to the mean`,
      unevenness(openings(), OPENING.seconds),
      '<= 1.5',
    ],
  );
  printTable(['', '', 'goal'], rows);
} finally {
  crowd.kill();
  await server.stop();
}

/** How much fuller than the mean the fullest of equal parts is; `places` lie from 0 to 1. */
function unevenness(places: number[], parts: number): string {
  const counts = Array.from({ length: parts }, () => 0);
  for (const place of places) {
    const part = Math.min(parts - 1, Math.floor(place * parts));
    counts[part] = (counts[part] ?? 0) + 1;
  }
  return ((Math.max(...counts) * parts) / places.length).toFixed(2);
}

/** When the pages that wait for an opening show the button, each by a draw of its own. From 0 to 1. */
function openings(): number[] {
  const window = { opens_at: new Date().toISOString(), spread_seconds: OPENING.seconds };
  const start = Date.parse(window.opens_at);
  return Array.from(
    { length: OPENING.visitors },
    () => (ownOpening(window, Math.random()) - start) / 1000 / OPENING.seconds,
  );
}

/** Makes a change and gives, for every client, the ms between the editor's call and the event. */
async function changeOnce(
  event: 'watch-settings' | 'stage' | 'results',
  change: () => Promise<unknown>,
): Promise<number[]> {
  await sleep(1000);
  const listening = ask({ do: 'listen', event });
  await sleep(200);
  const start = Date.now();
  await change();
  const { heard = [] } = await listening;
  return heard.map((moment) => moment - start);
}

/** Presses without a pause: over all clients, events that came twice or after a later one, and presses without one of their own. */
async function pressQuickly(press: () => Promise<number>) {
  await ask({ do: 'follow' });
  let last = 0;
  for (let n = 0; n < QUICK; n += 1) last = await press();
  const { followed = { repeated: 0, disordered: 0, told: 0 } } = await ask({ do: 'followed', last });
  return { repeats: followed.repeated, disorder: followed.disordered, joined: QUICK - followed.told };
}

/** Clients that never read: what they cost while events pile up, and when they are dropped. */
async function deafOnes(put: Put): Promise<void> {
  const { cost } = await shoutAt(DEAF.many, put);
  rows.push([`${DEAF.many.count} clients that never read cost, MB`, (cost / 1e6).toFixed(0), '<= 50']);
  const { dropped } = await shoutAt(DEAF.few, put);
  rows.push(['dropped once the system buffers no more', `${dropped} of ${DEAF.few.count}`, 'all']);
}

async function shoutAt({ count, events }: { count: number; events: number }, put: Put) {
  const before = await restingMemory(server);
  await ask({ do: 'join', origin: server.origin, count, isDeaf: true });
  let peak = before;
  for (let n = 0; n < events; n += 1) {
    await put('/api/vote-settings', { description: `${n} ${'Очень длинное описание. '.repeat(180)}` });
    if (n % 20 === 0) peak = Math.max(peak, memory(server));
  }
  const { dropped = 0 } = await ask({ do: 'leave' });
  return { cost: Math.max(peak, memory(server)) - before, dropped };
}

async function ask(order: Order): Promise<Answer> {
  crowd.send(order);
  const [answer] = (await once(crowd, 'message')) as [Answer];
  return answer;
}

/** Memory of the server's process, in bytes, once it has stopped growing. */
async function restingMemory(of: TestServer): Promise<number> {
  await sleep(3000);
  return memory(of);
}

function memory({ pid }: TestServer): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}
