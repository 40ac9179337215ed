import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUnavailable } from '../db/errors.ts';
import type { Db } from '../db/tables.ts';
import { ModelError, notFound } from '../errors.ts';
import { findTitle } from '../model/files/library.ts';
import type { Store } from '../model/store.ts';
import { namesFor } from '../model/uploads/storage/storage.ts';
import { isAudio, isImage, typeOf } from '../model/uploads/types.ts';
import { hasTag } from './etag.ts';

/** Immutable: a name is the hash of the bytes. The sandbox keeps uploads from running. */
const HEADERS = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Accept-Ranges': 'bytes',
};

/** Uploads by name, whole or one range (RFC 9110, 14); a missing image width is served by the next larger variant. */
export async function uploads(
  app: FastifyInstance,
  { store }: { store: Pick<Store, 'db' | 'uploads'> },
): Promise<void> {
  app.route({ method: ['GET', 'HEAD'], url: '/uploads/*', handler: answer });

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { '*': name } = request.params as { '*': string };
    const upload = await store.uploads.open(namesFor(name));
    if (!upload) throw notFound('Такого файла нет.');
    const tag = path.parse(upload.name).name;
    const etag = `"${tag}"`;
    if (hasTag(request.headers, tag)) return reply.headers(HEADERS).header('ETag', etag).status(304).send();
    const range = readRange(request, etag, upload.size);
    if (range === 'unsatisfiable') {
      reply.header('Content-Range', `bytes */${upload.size}`);
      throw new ModelError(416, 'out_of_range', 'В этом файле меньше байтов, чем запрошено.');
    }
    reply.headers(HEADERS).header('ETag', etag);
    const { start, end } = range ?? { start: 0, end: upload.size - 1 };
    if (range) reply.status(206).header('Content-Range', `bytes ${start}-${end}/${upload.size}`);
    reply.type(typeOf(upload.name)?.mime ?? '').header('Content-Length', end - start + 1);
    const disposition = await dispositionOf(store.db, upload.name);
    if (disposition) reply.header('Content-Disposition', disposition);
    return request.method === 'GET' ? reply.send(upload.read({ start, end })) : reply.send();
  }
}

/** Documents are downloaded, not displayed; audio plays. Undefined for images, which have no row in `files`. */
async function dispositionOf(db: Db, name: string): Promise<string | undefined> {
  const type = typeOf(name);
  if (!type || isImage(type)) return undefined;
  const title = (await findTitle(db, name).catch(ignoreOutage)) ?? name;
  return dispositionAs(isAudio(type) ? 'inline' : 'attachment', name, title);
}

/** Content-Disposition with a name in ASCII without quotes and one in any script. */
export function dispositionAs(kind: 'inline' | 'attachment', plain: string, name: string): string {
  // RFC 8187: characters that `encodeURIComponent` keeps but a parameter may not contain.
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** A server without its database still serves uploads from its cache. */
function ignoreOutage(error: unknown): undefined {
  if (!isUnavailable(error)) throw error;
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
