import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ModelError, notFound } from '../model/errors.ts';
import { COPY_WIDTHS } from '../model/picture-sources.ts';

const NAME = /^[0-9a-f]{32}\.(jpg|png|webp|gif)$/;
const COPY = new RegExp(`^([0-9a-f]{32})-(${COPY_WIDTHS.join('|')})\\.webp$`);
const TYPES: Record<string, string> = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp', gif: 'image/gif' };

/** A name is the hash of its bytes, so an answer never changes; and whatever the bytes are, they run nothing and load nothing. */
const HEADERS = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Accept-Ranges': 'bytes',
};

/** Where a data directory keeps its pictures. */
export function uploadsIn(dataDir: string): string {
  return path.join(dataDir, 'uploads');
}

/**
 * Uploaded pictures and their smaller copies by their exact names, whole or one range of them (RFC 9110, 14). For a copy that was not
 * made, of an animation or a small drawing, stands the picture itself. Anything else under /uploads/ is 404.
 */
export async function uploads(app: FastifyInstance, { directory }: { directory: string }): Promise<void> {
  app.route({ method: ['GET', 'HEAD'], url: '/uploads/*', schema: { hide: true }, handler: answer });

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { '*': name } = request.params as { '*': string };
    const found = await find(directory, name);
    if (!found) throw notFound('Такой картинки нет.');
    const { file, size } = found;
    const etag = `"${path.parse(file).name}"`;
    const range = readRange(request, etag, size);
    if (range === 'unsatisfiable') throw outOfRange(reply, size);
    reply.headers(HEADERS).header('ETag', etag);
    if (hasCopy(request, etag)) return reply.status(304).send();
    reply.type(TYPES[path.extname(file).slice(1)] ?? '');
    return sendBytes(request, reply, file, size, range);
  }
}

interface Found {
  file: string;
  /** In bytes. */
  size: number;
}

interface Range {
  start: number;
  end: number;
}

async function find(directory: string, name: string): Promise<Found | undefined> {
  const [, hash] = COPY.exec(name) ?? [];
  if (!hash && !NAME.test(name)) return undefined;
  const originals = hash ? Object.keys(TYPES).map((extension) => `${hash}.${extension}`) : [];
  for (const each of [name, ...originals]) {
    const file = path.join(directory, each);
    const size = await sizeOf(file);
    if (size) return { file, size };
  }
  return undefined;
}

async function sizeOf(file: string): Promise<number | undefined> {
  try {
    const found = await stat(file);
    return found.isFile() ? found.size : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function hasCopy(request: FastifyRequest, etag: string): boolean {
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return known.includes(etag) || known.includes('*');
}

/** Several ranges at once, other units and stale conditions get the whole picture, as the RFC allows. */
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

function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  file: string,
  size: number,
  range: Range | undefined,
): FastifyReply {
  const { start, end } = range ?? { start: 0, end: size - 1 };
  if (range) reply.status(206).header('Content-Range', `bytes ${start}-${end}/${size}`);
  reply.header('Content-Length', end - start + 1);
  return request.method === 'HEAD' ? reply.send() : reply.send(createReadStream(file, { start, end }));
}

function outOfRange(reply: FastifyReply, size: number): ModelError {
  reply.header('Content-Range', `bytes */${size}`);
  return new ModelError(416, 'out_of_range', 'В этой картинке меньше байтов, чем запрошено.');
}
