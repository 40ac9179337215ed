import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseValues, runningFrom } from '../doctor/running.ts';
import { type Night, quantilesOf } from './night.ts';

export interface Load {
  at: number; // When it was due, Unix time in ms
  took: number; // From then to the last byte, in ms: what waits behind something slow is slow
  status: number; // 0 when there was no answer
  path: string;
}

const CONNECTIONS = 128;
const LOAD_TIMEOUT = 30_000; // ms
const MAX_RATE = 500; // Requests a second: more would measure this process, not the server

const SAMPLE_INTERVAL = 500; // ms
const MAX_SAMPLES = 240; // points of a chart

/** One sample of server and viewers. */
export interface Sample {
  at: number; // Since it began, in ms
  connected: number;
  memory?: number; // Of the server, in bytes; undefined while it is away
  delay?: number; // By which its event loop is late, 99 of 100 turns, in ms
  pages: number; // Page loads since the sample before
  failed: number;
  p50?: number; // ms
  p99?: number; // ms
}

/** Loads pages over kept connections, each in the name of a viewer, and keeps what came of it. */
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
    const answer = await this.#ask(path, address);
    this.all.push({ at, took: Date.now() - at, status: answer.status, path });
    return answer;
  }

  /** `rate` loads a second, whatever the answers are, until `signal` says so. */
  async steadily(next: () => { path: string; address: string }, rate: number, signal: AbortSignal): Promise<void> {
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

  async #ask(path: string, address: string): Promise<{ status: number; text: string }> {
    try {
      const headers = { 'X-Forwarded-For': address, Accept: 'text/html' };
      const signal = AbortSignal.timeout(LOAD_TIMEOUT);
      const asked = request(`${this.#origin}${path}`, { agent: this.#agent, headers, signal }).on('error', () => {});
      asked.end();
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      return { status: answer.statusCode ?? 0, text: await text(answer) };
    } catch {
      return { status: 0, text: '' };
    }
  }
}

/** Looks at the server and the viewers twice a second, beside everything else. */
export class Series {
  readonly begun = Date.now();
  readonly #night: Night;
  readonly #looks: Pick<Sample, 'at' | 'connected' | 'memory' | 'delay'>[] = [];
  readonly #timer: NodeJS.Timeout;

  constructor(night: Night) {
    this.#night = night;
    this.#timer = setInterval(() => void this.#look(), SAMPLE_INTERVAL);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** At most 240, evenly over the time. */
  samples(): Sample[] {
    const took = Date.now() - this.begun;
    const width = Math.max(SAMPLE_INTERVAL, took / MAX_SAMPLES);
    return Array.from({ length: Math.ceil(took / width) }, (_, index) => this.#sampleOf(index, width));
  }

  #sampleOf(index: number, width: number): Sample {
    const isWithin = (at: number) => Math.floor(at / width) === index;
    const look = this.#looks.findLast(({ at }) => isWithin(at)) ?? this.#looks.findLast(({ at }) => at < index * width);
    const loads = this.#night.loads.all.filter(({ at }) => isWithin(at - this.begun));
    const answered = loads.filter(({ status }) => status === 200);
    const { p50, p99 } = quantilesOf(answered.map(({ took }) => took)) ?? {};
    return {
      ...(look ?? { connected: 0 }),
      at: (index + 0.5) * width,
      pages: loads.length,
      failed: loads.length - answered.length,
      ...(p50 !== undefined && { p50 }),
      ...(p99 !== undefined && { p99 }),
    };
  }

  async #look(): Promise<void> {
    const at = Date.now() - this.begun;
    const running = await this.#readMetrics();
    this.#looks.push({ at, connected: this.#night.crowd.connected, ...running });
  }

  async #readMetrics(): Promise<{ memory: number; delay: number } | undefined> {
    try {
      const answer = await fetch(`${this.#night.server.origin}/metrics`, {
        signal: AbortSignal.timeout(SAMPLE_INTERVAL),
      });
      const { memory, delay } = runningFrom(parseValues(await answer.text()));
      return { memory, delay };
    } catch {
      return undefined;
    }
  }
}
