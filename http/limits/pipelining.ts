import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const MOST_WAITING = 8; // per connection; browsers and proxies send none

const waiting = new WeakMap<Socket, number>();
const streaming = new WeakSet<Socket>();

/** Destroys (true) a connection with many pipelined requests or one behind an event stream: each holds memory. */
export function endPipeline({ socket }: IncomingMessage, response: ServerResponse): boolean {
  // Node assigns the socket to the first unfinished response only.
  if (response.socket !== null) return false;
  const count = (waiting.get(socket) ?? 0) + 1;
  waiting.set(socket, count);
  response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
  if (count <= MOST_WAITING && !streaming.has(socket)) return false;
  socket.destroy();
  return true;
}

/** Reserves a connection for an event stream; destroys it (false) if requests are pipelined behind it. */
export function keepForStream(socket: Socket): boolean {
  streaming.add(socket);
  if (!waiting.get(socket)) return true;
  socket.destroy();
  return false;
}
