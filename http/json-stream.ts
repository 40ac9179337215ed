import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ModelError } from '../errors.ts';
import { createLimit, type Limit } from '../model/limit.ts';
import { MAX_CACHED } from './cache/page-cache.ts';
import { compressOnce, preferredEncoding } from './cache/response.ts';
import { createSlots } from './limits/connections.ts';
import { endSlowReader } from './limits/slow-readers.ts';
import { linkNext } from './paging.ts';

const WHOLE = { all: 3, perNetwork: 1 }; // each reads the whole table
const SHORT = { all: 100, perNetwork: 20 }; // a stalled client holds one batch of articles
const READ_CONCURRENCY = 2;
const PIECE = 64 * 1024;
const AT_ONCE = 256 * 1024; // bytes; shorter lists are sent whole

interface Listing {
  bytes: number;
  batches: () => AsyncGenerator<unknown[]>;
  next?: string | undefined;
}

interface List {
  path: string;
  query: {
    fields?: string | undefined;
    limit?: number | undefined;
    after?: string | undefined;
    tag?: string | undefined;
  };
  read: () => Promise<Listing>;
}

/** Sends lists of any length as JSON: whole if cacheable, else streamed with back-pressure in limited slots (503). */
export function createListSender(compressing: Limit) {
  const whole = createSlots(WHOLE);
  const short = createSlots(SHORT);
  const reading = createLimit(READ_CONCURRENCY);
  const long = new Set<string>(); // kinds (`fields` and tag) whose whole list exceeded MAX_CACHED when last read

  return async (request: FastifyRequest, reply: FastifyReply, { path, query, read }: List): Promise<FastifyReply> => {
    const kind = `${query.fields === 'card' ? 'cards' : 'articles'} ${query.tag ?? ''}`;
    const isWhole = query.limit === undefined;
    const isOwnPart = !isWhole && !request.cacheMiss;
    // Refused before the database is read.
    if (isWhole && long.has(kind) && !whole.hasRoomFor(request.ip)) throw tooManyReaders();
    if (isOwnPart && !short.take(request, reply)) throw tooManyReaders();
    const list = await reading(read);
    linkNext(reply, path, query, list.next);
    const isLong = list.bytes > MAX_CACHED;
    if (isWhole && isLong) long.add(kind);
    else if (isWhole && request.cacheMiss) long.delete(kind);
    reply.type('application/json; charset=utf-8');
    if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-cache');
    if (isOwnPart && list.bytes <= AT_ONCE) {
      const text = JSON.stringify((await Array.fromAsync(list.batches())).flat());
      const { body, headers } = await compressing(() => compressOnce(text, request.headers['accept-encoding']));
      return reply.headers(headers).send(body);
    }
    const texts = toJson(list.batches(), reading);
    if (request.cacheMiss && !isLong) return reply.send((await Array.fromAsync(texts)).join(''));
    if (!isOwnPart && !(isLong ? whole : short).take(request, reply)) throw tooManyReaders();
    endSlowReader(request.raw.socket, reply.raw);
    return stream(request, reply, texts, compressing);
  };
}

function tooManyReaders(): ModelError {
  const message =
    'Список новостей сейчас запрашивают слишком многие. Попробуйте через несколько секунд или читайте его по частям.';
  return new ModelError(503, 'overloaded', message);
}

function stream(
  request: FastifyRequest,
  reply: FastifyReply,
  texts: AsyncGenerator<string>,
  compressing: Limit,
): FastifyReply {
  reply.header('Vary', 'Accept-Encoding');
  const encoding = preferredEncoding(request.headers['accept-encoding']);
  if (encoding !== 'identity') reply.header('Content-Encoding', encoding);
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  const pieces = toChunks(texts);
  return reply.send(Readable.from(encoding === 'identity' ? pieces : compressPieces(pieces, encoding, compressing)));
}

async function* toJson(batches: AsyncGenerator<unknown[]>, inTurn: Limit): AsyncGenerator<string, void> {
  let separator = '[';
  const next = async () => {
    const { value, done } = await batches.next();
    await nextTurn();
    return done ? undefined : value.map((each) => JSON.stringify(each)).join(',');
  };
  for (let text = await inTurn(next); text !== undefined; text = await inTurn(next)) {
    if (text === '') continue;
    yield separator + text;
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}

async function* toChunks(texts: AsyncGenerator<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) {
    const bytes = Buffer.from(text);
    for (let from = 0; from < bytes.length; from += PIECE) yield bytes.subarray(from, from + PIECE);
  }
}

/** Low quality and a small window: several compressors run at once. */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 18 };

/** Compresses pieces one by one within `inTurn`; back-pressure: nothing runs while the client does not read. */
async function* compressPieces(
  pieces: AsyncIterable<Buffer>,
  encoding: 'br' | 'gzip',
  inTurn: Limit,
): AsyncGenerator<Buffer> {
  const compressor = encoding === 'br' ? createBrotliCompress({ params: BROTLI }) : createGzip();
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  ended.catch(() => {});
  let made: Buffer[] = [];
  compressor.on('data', (piece: Buffer) => made.push(piece));
  compressor.once('end', resolve).once('error', reject);
  const take = () => {
    const taken = Buffer.concat(made);
    made = [];
    return taken;
  };
  try {
    for await (const piece of pieces) {
      await inTurn(() => Promise.race([new Promise<void>((done) => compressor.write(piece, () => done())), ended]));
      const taken = take();
      if (taken.length > 0) yield taken;
    }
    compressor.end();
    await inTurn(() => ended);
    yield take();
  } finally {
    compressor.destroy();
  }
}
