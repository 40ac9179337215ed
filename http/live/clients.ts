import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isLoopback } from '../../ops/proxy-detection.ts';
import { networkOf } from '../limits/client-network.ts';
import { keepForStream } from '../limits/pipelining.ts';

/** Open event streams of one server, and of one address (of IPv6 one network): a mobile carrier or a venue is one address. */
const ROOM = { all: 10_000, perAddress: 5000 };
/** From this share of the limit on, polling clients are asked to poll less often. */
const CROWDED_FROM = 0.9;
/** Bytes that a client may leave unread before it is dropped. */
const MAX_UNREAD = 32 * 1024;
/** Interval of heartbeat comments, in seconds: each second a part of the clients gets one. */
const COMMENT_EVERY = 15;
/** Reconnection time in ms, with jitter: clients must not come back all at once. */
const RETRY = { from: 2000, to: 30_000 };
/** Clients written to before other work gets its turn. */
const BATCH = 500;

interface Client {
  socket: Socket;
  source: string;
  isChunked: boolean;
  turn: number;
  /** Sequence number at join: earlier broadcasts are in its initial snapshot. */
  after: number;
}

export type Clients = ReturnType<typeof createClients>;

/** Open event streams: admission, broadcast, and clients that do not read. */
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

  /** Drops a client whose unread bytes exceed the limit. */
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
    /** Since the start: streams opened, refused for want of room, and dropped because nobody read them. */
    counts: () => ({ ...counts }),
    isCrowded: () => clients.size >= room.all * CROWDED_FROM,
    /** False while the server closes, too: a new stream would hold it up. */
    hasRoomFor(address: string): boolean {
      const hasRoom = !isClosed && clients.size < room.all;
      const isWelcome = hasRoom && (isLoopback(address) || (perAddress.get(networkOf(address)) ?? 0) < room.perAddress);
      if (!isWelcome) counts.refused += 1;
      return isWelcome;
    },
    /** False for one that asked on a connection on which another answer is still under way: a stream has to have its own. */
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
    /** Writes to all, in batches. Each client is written to in the order of the calls. */
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

/** The same bytes for every client, framed once: as one chunk of HTTP/1.1, or as they are for HTTP/1.0. */
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

/** Bypasses Node's response, whose buffers cost memory for each of ten thousand clients. */
function write({ socket, isChunked }: Client, { plain, chunked }: Frame): void {
  socket.write(isChunked ? chunked : plain);
}

function retry(): string {
  return `retry: ${Math.floor(RETRY.from + Math.random() * (RETRY.to - RETRY.from))}\n\n`;
}
