import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ModelError, notFound } from '../errors.ts';
import type { Store } from '../model/store.ts';
import { namesFor } from '../model/uploads/names.ts';
import { hasTag } from './etag.ts';

const TYPES: Record<string, string> = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp', gif: 'image/gif' };

/** Immutable: a name is the hash of the bytes. The sandbox keeps uploads from running. */
const HEADERS = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Accept-Ranges': 'bytes',
};

/** Images and variants by name, whole or one range (RFC 9110, 14); a missing width gives the next larger variant. */
export async function uploads(app: FastifyInstance, { store }: { store: Pick<Store, 'uploads'> }): Promise<void> {
  app.route({ method: ['GET', 'HEAD'], url: '/uploads/*', schema: { hide: true }, handler: answer });

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { '*': name } = request.params as { '*': string };
    const picture = await store.uploads.open(namesFor(name));
    if (!picture) throw notFound('Такого файла нет.');
    const tag = path.parse(picture.name).name;
    const etag = `"${tag}"`;
    const range = readRange(request, etag, picture.size);
    if (range === 'unsatisfiable') throw outOfRange(reply, picture.size);
    reply.headers(HEADERS).header('ETag', etag);
    if (hasTag(request.headers, tag)) return reply.status(304).send();
    const { start, end } = range ?? { start: 0, end: picture.size - 1 };
    if (range) reply.status(206).header('Content-Range', `bytes ${start}-${end}/${picture.size}`);
    reply.type(TYPES[path.extname(picture.name).slice(1)] ?? '').header('Content-Length', end - start + 1);
    return request.method === 'GET' ? reply.send(picture.read({ start, end })) : reply.send();
  }
}

interface Range {
  start: number;
  end: number;
}

/** Several ranges, other units and stale conditions get the whole image, as the RFC allows. */
function readRange(request: FastifyRequest, etag: string, size: number): Range | 'unsatisfiable' | undefined {
  const { range, 'if-range': condition } = request.headers;
  if (request.method !== 'GET' || (condition !== undefined && condition !== etag)) return undefined;
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? [];
  if (!first && !last) return undefined;
  const start = first ? Number(first) : Math.max(0, size - Number(last));
  const end = first && last ? Math.min(Number(last), size - 1) : size - 1;
  if (first && last && Number(last) < Number(first)) return undefined;
  return start > end ? 'unsatisfiable' : { start, end };
}

function outOfRange(reply: FastifyReply, size: number): ModelError {
  reply.header('Content-Range', `bytes */${size}`);
  return new ModelError(416, 'out_of_range', 'В этом файле меньше байтов, чем запрошено.');
}
