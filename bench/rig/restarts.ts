import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import https from 'node:https';
import { BoundSocket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnHeld } from '../../test/rig/held.ts';
import { ADMIN } from '../../test/rig/server.ts';
import type { Front } from './fronts.ts';
import { freePort } from './nginx.ts';
import { newestSlug } from './world.ts';

interface Restarted {
  reads: number;
  failed: number;
  longest: number; // In ms
}

interface Options {
  isHeld: boolean;
  restarts: number;
  env: Record<string, string>;
}

/** Of the world that is read. */
export const ARTICLES = 50;
const READERS = 10; // nginx lets one address read so many lists at once
const CALM = 1000; // Between two restarts, in ms

/** Restarts the server, as `systemctl restart` does, while ten visitors read through the proxy without a pause. */
export async function failedDuringRestarts(
  start: (origin: string) => Promise<Front>,
  { isHeld, restarts, env }: Options,
): Promise<Restarted> {
  const socket = isHeld ? new BoundSocket({ host: '127.0.0.1', port: 0 }) : undefined;
  const port = socket?.address().port ?? (await freePort());
  const serve = () => listening(spawnHeld(socket?.fd() ?? 'ignore', { ...env, ...ACCOUNT, PORT: String(port) }));
  let server = await serve();
  let front: Front | undefined;
  try {
    front = await start(`http://127.0.0.1:${port}`);
    const reading = read(front);
    for (let round = 0; round < restarts; round += 1) {
      await sleep(CALM);
      server.kill('SIGTERM');
      await once(server, 'exit');
      server = await serve();
    }
    await sleep(CALM);
    return await reading.stop();
  } finally {
    await front?.stop();
    server.kill('SIGKILL');
    socket?.close();
  }
}

const ACCOUNT = { ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password, HOST: '127.0.0.1' };

async function listening(child: ChildProcess): Promise<ChildProcess> {
  const { promise, resolve, reject } = Promise.withResolvers<ChildProcess>();
  let said = '';
  child.stderr?.on('data', (chunk) => (said += chunk));
  child.stdout?.on('data', (chunk) => String(chunk).includes('listening on') && resolve(child));
  child.once('exit', () => reject(new Error(`The server ended. ${said}`)));
  return promise;
}

function read({ origin }: Front) {
  const paths = ['/', '/news', `/news/${newestSlug(ARTICLES)}`, '/api/news?limit=10', '/feed.xml'];
  const agent = new https.Agent({ keepAlive: true, rejectUnauthorized: false, maxSockets: READERS });
  const result: Restarted = { reads: 0, failed: 0, longest: 0 };
  let isOver = false;
  const readers = Array.from({ length: READERS }, async (_, at) => {
    for (let turn = at; !isOver; turn += 1) {
      const from = performance.now();
      // The number makes an address of its own: nothing is answered from what the proxy keeps.
      const status = await get(`${origin}${paths[turn % paths.length]}`, agent, turn % 2 === 0 ? String(turn) : '');
      result.reads += 1;
      if (status !== 200) result.failed += 1;
      result.longest = Math.max(result.longest, performance.now() - from);
    }
  });
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(readers);
      agent.destroy();
      return result;
    },
  };
}

async function get(address: string, agent: https.Agent, number: string): Promise<number> {
  const unkept = number && `${address.includes('?') ? '&' : '?'}unkept=${number}`;
  try {
    const request = https.get(address + unkept, { agent });
    const [answer] = await once(request, 'response');
    await text(answer);
    return answer.statusCode;
  } catch {
    return 0;
  }
}
