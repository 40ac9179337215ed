import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Load {
  at: number; // When it was due, Unix time in ms
  took: number; // From `at` to the last byte, in ms; includes queueing
  status: number; // 0 when there was no answer
  path: string;
}

const CONNECTIONS = 128;
const LOAD_TIMEOUT = 30_000; // ms
const MAX_RATE = 500; // Requests a second: more would measure this process, not the server

/** Loads pages over keep-alive connections on behalf of viewers, and records the results. */
export class Loads {
  readonly all: Load[] = [];
  readonly #agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  readonly #origin: string;
  readonly #open = new Set<Promise<unknown>>();

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** The text is empty when there was no answer. */
  async load(path: string, address: string, at = Date.now()): Promise<{ status: number; text: string }> {
    const answer = await this.#request(path, address);
    this.all.push({ at, took: Date.now() - at, status: answer.status, path });
    return answer;
  }

  /** Makes `rate` loads a second regardless of the responses (open loop), until `signal` aborts. */
  async generateLoad(next: () => { path: string; address: string }, rate: number, signal: AbortSignal): Promise<void> {
    const gap = 1000 / Math.min(rate, MAX_RATE);
    for (let due = Date.now(); !signal.aborted; due += gap) {
      const early = due - Date.now();
      if (early > 1) await sleep(early, undefined, { signal }).catch(() => {});
      if (signal.aborted) break;
      const { path, address } = next();
      const loading = this.load(path, address, due).finally(() => this.#open.delete(loading));
      this.#open.add(loading);
    }
    await Promise.all(this.#open);
  }

  close(): void {
    this.#agent.destroy();
  }

  async #request(path: string, address: string): Promise<{ status: number; text: string }> {
    try {
      const headers = { 'X-Forwarded-For': address, Accept: 'text/html' };
      const signal = AbortSignal.timeout(LOAD_TIMEOUT);
      const sent = request(`${this.#origin}${path}`, { agent: this.#agent, headers, signal }).on('error', () => {});
      sent.end();
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      return { status: answer.statusCode ?? 0, text: await text(answer) };
    } catch {
      return { status: 0, text: '' };
    }
  }
}
