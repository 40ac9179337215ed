import assert from 'node:assert';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../..');

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

export function startCommand(args: string[], env: NodeJS.ProcessEnv, input = '') {
  const child = spawn(process.execPath, ['--import', './boot/runtime.mjs', 'cli/rampa.ts', ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...env },
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (piece) => {
    out += piece;
  });
  child.stderr.on('data', (piece) => {
    err += piece;
  });
  child.stdin.end(input);
  return { child, ended: once(child, 'close').then(([code]): Ended => ({ code, out, err })) };
}

export function rampa(args: string[], env: NodeJS.ProcessEnv, input?: string): Promise<Ended> {
  return startCommand(args, env, input).ended;
}

/** What a command says that ends with 1 and gives nothing. */
export async function refusalOf(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { code, out, err } = await rampa(args, env);
  assert(code === 1 && out === '', `${args.join(' ')} ended with ${code}: ${out}${err}`);
  return err;
}
