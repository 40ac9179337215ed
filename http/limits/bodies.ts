import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ModelError } from '../../errors.ts';
import { refuse, TOO_LARGE } from '../errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    takesFile?: boolean; // limited by rate, not duration
  }
}

const MAX_DEPTH = 32;
const MAX_VALUES = 20_000; // Values of lists and objects; the largest valid body, a show's points, has some 10,000

/** Accepts bodies in JSON, UTF-8, at most MAX_DEPTH levels and MAX_VALUES values, counted before they are parsed; an empty body is undefined, a bad one 400. */
export function acceptBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    try {
      assertWithinLimits(body);
      // RFC 8259, 8.1: a byte order mark may be ignored.
      const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
      done(null, JSON.parse(text));
    } catch (error) {
      done(error instanceof ModelError ? error : badJson('это не правильный JSON'));
    }
  });
}

/**
 * Before a body is read: 413 over the route's limit; 415 if it is compressed or declares a charset other than UTF-8, whose text
 * would be stored garbled. 408 for a slow body: each holds a connection.
 */
export function admitBodies(app: FastifyInstance, timeouts = TIMEOUTS): void {
  app.addHook('onRequest', async (request, reply) => {
    const { raw, headers, routeOptions } = request;
    if (Number(headers['content-length'] ?? 0) > routeOptions.bodyLimit) return refuse(request, reply, TOO_LARGE);
    // GET and HEAD: no body is read, and no header may change a cached response.
    const refusal = ['GET', 'HEAD'].includes(request.method) ? undefined : refusalOfCoding(headers);
    if (refusal) return refuse(request, reply, refusal);
    if (!hasBody(raw)) return;
    const timer = routeOptions.config.takesFile
      ? watchRate(request, reply, timeouts.file)
      : setTimeout(() => refuseSlowBody(request, reply), timeouts.json);
    const arrived = () => clearTimeout(timer);
    raw.once('end', arrived).once('close', arrived);
  });
}

function refusalOfCoding({ 'content-encoding': coding = '', 'content-type': type = '' }: IncomingHttpHeaders) {
  if (!/^(?:identity)?$/i.test(coding))
    return { status: 415, code: 'unsupported_encoding', message: 'Запрос сжат: пришлите его без сжатия.' };
  if ([...type.matchAll(CHARSET)].every(([, name = '']) => /^utf-?8$/i.test(name))) return undefined;
  return { status: 415, code: 'unsupported_charset', message: 'Нужен запрос в кодировке UTF-8 (charset=utf-8).' };
}

const CHARSET = /;\s*charset\*?\s*=\s*"?\s*([^\s";]*)/gi;

/** Linear: skips strings; bytes of non-ASCII letters are never structural characters. */
function assertWithinLimits(json: Buffer): void {
  let depth = 0;
  let values = 1; // one more than there are commas
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === MARKS.quote) at = endOfString(json, at);
    else if (byte === MARKS.list || byte === MARKS.object) depth += 1;
    else if (byte === MARKS.listEnd || byte === MARKS.objectEnd) depth -= 1;
    else if (byte === MARKS.comma) values += 1;
    if (depth > MAX_DEPTH) throw badJson(`вложенность JSON больше ${MAX_DEPTH}`);
    if (values > MAX_VALUES) throw badJson(`значений в JSON больше ${MAX_VALUES}`);
  }
}

const MARKS = { quote: 0x22, backslash: 0x5c, comma: 0x2c, list: 0x5b, listEnd: 0x5d, object: 0x7b, objectEnd: 0x7d };

function endOfString(json: Buffer, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== MARKS.quote) at += json[at] === MARKS.backslash ? 2 : 1;
  return at;
}

function badJson(reason: string): ModelError {
  return new ModelError(400, 'bad_json', `Запрос не разобран: ${reason}.`);
}

/** In ms; `file`: minimum bytes per `every`, 8 KiB/s for a photo over a crowded network. */
const TIMEOUTS = { json: 30_000, file: { bytes: 8 * 1024 * 20, every: 20_000 } };

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
      refuseSlowBody(request, reply);
    }
    before = socket.bytesRead;
  }, every);
  return timer;
}

function refuseSlowBody(request: FastifyRequest, reply: FastifyReply): void {
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
