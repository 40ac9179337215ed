import type { FastifyInstance } from 'fastify';
import { ModelError } from '../../errors.ts';
import { refuse } from '../errors.ts';

const MAX_DEPTH = 32;

/** Accepts bodies in JSON, UTF-8, at most MAX_DEPTH levels; an empty body is undefined, a bad one 400. */
export function acceptBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    try {
      // RFC 8259, 8.1: a byte order mark may be ignored.
      const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
      const value: unknown = JSON.parse(text);
      assertShallow(value, MAX_DEPTH);
      done(null, value);
    } catch (error) {
      done(
        error instanceof ModelError
          ? error
          : new ModelError(400, 'bad_json', 'Запрос не разобран: это не правильный JSON.'),
      );
    }
  });
}

/** 413 for a Content-Length over the route's limit, before the body is read. */
export function refuseLargeBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const limit = request.routeOptions.bodyLimit;
    if (request.is404 || Number(request.headers['content-length'] ?? 0) <= limit) return;
    return refuse(request, reply, { status: 413, code: 'too_large', message: 'Слишком много данных в одном запросе.' });
  });
}

/** 415 for a declared charset other than UTF-8: the text would be stored garbled. */
export function refuseOtherCharsets(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    // No body is read here, and no header may change a cached response.
    if (request.method === 'GET' || request.method === 'HEAD') return;
    const charsets = [...(request.headers['content-type'] ?? '').matchAll(CHARSET)].map(([, name = '']) => name);
    if (request.is404 || charsets.every((name) => /^utf-?8$/i.test(name))) return;
    const message = 'Нужен запрос в кодировке UTF-8 (charset=utf-8).';
    return refuse(request, reply, { status: 415, code: 'unsupported_charset', message });
  });
}

const CHARSET = /;\s*charset\*?\s*=\s*"?\s*([^\s";]*)/gi;

function assertShallow(value: unknown, depthLeft: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (depthLeft === 0)
    throw new ModelError(400, 'bad_json', `Запрос не разобран: вложенность JSON больше ${MAX_DEPTH}.`);
  for (const inner of Object.values(value)) assertShallow(inner, depthLeft - 1);
}
