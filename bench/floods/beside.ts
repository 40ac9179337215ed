import { once } from 'node:events';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { World } from '../../test/hostile/rig.ts';
import type { TestServer } from '../../test/rig/server.ts';
import { insertLong } from '../../test/rig/world/long-news.ts';
import { residentMemory } from '../rig/memory.ts';

const HOME_EVERY = 50; // Interval of requests for the home page, each on a new connection, in ms

const TICKS = 100; // Of the system's clock, in a second (USER_HZ)
const QUIET = 3000; // Length of the measurement before a flood, in ms

/** Times of the home page in ms, its failures, and growth of the server's memory in MB. */
interface Look {
  median: number;
  worst: number;
  failed: number;
  grown: number;
  cpu: number; // Processor time of the server, in s
}

/** Measurements during a flood and before it: a busy machine is slow anyway. */
export interface Beside extends Look {
  quiet: Look;
}

/** Inserts long articles, and one by the API, which makes the server see them. */
export async function publishLong(world: Pick<World, 'db' | 'call'>, count: number, letters: number): Promise<void> {
  await insertLong(world.db, count, letters);
  await world.call('POST', '/api/admin/news', { title: 'Последняя', slug: 'last' });
}

/** Connections that send these requests and read nothing. */
export async function silentClients(origin: string, count: number, requests: (at: number) => string) {
  const { hostname, port } = new URL(origin);
  const clients: Socket[] = [];
  for (let at = 0; at < count; at += 1) {
    const client = connect(Number(port), hostname)
      .pause()
      .on('error', () => {});
    clients.push(client);
    client.write(requests(at));
    // No faster than the server accepts them.
    if (at % 20 === 0) await sleep(10);
  }
  return { end: () => clients.forEach(hangUp) };
}

function hangUp(client: Socket): void {
  client.destroy();
}

/** A request on a connection that stays open. */
export function asking(path: string, headers = ''): string {
  return `GET ${path} HTTP/1.1\r\nHost: festival.example\r\n${headers}\r\n`;
}

/** Measures the home page and the server's memory, first at rest, then during `work`. */
export async function beside(server: TestServer, work: () => Promise<unknown>): Promise<Beside> {
  const quiet = await look(server, () => sleep(QUIET));
  return { ...(await look(server, work)), quiet };
}

async function look({ origin, pid }: TestServer, work: () => Promise<unknown>): Promise<Look> {
  const [before, began] = [await residentMemory(pid), await cpuTime(pid)];
  let most = before;
  const looks: Promise<number | undefined>[] = [];
  const timer = setInterval(async () => {
    looks.push(homeTook(origin).catch(() => undefined));
    most = Math.max(most, await residentMemory(pid));
  }, HOME_EVERY);
  await work().finally(() => clearInterval(timer));
  const all = await Promise.all(looks);
  const cpu = (await cpuTime(pid)) - began;
  const took = all.filter((ms) => ms !== undefined).sort((one, other) => one - other);
  const [median = 0, worst = 0] = [took[Math.floor(took.length / 2)], took.at(-1)];
  return { median, worst, failed: all.length - took.length, grown: most - before, cpu };
}

/** Of a process so far, in s. */
async function cpuTime(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [user = 0, system = 0] = stat.split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? [];
  return (user + system) / TICKS;
}

async function homeTook(origin: string): Promise<number> {
  const began = performance.now();
  const asked = get(origin, { agent: false });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  await once(answer.resume(), 'end');
  if (answer.statusCode !== 200) throw new Error(`home: ${answer.statusCode}`);
  return performance.now() - began;
}

export function told(name: string, { quiet, grown, cpu, ...beside }: Beside): string {
  return `${name}: home ${times(beside)}, before ${times(quiet)}; memory +${grown.toFixed(0)} MB, ${cpu.toFixed(1)} s of CPU`;
}

function times({ median, worst, failed }: Omit<Look, 'grown' | 'cpu'>): string {
  return `${median.toFixed(0)} ms (median) ${worst.toFixed(0)} ms (worst) ${failed} failed`;
}

/** Open connections of a process, and its open files with these names. */
export async function descriptors({ pid }: TestServer, name: string): Promise<{ sockets: number; files: number }> {
  const folder = `/proc/${pid}/fd`;
  const links = await Promise.all((await readdir(folder)).map((fd) => readlink(`${folder}/${fd}`).catch(() => '')));
  return {
    sockets: links.filter((link) => link.startsWith('socket:')).length,
    files: links.filter((link) => link.endsWith(name)).length,
  };
}
