import { setTimeout as sleep } from 'node:timers/promises';
import { startServer } from '../test/rig/server.ts';
import { percentile, printTable } from './rig/table.ts';
import { call, makeWorld, newestSlug, signIn } from './rig/world.ts';
import { CONNECTIONS, load, pin, SERVER_CORE } from './rig/wrk.ts';

// How long an editor's save takes while the public side is asked twice as much as it can answer: `node bench/flood.ts [seconds]`.
// Connections that wait for their answers cannot ask faster than they are answered; so twice the connections that already fill
// the server's core stand for twice its capacity: each answer then takes twice as long.

const SECONDS = Number(process.argv[2] ?? 30);
const ARTICLES = 50;
const PAUSE = 200;

const world = await makeWorld(ARTICLES);
const server = await startServer({ dataDir: world.dataDir });
await pin(server.pid, SERVER_CORE);
const token = await signIn(server.origin);
const flood = load(server.pid, `${server.origin}/news`, SECONDS, 2 * CONNECTIONS);
const times: number[] = [];
let failed = 0;
for (const until = Date.now() + (SECONDS - 1) * 1000; Date.now() < until; await sleep(PAUSE)) {
  const from = performance.now();
  const answer = await call(
    server.origin,
    'PUT',
    `/api/admin/news/${newestSlug(ARTICLES)}`,
    { title: `Правка ${times.length}` },
    token,
  ).catch(() => undefined);
  await answer?.arrayBuffer();
  times.push(performance.now() - from);
  if (answer?.status !== 200) failed += 1;
}
const { rate, failed: refused } = await flood;
await server.stop();
await world.remove();
printTable(
  ['saves', 'failed', 'p50 ms', 'p99 ms', 'readers’ answers/s', 'readers’ failures'],
  [
    [
      String(times.length),
      String(failed),
      percentile(times, 0.5).toFixed(0),
      percentile(times, 0.99).toFixed(0),
      rate.toFixed(0),
      String(refused),
    ],
  ],
);
