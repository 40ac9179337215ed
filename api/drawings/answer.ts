import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasTag } from '../../http/etag.ts';

/** Not immutable: drawings end with their article, icons change with the accent. */
export const A_DAY = 'public, max-age=86400';

export const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

interface Head {
  type: string;
  cache: string;
  tag: string;
}

export async function sendDrawing(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, cache, tag }: Head,
  make: () => string | Promise<Buffer>,
): Promise<FastifyReply> {
  const bytes = hasTag(request.headers, tag) ? undefined : await make();
  reply.headers({ 'Cache-Control': cache, ETag: `"${tag}"`, 'Content-Security-Policy': POLICY });
  return bytes === undefined ? reply.status(304).send() : reply.type(type).send(bytes);
}
