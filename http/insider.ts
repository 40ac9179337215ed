import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { forwardingHeader, isLoopback } from '../ops/proxy-detection.ts';
import { bearerToken } from './session.ts';

/** A program on this machine, or the bearer of METRICS_TOKEN. Local proxies forward remote requests: a forwarding header rules them out. */
export function isInsider(request: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined && isSame(bearerToken(request) ?? '', token)) return true;
  return isLoopback(request.socket.remoteAddress ?? '') && forwardingHeader(request) === undefined;
}

/** Constant time, whatever the length. */
function isSame(given: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(expected));
}
