import { parseValues, runningFrom } from '../doctor/running.ts';
import type { Night } from './night.ts';
import { quantilesOf } from './quantiles.ts';

const LOOK_EVERY = 500; // ms
const MOST = 240; // points of a chart

/** One sample of server and viewers. */
export interface Sample {
  /** Since it began, in ms. */
  at: number;
  connected: number;
  /** Of the server, in bytes; undefined while it is away. */
  memory?: number;
  /** By which its event loop is late, 99 of 100 turns, in ms. */
  delay?: number;
  /** Page loads since the sample before. */
  pages: number;
  failed: number;
  p50?: number; // ms
  p99?: number; // ms
}

/** Looks at the server and the viewers twice a second, beside everything else. */
export class Series {
  readonly begun = Date.now();
  readonly #night: Night;
  readonly #looks: Pick<Sample, 'at' | 'connected' | 'memory' | 'delay'>[] = [];
  readonly #timer: NodeJS.Timeout;

  constructor(night: Night) {
    this.#night = night;
    this.#timer = setInterval(() => void this.#look(), LOOK_EVERY);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** At most 240, evenly over the time. */
  samples(): Sample[] {
    const took = Date.now() - this.begun;
    const width = Math.max(LOOK_EVERY, took / MOST);
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
      const answer = await fetch(`${this.#night.server.origin}/metrics`, { signal: AbortSignal.timeout(LOOK_EVERY) });
      const { memory, delay } = runningFrom(parseValues(await answer.text()));
      return { memory, delay };
    } catch {
      return undefined;
    }
  }
}
