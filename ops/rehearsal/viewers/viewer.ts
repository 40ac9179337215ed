import { type ClientRequest, get } from 'node:http';

/** What the server told a viewer. */
export interface Told {
  viewer: Viewer;
  name: string;
  data: unknown;
  /** Unix time in ms. */
  at: number;
  /** First event of its name on a connection: a snapshot, not a change. */
  isOpening: boolean;
}

interface Listener {
  tell: (told: Told) => void;
  parse: (text: string) => unknown;
  /** The stream broke or was refused; the viewer comes back after what the server said, divided by `speed`. */
  lost: (viewer: Viewer, why: 'refused' | 'broken') => void;
  speed: number;
}

const RETRY = 3000; // ms, of a server that has said nothing yet, as browsers do

/** An open page: reads `/api/live` as EventSource does (HTML standard, server-sent events), reconnects by itself. */
export class Viewer {
  /** Of its own, so that limits for each address hold as for real visitors. */
  readonly address: string;
  /** How far its picture is behind the stage, in ms. */
  readonly lag: number;
  isConnected = false;
  #listener: Listener;
  #origin: string;
  #request: ClientRequest | undefined;
  #timer: NodeJS.Timeout | undefined;
  #retry = RETRY;
  #hasLeft = false;

  constructor(number: number, lag: number, origin: string, listener: Listener) {
    this.address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
    this.lag = lag;
    this.#origin = origin;
    this.#listener = listener;
  }

  join(): void {
    let text = '';
    const opened = new Set<string>();
    const headers = { 'X-Forwarded-For': this.address, Accept: 'text/event-stream' };
    const request = get(`${this.#origin}/api/live`, { headers, agent: false }, (response) => {
      if (response.statusCode !== 200) {
        response.resume();
        return this.#comeBack('refused');
      }
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
        const blocks = text.split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) this.#hear(block, opened);
        this.isConnected = true;
      });
      response.on('error', () => {}).on('close', () => this.#comeBack('broken'));
    });
    request.on('error', () => this.#comeBack('broken'));
    this.#request = request;
  }

  leave(): void {
    this.#hasLeft = true;
    clearTimeout(this.#timer);
    this.#request?.destroy();
  }

  #hear(block: string, opened: Set<string>): void {
    const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: ?(.*)/s, 2)));
    if (fields.retry) this.#retry = Number(fields.retry);
    if (!fields.event || fields.data === undefined) return;
    const isOpening = !opened.has(fields.event);
    opened.add(fields.event);
    const data = this.#listener.parse(fields.data);
    this.#listener.tell({ viewer: this, name: fields.event, data, at: Date.now(), isOpening });
  }

  #comeBack(why: 'refused' | 'broken'): void {
    if (this.#hasLeft || this.#timer) return;
    if (this.isConnected) this.#listener.lost(this, why);
    this.isConnected = false;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.join();
    }, this.#retry / this.#listener.speed);
  }
}
