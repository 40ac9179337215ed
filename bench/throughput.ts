import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { startServer } from '../test/rig/server.ts';
import { startBareServer } from './rig/bare-server.ts';
import { startStaticNginx } from './rig/nginx.ts';
import { median, printTable, spread } from './rig/table.ts';
import { makeWorld, newestSlug } from './rig/world.ts';
import { type Load, load, pin, SERVER_CORE } from './rig/wrk.ts';

// Throughput of cached responses, beside nginx (the same bytes in a file) and bare node:http
// (the same bytes and headers in memory), which is the limit:
// `node bench/throughput.ts [seconds] [rounds]`.
// Rounds alternate. The server has one core, wrk with 64 connections the other.

const SECONDS = Number(process.argv[2] ?? 10);
const ROUNDS = Number(process.argv[3] ?? 5);
const ARTICLES = 50;
const PATHS = ['/', '/news', `/news/${newestSlug(ARTICLES)}`, '/api/news?limit=10'];

const world = await makeWorld(ARTICLES);
const server = await startServer({ dataDir: world.dataDir });
await pin(server.pid, SERVER_CORE);
try {
  const answers = await Promise.all(PATHS.map(answerOf));
  const nginx = await startStaticNginx(answers, SERVER_CORE);
  const bare = await startBareServer(answers);
  await pin(bare.pid, SERVER_CORE);
  const rows: string[][] = [];
  for (const [at, path] of PATHS.entries()) {
    const ours: Load[] = [];
    const theirs: Load[] = [];
    const limits: Load[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      theirs.push(await load(nginx.pid, `${nginx.origin}/${at}`, SECONDS));
      limits.push(await load(bare.pid, `${bare.origin}/${at}`, SECONDS));
      ours.push(await load(server.pid, server.origin + path, SECONDS));
    }
    rows.push(rowOf(path, answers[at]?.body.length ?? 0, ours, theirs, limits));
  }
  bare.stop();
  await nginx.stop();
  printTable(
    [
      'path',
      'bytes',
      'req/s',
      'nginx req/s',
      'ratio',
      'µs of CPU',
      'nginx µs',
      'ratio by CPU',
      'node:http req/s',
      'of node:http',
      'of it by CPU',
      'p50 ms',
      'p99 ms',
      'nginx p99 ms',
      'failed',
    ],
    rows,
  );
} finally {
  await server.stop();
  await world.remove();
}

/** As it comes over the wire: `fetch` would unpack it. */
async function answerOf(path: string) {
  const request = get(server.origin + path, { headers: { 'Accept-Encoding': 'br' } });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  const body = Buffer.concat(await answer.toArray());
  const { date: _date, connection: _connection, 'keep-alive': _alive, ...headers } = answer.headers;
  return { body, headers: headers as Record<string, string> };
}

function rowOf(path: string, bytes: number, ours: Load[], theirs: Load[], limits: Load[]): string[] {
  const ratesTo = (others: Load[]) => ours.map(({ rate }, round) => rate / (others[round]?.rate ?? Number.NaN));
  const costsTo = (others: Load[]) => ours.map(({ cost }, round) => (others[round]?.cost ?? Number.NaN) / cost);
  return [
    path,
    String(bytes),
    median(ours.map(({ rate }) => rate)).toFixed(0),
    median(theirs.map(({ rate }) => rate)).toFixed(0),
    spread(ratesTo(theirs), 2),
    median(ours.map(({ cost }) => cost)).toFixed(1),
    median(theirs.map(({ cost }) => cost)).toFixed(1),
    spread(costsTo(theirs), 2),
    median(limits.map(({ rate }) => rate)).toFixed(0),
    spread(ratesTo(limits), 2),
    spread(costsTo(limits), 2),
    median(ours.map(({ p50 }) => p50)).toFixed(1),
    spread(ours.map(({ p99 }) => p99)),
    spread(theirs.map(({ p99 }) => p99)),
    String(ours.reduce((sum, { failed }) => sum + failed, 0)),
  ];
}
