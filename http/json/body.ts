import type { FastifyInstance } from 'fastify';
import { ModelError } from '../../errors.ts';
import { refuse } from '../errors.ts';

const MAX_DEPTH = 32;
const MAX_VALUES = 20_000; // Values of lists and objects; the largest body that is meant, points of a show, has some 10,000

/** Accepts bodies in JSON, UTF-8, at most MAX_DEPTH levels and MAX_VALUES values, counted before they are parsed; an empty body is undefined, a bad one 400. */
export function acceptBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    try {
      assertModest(body);
      // RFC 8259, 8.1: a byte order mark may be ignored.
      const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
      done(null, JSON.parse(text));
    } catch (error) {
      done(error instanceof ModelError ? error : badJson('это не правильный JSON'));
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

/** 415 for a declared charset other than UTF-8, whose text would be stored garbled, and for a compressed body. */
export function refuseOtherCodings(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    // No body is read here, and no header may change a cached response.
    if (request.method === 'GET' || request.method === 'HEAD' || request.is404) return;
    const refused = { status: 415, code: 'unsupported_encoding', message: 'Запрос сжат: пришлите его без сжатия.' };
    if (!/^(?:identity)?$/i.test(request.headers['content-encoding'] ?? '')) return refuse(request, reply, refused);
    const charsets = [...(request.headers['content-type'] ?? '').matchAll(CHARSET)].map(([, name = '']) => name);
    if (charsets.every((name) => /^utf-?8$/i.test(name))) return;
    const message = 'Нужен запрос в кодировке UTF-8 (charset=utf-8).';
    return refuse(request, reply, { status: 415, code: 'unsupported_charset', message });
  });
}

const CHARSET = /;\s*charset\*?\s*=\s*"?\s*([^\s";]*)/gi;

/** Linear: strings are skipped, and bytes of letters beyond ASCII are none of the marks. */
function assertModest(json: Buffer): void {
  let depth = 0;
  let values = 1; // Commas stand between them
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
