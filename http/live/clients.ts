import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isLoopback } from '../../ops/proxy-detection.ts';
import { networkOf, reserveForStream, wasPipelined } from '../limits/connections.ts';

/** Per server and per address (IPv6: /64): a mobile carrier or a venue is one address. */
const CAPACITY = { all: 10_000, perAddress: 5000 };
const CROWDED_FROM = 0.9;
const MAX_UNREAD = 32 * 1024; // bytes; beyond it a client is dropped
const HEARTBEAT_INTERVAL = 15; // s, staggered over the clients
const RETRY = { from: 2000, to: 30_000 }; // ms, with jitter
const BATCH = 500;
/** Jitter of revalidation by open pages, in ms: no more than 2,000 of them ask in a second. */
const SPREAD = { atLeast: 250, atMost: 5000, perClient: 0.5 };

interface Client {
  socket: Socket;
  source: string;
  isChunked: boolean;
  turn: number;
  after: number; // version of the client's initial snapshot: earlier broadcasts are in it
}

/** Open event streams: admission, broadcast, heartbeat; clients that do not read are dropped. */
export class Clients {
  readonly room: number;
  readonly #perAddressRoom: number;
  readonly #clients = new Set<Client>();
  readonly #perAddress = new Map<string, number>();
  readonly #queue: Frame[] = [];
  readonly #heartbeat: NodeJS.Timeout;
  #dropped = 0;
  #turn = 0;
  #sent = 0;
  #isClosed = false;

  constructor({ all, perAddress } = CAPACITY) {
    this.room = all;
    this.#perAddressRoom = perAddress;
    this.#heartbeat = setInterval(() => this.#sendHeartbeats(), 1000).unref();
  }

  size(): number {
    return this.#clients.size;
  }

  /** Event streams dropped under back-pressure since the start. */
  dropped(): number {
    return this.#dropped;
  }

  /** In ms: see `SPREAD`. */
  spread(): number {
    return Math.min(SPREAD.atMost, Math.max(SPREAD.atLeast, Math.ceil(this.#clients.size * SPREAD.perClient)));
  }

  isCrowded(): boolean {
    return this.#clients.size >= this.room * CROWDED_FROM;
  }

  hasRoomFor(address: string): boolean {
    const known = isLoopback(address) ? 0 : (this.#perAddress.get(networkOf(address)) ?? 0);
    return !this.#isClosed && this.#clients.size < this.room && known < this.#perAddressRoom;
  }

  /** False when the request was pipelined behind another one. */
  add(response: ServerResponse, headers: Record<string, string>, address: string, opening: string): boolean {
    const { socket } = response;
    if (wasPipelined(response)) return false;
    if (!socket) return response.destroyed;
    if (socket.destroyed || !reserveForStream(socket)) return true;
    response.writeHead(200, headers);
    response.flushHeaders();
    const turn = this.#clients.size % HEARTBEAT_INTERVAL;
    const source = networkOf(address);
    const client = { socket, source, isChunked: response.chunkedEncoding, turn, after: this.#sent };
    this.#clients.add(client);
    this.#perAddress.set(source, (this.#perAddress.get(source) ?? 0) + 1);
    socket.once('close', () => this.#remove(client));
    this.#write(client, frame(retry() + opening));
    return true;
  }

  send(text: string): void {
    this.#sent += 1;
    this.#queue.push(frame(text));
    if (this.#queue.length === 1) void this.#drain();
  }

  close(): void {
    this.#isClosed = true;
    this.#queue.length = 0;
    clearInterval(this.#heartbeat);
    for (const { socket, isChunked } of this.#clients) {
      const farewell = frame(retry());
      socket.end(isChunked ? Buffer.concat([farewell.chunked, LAST_CHUNK]) : farewell.plain);
    }
  }

  #sendHeartbeats(): void {
    this.#turn = (this.#turn + 1) % HEARTBEAT_INTERVAL;
    for (const client of this.#clients) if (client.turn === this.#turn) this.#write(client, HEARTBEAT);
  }

  async #drain(): Promise<void> {
    for (let frame = this.#queue[0]; frame; frame = this.#queue[0]) {
      const number = this.#sent - this.#queue.length + 1;
      let written = 0;
      for (const client of this.#clients) {
        if (client.after < number) this.#write(client, frame);
        written += 1;
        if (written % BATCH === 0) await nextTurn();
      }
      this.#queue.shift();
    }
  }

  #write(client: Client, frame: Frame): void {
    // Bypasses Node's response, whose buffers cost memory per client.
    if (client.socket.writableLength <= MAX_UNREAD) client.socket.write(client.isChunked ? frame.chunked : frame.plain);
    else if (!client.socket.destroyed) {
      this.#dropped += 1;
      client.socket.destroy();
    }
  }

  #remove(client: Client): void {
    if (!this.#clients.delete(client)) return;
    const others = (this.#perAddress.get(client.source) ?? 1) - 1;
    if (others > 0) this.#perAddress.set(client.source, others);
    else this.#perAddress.delete(client.source);
  }
}

type Frame = ReturnType<typeof frame>;

/** Framed once: an HTTP/1.1 chunk, or plain for HTTP/1.0. */
function frame(text: string) {
  const plain = Buffer.from(text);
  return { plain, chunked: Buffer.from(`${plain.length.toString(16)}\r\n${text}\r\n`) };
}

/** A comment for proxies and an empty event for pages, which do not see comments: they detect dead connections by its absence. */
const HEARTBEAT = frame(':\nevent: clock\ndata: {}\n\n');
const LAST_CHUNK = Buffer.from('0\r\n\r\n');

function retry(): string {
  return `retry: ${Math.floor(RETRY.from + Math.random() * (RETRY.to - RETRY.from))}\n\n`;
}
