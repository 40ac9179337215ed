import { setTimeout as sleep } from 'node:timers/promises';
import { startServer } from '../test/rig/server.ts';
import { residentMemory } from './rig/memory.ts';
import { median, printTable, spread } from './rig/table.ts';
import { makeWorld, newestSlug } from './rig/world.ts';
import { load } from './rig/wrk.ts';

// Resident memory of the server, idle and under load: `node bench/memory.ts [seconds of load] [rounds]`.

const SECONDS = Number(process.argv[2] ?? 10);
const ROUNDS = Number(process.argv[3] ?? 5);
const ARTICLES = 50;
const PATHS = ['/', '/news', `/news/${newestSlug(ARTICLES)}`, '/api/news?limit=10'];
const REST = 5000; // A started server comes to rest. In ms.

const world = await makeWorld(ARTICLES);
const idle: number[] = [];
const busy: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const server = await startServer({ dataDir: world.dataDir });
  await sleep(REST);
  idle.push(await residentMemory(server.pid));
  const seen: number[] = [];
  for (const path of PATHS) {
    const loading = load(server.pid, server.origin + path, SECONDS);
    for (let second = 0; second < SECONDS; second += 1) {
      await sleep(1000);
      seen.push(await residentMemory(server.pid));
    }
    await loading;
  }
  busy.push(Math.max(...seen));
  await server.stop();
}
await world.remove();
printTable(
  ['MB', 'median (least … most)'],
  [
    ['idle', spread(idle, 0)],
    ['most under load', spread(busy, 0)],
    ['growth', (median(busy) - median(idle)).toFixed(0)],
  ],
);
