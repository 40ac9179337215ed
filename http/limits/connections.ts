import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIPv6, type Socket } from 'node:net';
import { finished } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Limits concurrent responses, in total and per client network. `take`: false without a free slot; the end of the response frees it. */
export function createSlots(room: { all: number; perNetwork: number }) {
  const perNetwork = new Map<string, number>();
  let all = 0;
  const taken = (network: string) => perNetwork.get(network) ?? 0;
  const has = (network: string) => all < room.all && taken(network) < room.perNetwork;
  return {
    hasRoomFor: (address: string): boolean => has(networkOf(address)),
    take(request: FastifyRequest, reply: FastifyReply): boolean {
      const network = networkOf(request.ip);
      if (!has(network)) return false;
      all += 1;
      perNetwork.set(network, taken(network) + 1);
      finished(reply.raw, () => {
        all -= 1;
        if (taken(network) > 1) perNetwork.set(network, taken(network) - 1);
        else perNetwork.delete(network);
      });
      return true;
    },
  };
}

/** Key of per-client limits: an IPv4 address, or the /64 of an IPv6 subscriber. Empty once disconnected. */
export function networkOf(address = ''): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');
  if (!isIPv6(plain)) return plain;
  const [left = '', right] = plain.toLowerCase().split('::');
  const groups = left.split(':').filter(Boolean);
  const missing = right === undefined ? 0 : 8 - groups.length - right.split(':').filter(Boolean).length;
  return `${[...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...(right ?? '').split(':')].slice(0, 4).join(':')}::/64`;
}

const MAX_WAITING = 8; // per connection; browsers and proxies send none

const waiting = new WeakMap<Socket, number>();
const streaming = new WeakSet<Socket>();
const pipelined = new WeakSet<ServerResponse>();

/** Pipelining: calls `answer` after earlier responses. Many requests, or one behind a stream, end the connection. */
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
  // On the next tick: Node flushes the response after the event.
  else response.once('socket', () => process.nextTick(answer, request, response));
}

/** Whether the response had to wait for an earlier one. */
export function wasPipelined(response: ServerResponse): boolean {
  return pipelined.has(response);
}

/** Reserves a connection for an event stream; destroys it (false) if requests are pipelined behind it. */
export function reserveForStream(socket: Socket): boolean {
  streaming.add(socket);
  if (!waiting.get(socket)) return true;
  socket.destroy();
  return false;
}
