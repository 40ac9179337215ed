import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { RehearsalError } from '../errors.ts';
import { answers } from '../timeout.ts';

const ROOT = path.join(import.meta.dirname, '../..');
/** In ms. The first start of a clone builds the pages, and the demo draws its pictures. */
const START_TIMEOUT = 180_000;
const POLL_INTERVAL = 20;
/** Allowlist: settings that affect pages, and what Node needs. Database, alerts, backups and tokens are not passed. */
const PASSED_ON = ['SITE_TIME_ZONE', 'STREAM_PLAYER_URL', 'STREAM_HLS_URL', 'PLAYER_HOSTS', 'PATH', 'LD_LIBRARY_PATH'];

export type Mode = 'rehearsal' | 'demo';

/** The real server as a child process on loopback. A restart keeps the port: viewers reconnect to the same address. */
export class Server {
  readonly #mode: Mode;
  readonly #env: NodeJS.ProcessEnv;
  #child: ChildProcess | undefined;
  #port = 0;
  #isOver = false;

  constructor(mode: Mode, env: NodeJS.ProcessEnv) {
    this.#mode = mode;
    this.#env = { ...environmentFrom(process.env), ...env };
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Starts the server; returns the ms until it is ready. RehearsalError with the server's last line on failure. */
  async start(within = START_TIMEOUT): Promise<number> {
    if (this.#isOver) throw new RehearsalError('Репетиция прервана.');
    const from = performance.now();
    const child = spawn(process.execPath, ['--import', './boot/runtime.mjs', 'server.ts', `--${this.#mode}`], {
      cwd: ROOT,
      env: { ...this.#env, PORT: String(this.#port) },
      // The IPC channel closes however this process ends, and that ends the server.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#child = child;
    const timer = setTimeout(() => child.kill('SIGKILL'), within);
    try {
      this.#port = await this.#portOf(child);
      while (!(await answers(`${this.origin}/readyz`))) {
        if (!this.isRunning) throw new RehearsalError('Сервер запустился, но не успел приготовиться.');
        await sleep(POLL_INTERVAL);
      }
      return performance.now() - from;
    } finally {
      clearTimeout(timer);
    }
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || !this.isRunning) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** Stops the server; it cannot be started again. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.kill();
  }

  async #portOf(child: ChildProcess): Promise<number> {
    const { stdout, stderr } = child;
    if (!stdout || !stderr) throw new Error('The server has no output to read.');
    const output: string[] = [];
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    stderr.on('data', (part) => output.push(String(part)));
    child.once('error', reject);
    child.once('close', () => reject(new RehearsalError(`Сервер не запустился: ${lastError(output.join(''))}`)));
    createInterface(stdout).on('line', (line) => {
      const [, port] = /listening on http:\/\/[\d.]+:(\d+)/.exec(line) ?? [];
      if (port) resolve(Number(port));
      if (line.startsWith('{"level":"fatal"')) output.push(`Error: ${JSON.parse(line).err?.message}\n`);
    });
    return promise;
  }
}

/** The environment of a rehearsal's server: only `PASSED_ON`. */
export function environmentFrom(outer: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const known = PASSED_ON.flatMap((name) => (outer[name] === undefined ? [] : [[name, outer[name]]]));
  return { ...Object.fromEntries(known), LOG_LEVEL: 'info', HOST: '127.0.0.1' };
}

/** The line of an uncaught error, or the last one. */
function lastError(output: string): string {
  return /^\w*Error: .*$/m.exec(output)?.[0] ?? (output.trim().split('\n').at(-1) || 'он ничего не сказал.');
}
