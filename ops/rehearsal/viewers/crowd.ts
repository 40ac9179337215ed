import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { type Order, orderOf } from './order.ts';
import { OwnSeconds } from './own-second.ts';
import { type Told, Viewer } from './viewer.ts';

/** Seconds by which a player is behind the stage: low-latency HLS to a long buffer. */
const LAG = { least: 2, most: 90 };
const LOOK_EVERY = 20; // ms
const PARSED = 20; // texts; all viewers get the same ones

/** All viewers: events, arrival times and order. */
export class Crowd {
  readonly viewers: Viewer[];
  readonly order: Order = { repeated: 0, disordered: 0 };
  readonly ownSeconds = new OwnSeconds();
  lost = 0;
  refused = 0;
  told = 0;
  readonly #parsed = new LRUCache<string, object>({ max: PARSED });
  readonly #hearings = new Set<Hearing>();
  readonly #orderly = orderOf(this.order);

  /** Lags are spread evenly: the same rehearsal twice has the same viewers. */
  constructor(count: number, origin: string, speed: number) {
    const lost = (_viewer: Viewer, why: 'refused' | 'broken') => {
      if (why === 'refused') this.refused += 1;
      else this.lost += 1;
    };
    const listener = {
      tell: (told: Told) => this.#hear(told),
      parse: (text: string) => this.#parse(text),
      lost,
      speed,
    };
    this.viewers = Array.from({ length: count }, (_, at) => {
      const part = count === 1 ? 0 : at / (count - 1);
      return new Viewer(at + 1, (LAG.least + part * (LAG.most - LAG.least)) * 1000, origin, listener);
    });
  }

  get connected(): number {
    return this.viewers.filter(({ isConnected }) => isConnected).length;
  }

  /** Collects what all are told under a name from now on. */
  listen(name: string): Hearing {
    const hearing = new Hearing(name, this.viewers.length, () => this.#hearings.delete(hearing));
    this.#hearings.add(hearing);
    return hearing;
  }

  /** False when some have not come within `patience` ms. */
  async allConnected(patience: number): Promise<boolean> {
    for (const until = Date.now() + patience; Date.now() < until; await sleep(LOOK_EVERY))
      if (this.connected === this.viewers.length) return true;
    return this.connected === this.viewers.length;
  }

  leave(): void {
    for (const viewer of this.viewers) viewer.leave();
  }

  #hear(told: Told): void {
    this.told += 1;
    this.#orderly(told);
    this.ownSeconds.hear(told);
    for (const hearing of this.#hearings) hearing.take(told);
  }

  #parse(text: string): object {
    const known = this.#parsed.get(text) ?? (JSON.parse(text) as object);
    this.#parsed.set(text, known);
    return known;
  }
}

/** What viewers were told since this began. */
export class Hearing {
  readonly told: Told[] = [];
  readonly #name: string;
  readonly #count: number;
  readonly #end: () => void;

  constructor(name: string, count: number, end: () => void) {
    this.#name = name;
    this.#count = count;
    this.#end = end;
  }

  take(told: Told): void {
    if (told.name === this.#name) this.told.push(told);
  }

  /** The first that fits, of each viewer: once all have one, or after `patience` ms. Ends the hearing. */
  async first<T>(fits: (data: T) => boolean, patience: number): Promise<Told[]> {
    const until = Date.now() + patience;
    for (;;) {
      const found = new Map<Viewer, Told>();
      for (const told of this.told) if (!found.has(told.viewer) && fits(told.data as T)) found.set(told.viewer, told);
      if (found.size === this.#count || Date.now() >= until) {
        this.#end();
        return [...found.values()];
      }
      await sleep(LOOK_EVERY);
    }
  }
}
