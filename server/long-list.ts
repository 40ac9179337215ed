import { Readable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { preferredEncoding } from './finished.ts';
import { MAX_ANSWER } from './page-cache.ts';

/** Who takes nothing for so long has gone, in ms. */
const PATIENCE = 30_000;
/** A list that is sent as it is read is compressed on the way, several at once. */
const BROTLI_QUALITY = 3;

/**
 * A JSON list that may be of any length, made of batches. What fits into one kept answer is sent as one; a longer list goes out
 * as it is read, no faster than its reader takes it, and is never whole in memory.
 */
export async function sendList(
  request: FastifyRequest,
  reply: FastifyReply,
  batches: AsyncGenerator<unknown[]>,
): Promise<FastifyReply> {
  reply.type('application/json; charset=utf-8');
  const pieces = toJson(batches);
  let beginning = '';
  for (let next = await pieces.next(); ; next = await pieces.next()) {
    if (next.done) return reply.send(beginning);
    beginning += next.value;
    if (Buffer.byteLength(beginning) > MAX_ANSWER) break;
  }
  if (request.method === 'HEAD') {
    await pieces.return(undefined);
    return reply.send(Readable.from([]));
  }
  reply.raw.setTimeout(PATIENCE, () => reply.raw.destroy());
  return reply.send(compressed(request, reply, Readable.from(rest(beginning, pieces))));
}

async function* toJson(batches: AsyncGenerator<unknown[]>): AsyncGenerator<string, void> {
  let separator = '[';
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield separator + batch.map((each) => JSON.stringify(each)).join(',');
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}

async function* rest(beginning: string, pieces: AsyncGenerator<string, void>): AsyncGenerator<string> {
  yield beginning;
  yield* pieces;
}

function compressed(request: FastifyRequest, reply: FastifyReply, list: Readable): Readable {
  reply.header('Vary', 'Accept-Encoding').header('Cache-Control', 'no-cache');
  const encoding = preferredEncoding(request.headers['accept-encoding']);
  if (encoding === 'identity') return list;
  reply.header('Content-Encoding', encoding);
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  const compressor = encoding === 'br' ? createBrotliCompress({ params }) : createGzip();
  // A reader who leaves ends the reading, too.
  compressor.once('close', () => list.destroy());
  list.once('error', (error) => compressor.destroy(error));
  return list.pipe(compressor);
}
