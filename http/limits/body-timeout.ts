import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a file: it may take its time as long as it keeps coming. */
    takesFile?: boolean;
  }
}

interface Patience {
  /** A body of JSON has to be there after so long, in ms. */
  json: number;
  /** A file has to bring at least so many bytes in each stretch of so many ms: 8 KiB/s, a photo over a crowded network. */
  file: { bytes: number; every: number };
}

const PATIENCE: Patience = { json: 30_000, file: { bytes: 8 * 1024 * 20, every: 20_000 } };

/** Bodies that come too slowly are cut off with 408: a thousand of them would hold a thousand connections for nothing. */
export function limitBodyTime(app: FastifyInstance, patience = PATIENCE): void {
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request;
    if (!hasBody(raw)) return;
    const timer = request.routeOptions.config.takesFile
      ? watchPace(request, reply, patience.file)
      : setTimeout(() => cutOff(request, reply), patience.json);
    const arrived = () => clearTimeout(timer);
    raw.once('end', arrived).once('close', arrived);
  });
}

/**
 * Who was answered before the body was there, refused or served from memory, may send the rest of it for `within` ms: nobody reads it,
 * and the connection would be held as long as the whole request may take.
 */
export function endUnreadBody(request: IncomingMessage, response: ServerResponse, within = PATIENCE.json): void {
  if (!hasBody(request)) return;
  response.once('finish', () => {
    if (request.complete) return;
    setTimeout(() => {
      if (!request.complete) request.socket.destroy();
    }, within).unref();
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function watchPace(request: FastifyRequest, reply: FastifyReply, { bytes, every }: Patience['file']) {
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
  const { socket } = request.raw;
  reply.raw.once('finish', () => socket.destroy());
  reply.header('Connection', 'close');
  refuse(request, reply, {
    status: 408,
    code: 'slow_body',
    message: 'Запрос передавался слишком долго. Попробуйте ещё раз.',
  });
}
