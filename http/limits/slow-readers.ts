import { fstatSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const TIMEOUTS = { timeout: 30_000, interval: 2500 }; // ms: without progress of unsent data, and between checks
const MAX_ENDED_PER_CHECK = 500; // per check: closing thousands at once would block the event loop

interface Blocked {
  taken: number;
  queued: number | undefined;
  since: number;
}

/** Destroys connections whose client does not read. Those with nothing to send, such as idle streams, stay open. */
export function endSlowReaders(server: Server, { timeout, interval } = TIMEOUTS): void {
  const sockets = new Set<Socket>();
  const blocked = new Map<Socket, Blocked>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      blocked.delete(socket);
    });
  });

  async function check(): Promise<void> {
    const stuck = findStuck();
    if (stuck.length === 0) return;
    // With a large send buffer the kernel accepts more only after a megabyte was read, so its queue counts too.
    const queues = await sendQueues();
    let ended = 0;
    for (const [socket, state] of stuck) {
      const queued = queues.get(inodeOf(socket)) ?? 0;
      if (state.queued !== undefined && queued < state.queued) state.since = performance.now();
      state.queued = queued;
      if (performance.now() - state.since < timeout || ended === MAX_ENDED_PER_CHECK) continue;
      socket.destroy();
      ended += 1;
    }
  }

  function findStuck(): [Socket, Blocked][] {
    const stuck: [Socket, Blocked][] = [];
    for (const socket of sockets) {
      if (socket.writableLength === 0) {
        if (blocked.size > 0) blocked.delete(socket);
        continue;
      }
      const taken = bytesAccepted(socket);
      const state = blocked.get(socket);
      if (state?.taken === taken) stuck.push([socket, state]);
      else blocked.set(socket, { taken, queued: undefined, since: performance.now() });
    }
    return stuck;
  }

  const timer = setInterval(() => void check(), interval).unref();
  server.once('close', () => clearInterval(timer));
}

const MIN_RATE = 8 * 1024; // bytes/s
const RATE_INTERVAL = 20_000;
const MAX_DURATION = 15 * 60_000; // ms

/** Destroys the connection of a client that reads slower than 8 KiB/s on average or longer than 15 min. */
export function endSlowReader(socket: Socket, response: ServerResponse): void {
  const began = performance.now();
  const before = bytesAccepted(socket);
  const timer = setInterval(() => {
    const lasted = performance.now() - began;
    if (lasted > MAX_DURATION || bytesAccepted(socket) - before < (MIN_RATE * lasted) / 1000) socket.destroy();
  }, RATE_INTERVAL).unref();
  response.once('close', () => clearInterval(timer));
}

/** Node reports a write as pending until its last byte is accepted; only the handle knows the progress. */
interface SocketInternals {
  _handle?: { fd: number; bytesWritten: number; writeQueueSize: number } | null;
}

function bytesAccepted(socket: Socket): number {
  const handle = (socket as Socket & SocketInternals)._handle;
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
}

function inodeOf(socket: Socket): number {
  const fd = (socket as Socket & SocketInternals)._handle?.fd ?? -1;
  return fd < 0 ? 0 : fstatSync(fd).ino;
}

const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'];

/** Unacknowledged bytes in the kernel by socket inode, from `/proc/net/tcp`; empty on other systems. */
async function sendQueues(): Promise<Map<number, number>> {
  const queues = new Map<number, number>();
  for (const table of TABLES) {
    const text = await readFile(table, 'latin1').catch(() => '');
    for (const [, bytes = '', inode] of text.matchAll(LINE)) {
      if (bytes !== '00000000') queues.set(Number(inode), Number.parseInt(bytes, 16));
    }
  }
  return queues;
}

/** Columns of proc_net_tcp.txt; group 1 is tx_queue (hex), group 2 the inode. */
const LINE = /^ *\d+: \S+ \S+ \S+ ([0-9A-F]{8}):\S+ \S+ \S+ +\d+ +\d+ (\d+)/gm;

const TIMEOUT_BATCH = 50;
const BATCH_PAUSE = 10; // ms: 5,000 connections a second
const CLOSE_DELAY = 1000; // ms; a paused socket does not see the client's FIN

/** Ends timed-out connections in batches: thousands at once (an attack) would block the event loop for 0.2 s. */
export function endInBatches(respond: (socket: Socket) => void): (socket: Socket) => void {
  const waiting = new Set<Socket>();
  const next = () => {
    let count = 0;
    for (const socket of waiting) {
      waiting.delete(socket);
      closeGracefully(socket, respond);
      count += 1;
      if (count === TIMEOUT_BATCH) break;
    }
    if (waiting.size > 0) setTimeout(next, BATCH_PAUSE);
  };
  return (socket) => {
    socket.pause();
    waiting.add(socket);
    if (waiting.size === 1) setTimeout(next, BATCH_PAUSE);
  };
}

function closeGracefully(socket: Socket, respond: (socket: Socket) => void): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  respond(socket);
  // Destroyed at once, a socket with unread bytes sends a RST, which may overtake the response.
  setTimeout(() => socket.destroy(), CLOSE_DELAY).unref();
}
