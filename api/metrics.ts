import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { bearerToken } from '../http/session.ts';
import { allFamilies, type Watched } from '../ops/metrics/families.ts';
import { METRICS_TYPE, toText } from '../ops/metrics/text.ts';
import { forwardingHeader, isLoopback } from '../ops/proxy-detection.ts';

/** Figures for Prometheus: for the bearer of METRICS_TOKEN and for this very machine. For all others there is no such address. */
export const metricsApi: FastifyPluginAsync<Watched> = async (app, watched) => {
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayRead(request, watched.config.metricsToken)) return reply.callNotFound();
    reply.header('Cache-Control', 'no-store').type(METRICS_TYPE);
    return toText(await allFamilies(watched));
  });
};

/** A proxy on this machine asks for somebody else, and says so. */
function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined && isSame(bearerToken(request) ?? '', token)) return true;
  return isLoopback(request.socket.remoteAddress ?? '') && forwardingHeader(request) === undefined;
}

/** Takes as long for every wrong token, of whatever length. */
function isSame(given: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(expected));
}
