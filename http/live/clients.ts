import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isLoopback } from '../../ops/proxy-detection.ts';
import { networkOf } from '../limits/client-network.ts';
import { keepForStream } from '../limits/pipelining.ts';

/** Per server and per address (IPv6: /64): a mobile carrier or a venue is one address. */
const ROOM = { all: 10_000, perAddress: 5000 };
const CROWDED_FROM = 0.9;
/** In bytes; beyond it a client is dropped. */
const MAX_UNREAD = 32 * 1024;
/** In seconds; staggered over the clients. */
const COMMENT_EVERY = 15;
/** In ms, with jitter. */
const RETRY = { from: 2000, to: 30_000 };
const BATCH = 500;

interface Client {
  socket: Socket;
  source: string;
  isChunked: boolean;
  turn: number;
  /** Earlier broadcasts are in the client's initial snapshot. */
  after: number;
}

export type Clients = ReturnType<typeof createClients>;

/** Open event streams: admission, broadcast, heartbeat; clients that do not read are dropped. */
export function createClients(room = ROOM) {
  const clients = new Set<Client>();
  const perAddress = new Map<string, number>();
  const queue: Frame[] = [];
  let turn = 0;
  let sent = 0;
  let isClosed = false;
  const counts = { joined: 0, refused: 0, dropped: 0 };
  const heart = setInterval(() => {
    turn = (turn + 1) % COMMENT_EVERY;
    for (const client of clients) if (client.turn === turn) tell(client, COMMENT);
  }, 1000);
  heart.unref();

  async function drain(): Promise<void> {
    for (let frame = queue[0]; frame; frame = queue[0]) {
      const number = sent - queue.length + 1;
      let written = 0;
      for (const client of clients) {
        if (client.after < number) tell(client, frame);
        written += 1;
        if (written % BATCH === 0) await nextTurn();
      }
      queue.shift();
    }
  }

  function tell(client: Client, frame: Frame): void {
    if (client.socket.writableLength <= MAX_UNREAD) write(client, frame);
    else if (!client.socket.destroyed) {
      counts.dropped += 1;
      client.socket.destroy();
    }
  }

  function leave(client: Client): void {
    if (!clients.delete(client)) return;
    const others = (perAddress.get(client.source) ?? 1) - 1;
    if (others > 0) perAddress.set(client.source, others);
    else perAddress.delete(client.source);
  }

  return {
    size: () => clients.size,
    room: room.all,
    counts: () => ({ ...counts }),
    isCrowded: () => clients.size >= room.all * CROWDED_FROM,
    hasRoomFor(address: string): boolean {
      const hasRoom = !isClosed && clients.size < room.all;
      const isWelcome = hasRoom && (isLoopback(address) || (perAddress.get(networkOf(address)) ?? 0) < room.perAddress);
      if (!isWelcome) counts.refused += 1;
      return isWelcome;
    },
    /** False when another response is in progress on the connection. */
    add(response: ServerResponse, headers: Record<string, string>, address: string, opening: string): boolean {
      const { socket } = response;
      if (!socket) return response.destroyed;
      if (socket.destroyed || !keepForStream(socket)) return true;
      response.writeHead(200, headers);
      response.flushHeaders();
      const turn = clients.size % COMMENT_EVERY;
      const client = { socket, source: networkOf(address), isChunked: response.chunkedEncoding, turn, after: sent };
      clients.add(client);
      counts.joined += 1;
      perAddress.set(client.source, (perAddress.get(client.source) ?? 0) + 1);
      socket.once('close', () => leave(client));
      tell(client, frame(retry() + opening));
      return true;
    },
    send(text: string): void {
      sent += 1;
      queue.push(frame(text));
      if (queue.length === 1) void drain();
    },
    close(): void {
      isClosed = true;
      queue.length = 0;
      clearInterval(heart);
      for (const client of clients) {
        const farewell = frame(retry());
        client.socket.end(client.isChunked ? Buffer.concat([farewell.chunked, LAST_CHUNK]) : farewell.plain);
      }
    },
  };
}

/** Framed once: an HTTP/1.1 chunk, or plain for HTTP/1.0. */
interface Frame {
  plain: Buffer;
  chunked: Buffer;
}

function frame(text: string): Frame {
  const plain = Buffer.from(text);
  return {
    plain,
    chunked: Buffer.concat([Buffer.from(`${plain.length.toString(16)}\r\n`), plain, Buffer.from('\r\n')]),
  };
}

const COMMENT = frame(':\n\n');
const LAST_CHUNK = Buffer.from('0\r\n\r\n');

/** Bypasses Node's response, whose buffers cost memory per client. */
function write({ socket, isChunked }: Client, { plain, chunked }: Frame): void {
  socket.write(isChunked ? chunked : plain);
}

function retry(): string {
  return `retry: ${Math.floor(RETRY.from + Math.random() * (RETRY.to - RETRY.from))}\n\n`;
}
