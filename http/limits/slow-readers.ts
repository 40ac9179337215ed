import { fstatSync } from 'node:fs';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { sendQueues } from './send-queues.ts';

interface Patience {
  /** A connection whose unsent bytes do not shrink for so long is ended, in ms. */
  within: number;
  lookEvery: number;
}

const PATIENCE: Patience = { within: 30_000, lookEvery: 2500 };
/** Connections ended in one look: closing thousands at once would hold up the event loop. */
const ENDED_AT_ONCE = 500;

interface Blocked {
  /** Bytes that the kernel has taken. */
  taken: number;
  /** Bytes that wait in the kernel; undefined before the second look. */
  queued: number | undefined;
  since: number;
}

/**
 * Ends connections whose client does not read: every unsent answer holds memory, and a file or a database row behind it. One timer for all
 * routes and connections. Connections with nothing to send, such as idle event streams, are left alone.
 */
export function endSlowReaders(server: Server, { within, lookEvery }: Patience = PATIENCE): void {
  const sockets = new Set<Socket>();
  const blocked = new Map<Socket, Blocked>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      blocked.delete(socket);
    });
  });

  async function look(): Promise<void> {
    const stuck = findStuck();
    if (stuck.length === 0) return;
    // With a large send buffer the kernel takes more only after a megabyte has been read, so its own queue counts too.
    const queues = await sendQueues();
    let ended = 0;
    for (const [socket, state] of stuck) {
      const queued = queues.get(inodeOf(socket)) ?? 0;
      if (state.queued !== undefined && queued < state.queued) state.since = performance.now();
      state.queued = queued;
      if (performance.now() - state.since < within || ended === ENDED_AT_ONCE) continue;
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
      const taken = takenFrom(socket);
      const state = blocked.get(socket);
      if (state?.taken === taken) stuck.push([socket, state]);
      else blocked.set(socket, { taken, queued: undefined, since: performance.now() });
    }
    return stuck;
  }

  const timer = setInterval(() => void look(), lookEvery).unref();
  server.once('close', () => clearInterval(timer));
}

/** A client with a place that others wait for reads at least so fast on average (bytes a second), and for so long at most (ms). */
const PACE = 8 * 1024;
const PACE_EVERY = 20_000;
const AT_MOST = 15 * 60_000;

/** Closes the connection of a client that takes an answer too slowly. */
export function endSlowReader(socket: Socket, response: ServerResponse): void {
  const began = performance.now();
  const before = takenFrom(socket);
  const timer = setInterval(() => {
    const lasted = performance.now() - began;
    if (lasted > AT_MOST || takenFrom(socket) - before < (PACE * lasted) / 1000) socket.destroy();
  }, PACE_EVERY).unref();
  response.once('close', () => clearInterval(timer));
}

/** Node shows a write as pending until the last byte of it is taken; its handle knows how much that is. */
interface Inside {
  _handle?: { fd: number; bytesWritten: number; writeQueueSize: number } | null;
}

/** Bytes that the kernel has taken from a connection. */
function takenFrom(socket: Socket): number {
  const handle = (socket as Socket & Inside)._handle;
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
}

function inodeOf(socket: Socket): number {
  const fd = (socket as Socket & Inside)._handle?.fd ?? -1;
  return fd < 0 ? 0 : fstatSync(fd).ino;
}
