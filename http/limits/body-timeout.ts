import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    takesFile?: boolean; // limited by rate, not duration
  }
}

/** In ms; of a file the least bytes in each `every`: 8 KiB/s, a photo over a crowded network. */
const TIMEOUTS = { json: 30_000, file: { bytes: 8 * 1024 * 20, every: 20_000 } };

/** Ends bodies that arrive too slowly with 408: each holds a connection. */
export function limitBodyTime(app: FastifyInstance, timeouts = TIMEOUTS): void {
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request;
    if (!hasBody(raw)) return;
    const timer = request.routeOptions.config.takesFile
      ? watchRate(request, reply, timeouts.file)
      : setTimeout(() => cutOff(request, reply), timeouts.json);
    const arrived = () => clearTimeout(timer);
    raw.once('end', arrived).once('close', arrived);
  });
}

/** Destroys the connection if the rest of an unread body takes longer after the response than a JSON body may. */
export function endUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  if (!hasBody(request)) return;
  response.once('finish', () => {
    if (request.complete) return;
    setTimeout(() => {
      if (!request.complete) request.socket.destroy();
    }, TIMEOUTS.json).unref();
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function watchRate(request: FastifyRequest, reply: FastifyReply, { bytes, every }: typeof TIMEOUTS.file) {
  const { socket } = request.raw;
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    if (socket.bytesRead - before < bytes) {
      clearInterval(timer);
      cutOff(request, reply);
    }
    before = socket.bytesRead;
  }, every);
  return timer;
}

function cutOff(request: FastifyRequest, reply: FastifyReply): void {
  if (reply.sent) return;
  // Destroying the socket alone would leave the body's stream open, and the file its reader writes.
  reply.raw.once('finish', () => request.raw.destroy());
  reply.header('Connection', 'close');
  refuse(request, reply, {
    status: 408,
    code: 'slow_body',
    message: 'Запрос передавался слишком долго. Попробуйте ещё раз.',
  });
}
