import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { StaticAnswer } from './nginx.ts';

export interface BareServer {
  origin: string;
  pid: number;
  stop: () => void;
}

/** Starts a process that serves these responses with bare node:http at `/0`, `/1`, …. */
export async function startBareServer(answers: StaticAnswer[]): Promise<BareServer> {
  const child = fork(path.join(import.meta.dirname, 'bare.ts'), { serialization: 'advanced' });
  child.send(answers);
  const [port] = await once(child, 'message');
  return { origin: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => child.kill() };
}
