import { setTimeout as sleep } from 'node:timers/promises';
import { startServer } from '../test/rig/server.ts';
import { memoryOfChildren, residentMemory } from './rig/memory.ts';
import { printTable } from './rig/table.ts';
import { makeWorld, signIn } from './rig/world.ts';
import { type Kind, kindsOfLoad, startLoad } from './soak/load.ts';

// Resident memory of the server under mixed load: `node bench/soak.ts [minutes] [kind of work …]`, all kinds without.
// Ends with 1 when it takes too much or climbs.

const MINUTES = Number(process.argv[2] ?? 30);
const KINDS = process.argv.slice(3) as Kind[];
const ARTICLES = 60;
const SAMPLE_INTERVAL = 10_000;
const GOAL = {
  /** Of every sample, in MB. */
  most: 280,
  /**
   * MB a minute: slope of the minima of each minute over the last two thirds. Minima contain less garbage than other samples.
   * The standard error is printed beside it; it falls with the length of the run.
   */
  climb: 0.2,
};

interface Sample {
  at: number; // In minutes
  server: number; // In MB, as everything below
  children: number;
  heap: number;
  external: number;
  kept: number;
  clients: number;
}

const world = await makeWorld(ARTICLES);
const server = await startServer({ dataDir: world.dataDir });
const token = await signIn(server.origin);
const load = await startLoad(
  { origin: server.origin, token, articles: ARTICLES },
  KINDS.length > 0 ? KINDS : kindsOfLoad,
);
const samples: Sample[] = [];
const rows: string[][] = [];
const from = performance.now();
for (let count = 1; count <= (MINUTES * 60_000) / SAMPLE_INTERVAL; count += 1) {
  await sleep(Math.max(0, from + count * SAMPLE_INTERVAL - performance.now()));
  samples.push(await sample((count * SAMPLE_INTERVAL) / 60_000));
  if ((count * SAMPLE_INTERVAL) % 60_000 === 0) report();
}
const outcomes = await load.stop();
await server.stop();
await world.remove();

process.stdout.write('\n');
printTable(['minute', 'RSS MB', 'image child', 'heap', 'external', 'kept answers', 'event clients'], rows);
printTable(
  ['work', 'done', 'statuses'],
  outcomes.map(({ kind, statuses }) => [
    kind,
    String([...statuses.values()].reduce((sum, count) => sum + count, 0)),
    [...statuses].map(([status, count]) => `${count} × ${status}`).join(', '),
  ]),
);
const most = Math.max(...samples.map((one) => one.server));
const climb = slope(leastOfMinutes(samples.filter(({ at }) => at > MINUTES / 3)));
printTable(
  ['', 'MB', 'goal'],
  [
    ['most', most.toFixed(0), `<= ${GOAL.most}`],
    ['climb a minute', `${climb.value.toFixed(2)} ± ${climb.error.toFixed(2)}`, `<= ${GOAL.climb}`],
    ['most of the image child', Math.max(...samples.map((one) => one.children)).toFixed(0), ''],
  ],
);
if (most > GOAL.most || climb.value > GOAL.climb) process.exitCode = 1;

async function sample(at: number): Promise<Sample> {
  // A busy machine may leave it unanswered: the kernel's figures are enough.
  const text = await fetch(`${server.origin}/metrics`)
    .then((answer) => answer.text())
    .catch(() => '');
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
  const inMegabytes = (name: string) => figure(name) / 1024 / 1024;
  return {
    at,
    server: await residentMemory(server.pid),
    children: await memoryOfChildren(server.pid),
    heap: inMegabytes('nodejs_heap_size_used_bytes'),
    external: inMegabytes('nodejs_external_memory_bytes'),
    kept: inMegabytes('rampa_cache_bytes'),
    clients: figure('rampa_event_clients'),
  };
}

/** Maxima of the last minute. */
function report(): void {
  const last = samples.slice(-60_000 / SAMPLE_INTERVAL);
  const most = (key: keyof Sample) => Math.max(...last.map((one) => one[key])).toFixed(0);
  const row = [
    most('at'),
    most('server'),
    most('children'),
    most('heap'),
    most('external'),
    most('kept'),
    most('clients'),
  ];
  rows.push(row);
  process.stdout.write(`${row.join('\t')}\n`);
}

/** MB by minute. */
function leastOfMinutes(all: Sample[]): [minute: number, least: number][] {
  const byMinute = Map.groupBy(all, ({ at }) => Math.ceil(at));
  return [...byMinute].map(([minute, some]) => [minute, Math.min(...some.map(({ server }) => server))]);
}

/** Slope of the least-squares line, and its standard error. */
function slope(points: [x: number, y: number][]): { value: number; error: number } {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const sum = (of: (x: number, y: number) => number) => points.reduce((before, [x, y]) => before + of(x, y), 0);
  const [meanX, meanY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const spread = sum((x) => (x - meanX) ** 2);
  const value = sum((x, y) => (x - meanX) * (y - meanY)) / spread;
  const left = sum((x, y) => (y - meanY - value * (x - meanX)) ** 2);
  return { value, error: Math.sqrt(left / (points.length - 2) / spread) };
}
