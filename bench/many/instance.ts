import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { BoundSocket } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnHeld } from '../../test/rig/held.ts';
import { ADMIN } from '../../test/rig/server.ts';

export interface Instance {
  origin: string;
  pid: () => number;
  /** Ends it, starts it again and waits until it is ready. Its socket is held meanwhile, as by deploy/systemd/rampa.socket. */
  restart: (signal: 'SIGKILL' | 'SIGTERM') => Promise<void>;
  end: () => Promise<void>;
  reasons: Map<string, number>; // Why it answered with 5xx or an old copy, by its log, and how often
}

const LOOK_EVERY = 50;

export async function startInstance(env: Record<string, string>): Promise<Instance> {
  const socket = new BoundSocket({ host: '127.0.0.1', port: 0 });
  const { port } = socket.address();
  const origin = `http://127.0.0.1:${port}`;
  const account = { ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password };
  const reasons = new Map<string, number>();
  const start = () => {
    const child = spawnHeld(socket.fd(), { ...account, ...env, HOST: '127.0.0.1', PORT: String(port) });
    if (child.stdout) createInterface(child.stdout).on('line', (line) => countReason(reasons, line));
    return ready(child, origin);
  };
  let child = await start();
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  return {
    origin,
    pid: () => child.pid ?? 0,
    reasons,
    async restart(signal) {
      await end(signal);
      child = await start();
    },
    async end() {
      await end('SIGTERM');
      socket.close();
    },
  };
}

function countReason(reasons: Map<string, number>, line: string): void {
  const {
    route,
    status,
    stale,
    code,
    err,
    alike = 0,
  } = JSON.parse(line) as Record<string, string | number | undefined> & {
    err?: { message: string };
    alike?: number;
  };
  if (!stale && !(Number(status) >= 500)) return;
  const reason = `${stale ? 'an old copy' : status} of ${route}: ${[code, err?.message].filter(Boolean).join(', ')}`;
  reasons.set(reason, (reasons.get(reason) ?? 0) + 1 + alike);
}

async function ready(child: ChildProcess, origin: string): Promise<ChildProcess> {
  let said = '';
  child.stderr?.on('data', (part) => (said += part));
  while (!(await fetch(`${origin}/readyz`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error(`The server ended. ${said}`);
    await sleep(LOOK_EVERY);
  }
  return child;
}
