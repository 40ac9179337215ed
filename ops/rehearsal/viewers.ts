import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { SpoilerCheck } from './night.ts';

const LAG = { least: 2, most: 90 }; // Seconds from stage to player: low-latency HLS to a long buffer
const POLL_INTERVAL = 20; // ms
const PARSED = 20; // cached parsed texts: all viewers get the same ones
const RETRY = 3000; // ms, until the server sends `retry`; as in browsers

/** A live event as one viewer received it. */
export interface ReceivedEvent {
  viewer: Viewer;
  name: string;
  data: unknown;
  at: number; // Unix time in ms
  isOpening: boolean; // First event of its name on a connection: a snapshot, not a change
}

/** All viewers, with the events they receive and the times of receipt. */
export class Viewers {
  readonly viewers: Viewer[];
  readonly origin: string;
  readonly speed: number; // Factor by which viewers reconnect sooner than `retry`
  readonly spoilers = new SpoilerCheck();
  lost = 0;
  refused = 0;
  received = 0;
  readonly #parsed = new LRUCache<string, Message>({ max: PARSED });
  readonly #subscriptions = new Set<(received: ReceivedEvent) => void>();

  /** Lags are spread evenly, not randomly: rehearsals are reproducible. */
  constructor(count: number, origin: string, speed: number) {
    this.origin = origin;
    this.speed = speed;
    this.viewers = Array.from({ length: count }, (_, at) => {
      const part = count === 1 ? 0 : at / (count - 1);
      return new Viewer(this, at + 1, (LAG.least + part * (LAG.most - LAG.least)) * 1000);
    });
  }

  get connected(): number {
    return this.viewers.filter(({ isConnected }) => isConnected).length;
  }

  /** Collects all viewers' events of a name from now on, until `first` resolves. */
  listen(name: string): Subscription {
    const received: ReceivedEvent[] = [];
    const take = (each: ReceivedEvent) => void (each.name === name && received.push(each));
    this.#subscriptions.add(take);
    return {
      received,
      first: async (fits, timeout) => {
        for (const until = Date.now() + timeout; ; await sleep(POLL_INTERVAL)) {
          const found = new Map<Viewer, ReceivedEvent>();
          for (const each of received)
            if (!found.has(each.viewer) && fits(each.data as never)) found.set(each.viewer, each);
          if (found.size < this.viewers.length && Date.now() < until) continue;
          this.#subscriptions.delete(take);
          return [...found.values()];
        }
      },
    };
  }

  /** False when some have not connected within `timeout` ms. */
  async allConnected(timeout: number): Promise<boolean> {
    for (const until = Date.now() + timeout; Date.now() < until; await sleep(POLL_INTERVAL))
      if (this.connected === this.viewers.length) return true;
    return this.connected === this.viewers.length;
  }

  leave(): void {
    for (const viewer of this.viewers) viewer.leave();
  }

  receive(received: ReceivedEvent): void {
    this.received += 1;
    this.spoilers.receive(received);
    for (const take of this.#subscriptions) take(received);
  }

  parse(block: string): Message {
    const known = this.#parsed.get(block);
    if (known) return known;
    const { retry, event, data } = Object.fromEntries(block.split('\n').map((line) => line.split(/: ?(.*)/s, 2)));
    const message = {
      ...(retry && { retry: Number(retry) }),
      ...(event && data !== undefined && { name: event, data: JSON.parse(data) as object }),
    };
    this.#parsed.set(block, message);
    return message;
  }
}

interface Subscription {
  received: ReceivedEvent[];
  /** Each viewer's first matching event, once all have one or after `timeout` ms. */
  first: <T>(fits: (data: T) => boolean, timeout: number) => Promise<ReceivedEvent[]>;
}

interface Message {
  retry?: number;
  name?: string;
  data?: object;
}

/** An open page: reads `/api/live` like EventSource (HTML standard, server-sent events), reconnecting automatically. */
export class Viewer {
  readonly address: string; // Unique, so that limits per address apply as to real visitors
  readonly lag: number; // Delay of its video behind the stage, in ms
  isConnected = false;
  retry = RETRY; // Reconnection delay sent by the server, in ms
  readonly #crowd: Viewers;
  #request: ClientRequest | undefined;
  #response: IncomingMessage | undefined;
  #timer: NodeJS.Timeout | undefined;
  #hasLeft = false;

  constructor(crowd: Viewers, number: number, lag: number) {
    this.address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
    this.lag = lag;
    this.#crowd = crowd;
  }

  /** Resolves at the first event or on failure. */
  join(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    let text = '';
    const opened = new Set<string>();
    const gone = (why: 'refused' | 'lost') => {
      this.#reconnect(why);
      resolve();
    };
    const headers = { 'X-Forwarded-For': this.address, Accept: 'text/event-stream' };
    this.#request = get(`${this.#crowd.origin}/api/live`, { headers, agent: false }, (response) => {
      this.#response = response;
      if (response.statusCode !== 200) {
        response.resume();
        return gone('refused');
      }
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
        const blocks = text.split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) this.#receive(block, opened);
        this.isConnected = true;
        resolve();
      });
      response.on('error', () => {}).on('close', () => gone('lost'));
    }).on('error', () => gone('lost'));
    return promise;
  }

  /** Stays connected and reads nothing until `listen`. */
  stopReading(): void {
    this.#response?.pause();
  }

  listen(): void {
    this.#response?.resume();
  }

  leave(): void {
    this.#hasLeft = true;
    clearTimeout(this.#timer);
    this.#request?.destroy();
  }

  #receive(block: string, opened: Set<string>): void {
    const { retry, name, data } = this.#crowd.parse(block);
    if (retry !== undefined) this.retry = retry;
    if (name === undefined) return;
    const isOpening = !opened.has(name);
    opened.add(name);
    this.#crowd.receive({ viewer: this, name, data, at: Date.now(), isOpening });
  }

  #reconnect(why: 'refused' | 'lost'): void {
    if (this.#hasLeft || this.#timer) return;
    if (this.isConnected) this.#crowd[why] += 1;
    this.isConnected = false;
    const again = () => {
      this.#timer = undefined;
      void this.join();
    };
    this.#timer = setTimeout(again, this.retry / this.#crowd.speed);
  }
}
