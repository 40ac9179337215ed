import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ADMIN, startServer, type TestServer } from '../test/server.ts';
import type { Answer, Order } from './night/crowd.ts';

// Ten thousand open pages on one server, all on this machine: `node bench/night.ts [clients] [flips]`.
// How soon a switch reaches 99 of 100, what a client costs, what clients that never read cost, what number 10,001 is told,
// and when clients of a server that ends come back.

const CLIENTS = Number(process.argv[2] ?? 10_000);
const FLIPS = Number(process.argv[3] ?? 5);
/** Clients that never read, and how many announcements of 10 kB are made to them: many for their cost, few until they are dropped. */
const DEAF = { many: { count: 1000, events: 100 }, few: { count: 20, events: 1500 } };
const LIMITS = { p99: 500, perClient: 20, deaf: 50 };

const server = await startServer({ env: { ADMIN_PASSWORD: ADMIN.password } });
const crowd = fork(path.join(import.meta.dirname, 'night', 'crowd.ts'), { execArgv: [] });
try {
  const token = await signIn(server);
  const empty = await restingMemory(server);
  await ask({ do: 'join', origin: server.origin, count: CLIENTS });
  const full = await restingMemory(server);
  const refused = CLIENTS >= 10_000 ? await fetch(`${server.origin}/api/live`) : undefined;
  const times: number[][] = [];
  for (let flip = 0; flip < FLIPS; flip += 1) times.push(await flipOnce(token, flip % 2 === 0));
  const p99 = times.map((all) => at(all, 0.99));
  line('event clients', String(CLIENTS));
  line('memory of one client, KiB', ((full - empty) / CLIENTS / 1024).toFixed(1), `<= ${LIMITS.perClient}`);
  line('a switch reaches 50 %, ms', median(times.map((all) => at(all, 0.5))).toFixed(0));
  line(
    'a switch reaches 99 %, ms',
    `${median(p99).toFixed(0)} (${p99.map((ms) => ms.toFixed(0)).join(', ')})`,
    `<= ${LIMITS.p99}`,
  );
  line('a switch reaches all, ms', median(times.map((all) => at(all, 1))).toFixed(0));
  if (refused)
    line('one client more is told', `${refused.status}, Retry-After ${refused.headers.get('retry-after')}`, '503');
  await ask({ do: 'leave' });
  await sleep(500);
  await deafOnes(token);
  await ask({ do: 'join', origin: server.origin, count: CLIENTS });
  await server.stop();
  const { retries = [] } = await ask({ do: 'retries' });
  const tenths = Array.from(
    { length: 10 },
    (_, tenth) => retries.filter((ms) => Math.floor((ms - 2000) / 2800) === tenth).length,
  );
  line(
    'told to come back after, s',
    `${(Math.min(...retries) / 1000).toFixed(1)} to ${(Math.max(...retries) / 1000).toFixed(1)}`,
    '2 to 30',
  );
  line('in each tenth of that time', tenths.join(' '));
} finally {
  crowd.kill();
  await server.stop();
}

/** Switches the stream and gives, for every client, the ms between the editor's call and the event. */
async function flipOnce(token: string, isOn: boolean): Promise<number[]> {
  await sleep(1000);
  const listening = ask({ do: 'listen' });
  await sleep(200);
  const start = Date.now();
  await put(token, '/api/watch-settings', { title: 'Эфир', description: 'Финал', is_stream_enabled: isOn });
  const { heard = [] } = await listening;
  return heard.map((moment) => moment - start).toSorted((a, b) => a - b);
}

/** Clients that never read: what they cost while events pile up, and when they are dropped. */
async function deafOnes(token: string): Promise<void> {
  const { cost } = await shoutAt(DEAF.many, token);
  line(`${DEAF.many.count} clients that never read cost, MB`, (cost / 1e6).toFixed(0), `<= ${LIMITS.deaf}`);
  const { dropped } = await shoutAt(DEAF.few, token);
  line('dropped once the system buffers no more', `${dropped} of ${DEAF.few.count}`, `${DEAF.few.count}`);
}

async function shoutAt({ count, events }: { count: number; events: number }, token: string) {
  const before = await restingMemory(server);
  await ask({ do: 'join', origin: server.origin, count, isDeaf: true });
  let peak = before;
  for (let n = 0; n < events; n += 1) {
    await put(token, '/api/vote-settings', { description: `${n} ${'Очень длинное описание. '.repeat(180)}` });
    if (n % 20 === 0) peak = Math.max(peak, memory(server));
  }
  const { dropped = 0 } = await ask({ do: 'leave' });
  return { cost: Math.max(peak, memory(server)) - before, dropped };
}

async function signIn({ origin }: TestServer): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${origin}/api/auth/login`, { method: 'POST', headers, body: JSON.stringify(ADMIN) });
  return ((await answer.json()) as { token: string }).token;
}

async function put(token: string, address: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const answer = await fetch(server.origin + address, { method: 'PUT', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
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

function at(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

function median(values: number[]): number {
  return at(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}

function line(what: string, figure: string, goal = ''): void {
  process.stdout.write(`${what.padEnd(44)} ${figure.padEnd(40)} ${goal}\n`);
}
