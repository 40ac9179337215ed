import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { bearerToken } from '../http/session.ts';
import { allFamilies, type Watched } from '../ops/metrics/families.ts';
import { METRICS_TYPE, toText } from '../ops/metrics/text.ts';
import { forwardingHeader, isLoopback } from '../ops/proxy-detection.ts';

export const metricsApi: FastifyPluginAsync<Watched> = async (app, watched) => {
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayRead(request, watched.config.metricsToken)) return reply.callNotFound();
    reply.header('Cache-Control', 'no-store').type(METRICS_TYPE);
    return toText(await allFamilies(watched));
  });
};

/** Local proxies forward remote requests: a forwarding header rules them out. */
function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined && isSame(bearerToken(request) ?? '', token)) return true;
  return isLoopback(request.socket.remoteAddress ?? '') && forwardingHeader(request) === undefined;
}

/** Constant time, whatever the length. */
function isSame(given: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(expected));
}
