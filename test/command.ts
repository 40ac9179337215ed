import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '..');

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** `rampa …` as a program of its own, with nothing in its environment but what is given. */
export function startCommand(args: string[], env: NodeJS.ProcessEnv): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, ['cli/rampa.ts', ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, ...env },
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (piece) => {
    out += piece;
  });
  child.stderr.on('data', (piece) => {
    err += piece;
  });
  return { child, ended: once(child, 'close').then(([code]) => ({ code, out, err })) };
}
