import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const MAX_WAITING = 8; // per connection; browsers and proxies send none

const waiting = new WeakMap<Socket, number>();
const streaming = new WeakSet<Socket>();
const pipelined = new WeakSet<ServerResponse>();

/** Calls `answer` once earlier responses are sent. Many requests, or one behind an event stream, end the connection. */
export function answerInTurn(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): void {
  // Node assigns the socket to the first unfinished response only.
  if (response.socket !== null) {
    answer(request, response);
    return;
  }
  const { socket } = request;
  const count = (waiting.get(socket) ?? 0) + 1;
  waiting.set(socket, count);
  pipelined.add(response);
  response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
  if (count > MAX_WAITING || streaming.has(socket)) socket.destroy();
  // Not at once: Node flushes the response after the event.
  else response.once('socket', () => process.nextTick(answer, request, response));
}

/** Whether it had to wait for another one. */
export function wasPipelined(response: ServerResponse): boolean {
  return pipelined.has(response);
}

/** Reserves a connection for an event stream; destroys it (false) if requests are pipelined behind it. */
export function keepForStream(socket: Socket): boolean {
  streaming.add(socket);
  if (!waiting.get(socket)) return true;
  socket.destroy();
  return false;
}
