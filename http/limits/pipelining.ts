import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that may wait behind an unfinished answer of their connection. Browsers and proxies never send one. */
const MOST_WAITING = 8;

const waiting = new WeakMap<Socket, number>();
const streaming = new WeakSet<Socket>();

/**
 * Ends the connection of a client that pipelines many requests, or one behind an event stream: their answers would be held, with files
 * and memory, until the first one ends. True when it did.
 */
export function endPipeline({ socket }: IncomingMessage, response: ServerResponse): boolean {
  // Node gives the socket to the first unfinished answer alone.
  if (response.socket !== null) return false;
  const count = (waiting.get(socket) ?? 0) + 1;
  waiting.set(socket, count);
  response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
  if (count <= MOST_WAITING && !streaming.has(socket)) return false;
  socket.destroy();
  return true;
}

/** Keeps a connection for an answer that never ends. False, and the connection is over, when requests wait behind it already. */
export function keepForStream(socket: Socket): boolean {
  streaming.add(socket);
  if (!waiting.get(socket)) return true;
  socket.destroy();
  return false;
}
