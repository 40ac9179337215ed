import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGate } from '../test/rig/database/gate.ts';
import { startPostgres } from '../test/rig/database/postgres.ts';
import { startServer } from '../test/rig/server.ts';
import { type Reading, readSteadily } from './rig/readers.ts';
import { percentile, printTable } from './rig/table.ts';
import { call, signIn } from './rig/world.ts';

// The database stops under 500 reads a second, right after a save, so that nothing kept is up to date: half of the time it hangs
// with its connections open, half of the time it is gone: `node bench/away.ts [minutes] [reads a second]`.

const MINUTES = Number(process.argv[2] ?? 1);
const RATE = Number(process.argv[3] ?? 500);
const ADDRESSES = [
  '/',
  '/news',
  '/news/first',
  '/about',
  '/watch',
  '/vote',
  '/api/news',
  '/api/live?poll',
  '/feed.xml',
];
const CALM = 5000; // Before and after, in ms

const postgres = await startPostgres(tmpdir());
const url = new URL(postgres.url);
const gate = await createGate(Number(url.port));
url.port = String(gate.port);
const server = await startServer({ env: { DATABASE_URL: url.href } });
const token = await signIn(server.origin);
await save('POST', '/api/admin/news', { title: 'Первая', slug: 'first', content: '<p>Текст</p>' });

const end = new AbortController();
for (const address of ADDRESSES) await (await fetch(server.origin + address)).arrayBuffer();
const reading = readSteadily(server.origin, ADDRESSES, RATE, end.signal);
await sleep(CALM);
await save('POST', '/api/admin/news', { title: 'Вторая', slug: 'second' });
gate.freeze();
await sleep(MINUTES * 30_000);
const refused = (await save('PUT', '/api/admin/news/first', { title: 'Правка' })).status;
await gate.close();
gate.thaw();
await sleep(MINUTES * 30_000);
await gate.open();
const back = performance.now();
while ((await save('PUT', '/api/admin/news/first', { title: 'Правка' })).status !== 200) await sleep(50);
const writesAfter = performance.now() - back;
await sleep(CALM);
end.abort();
const readings = await reading;
await server.stop();
await gate.close();
await postgres.stop();

const gone = readings.filter(({ at }) => at > CALM && at < CALM + MINUTES * 60_000);
const rest = gone.filter(({ at }) => at > CALM + 5000);
printTable(
  [`database stopped ${MINUTES} min under ${RATE} reads/s`, '', 'goal'],
  [
    ['reads while it is away', String(gone.length), ''],
    ['of them other than 200', String(gone.filter(({ status }) => status !== 200).length), '0'],
    ['of them stale responses', String(gone.filter(({ isStale }) => isStale).length), ''],
    ['p50, p99, most, ms', latencies(gone), 'p99 <= 50'],
    ['the same without the first 5 s', latencies(rest), ''],
    ['before it stops', latencies(readings.filter(({ at }) => at < CALM)), ''],
    ['a save meanwhile answers', String(refused), '503'],
    ['saves again after, ms', writesAfter.toFixed(0), 'without restart'],
    [
      'stale answers in the last 3 s',
      String(readings.filter(({ at, isStale }) => isStale && at > last() - 3000).length),
      '0',
    ],
  ],
);

function last(): number {
  return readings.at(-1)?.at ?? 0;
}

function latencies(of: Reading[]): string {
  const times = of.map(({ took }) => took);
  return [0.5, 0.99, 1].map((part) => percentile(times, part).toFixed(1)).join(', ');
}

function save(method: string, path: string, body: object): Promise<Response> {
  return call(server.origin, method, path, body, token);
}
