import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUnavailable } from '../db/errors.ts';
import { ModelError } from '../errors.ts';
import { trustOf } from '../ops/proxy-detection.ts';

declare module 'fastify' {
  interface FastifyRequest {
    failure: unknown;
  }
}

const SLOW = 1000; // ms; uploads and event streams are exempt
/** Minimum interval of equal lines (ms): for floods, and for anything that unauthenticated clients can cause. */
const MIN_INTERVAL = { flood: 5000, anonymous: 1000 };
const FLOOD_STATUSES = [429, 503];
const MAX_PATH = 200;
const FORWARDED_ID = /^[\w.-]{8,64}$/;

type Level = 'debug' | 'info' | 'warn' | 'error';

/** Request ids: a trusted proxy's `X-Request-Id`, else a UUID. */
export function requestIds(trustProxy: string[]): (request: IncomingMessage) => string {
  const isTrusted = trustOf(trustProxy);
  return ({ headers, socket }) => {
    const given = headers['x-request-id'];
    const isTaken = typeof given === 'string' && FORWARDED_ID.test(given) && isTrusted(socket.remoteAddress);
    return isTaken ? given : randomUUID();
  };
}

/** Logs writes, failures and slow requests without header, body, query or unknown path: they may hold secrets. */
export function logRequests(app: FastifyInstance): void {
  const throttle = createThrottle();
  app.decorateRequest('failure', undefined);
  app.addHook('onSend', async (request, reply) => {
    if (!isSharedAnswer(request, reply)) reply.header('X-Request-Id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => logResponse(request, reply));
  app.addHook('onRequestAbort', async (request) => {
    if (request.failure === undefined && request.refusal !== 'aborted') return;
    const level = request.failure === undefined ? 'info' : faultLevel(request.failure);
    const alike = throttle(`aborted ${request.refusal} ${reasonOf(request.failure)}`, MIN_INTERVAL.anonymous);
    if (alike !== undefined) request.log[level]({ ...facts(request), ...reasons(request, alike) }, 'request aborted');
  });

  function logResponse(request: FastifyRequest, reply: FastifyReply): void {
    const level = levelOf(request, reply);
    if (level === 'debug' && request.log.level !== 'debug') return;
    const { statusCode: status } = reply;
    const alike =
      level === 'debug' ? 0 : throttle(`${request.refusal ?? status} ${reasonOf(request.failure)}`, pauseOf());
    if (alike === undefined) return;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    const line = { ...facts(request, reply), status, ...(request.isStale && { stale: true }), ms };
    request.log[level]({ ...line, ...reasons(request, alike) }, 'request');

    function pauseOf(): number {
      if (FLOOD_STATUSES.includes(status) || request.isStale || isUnavailable(request.failure))
        return MIN_INTERVAL.flood;
      const isOwn = request.session !== undefined || (status < 400 && !isRead(request));
      return isOwn ? 0 : MIN_INTERVAL.anonymous;
    }
  }
}

function reasons({ refusal, failure }: FastifyRequest, alike: number): object {
  return {
    ...(refusal && { code: refusal }),
    ...(failure !== undefined && { err: failure }),
    ...(alike > 0 && { alike }),
  };
}

/** Other caches store shared responses: a request id would be wrong there. */
function isSharedAnswer(request: FastifyRequest, reply: FastifyReply): boolean {
  if (reply.statusCode >= 400) return false;
  return request.cacheMiss !== undefined || String(reply.getHeader('Cache-Control')).includes('public');
}

function levelOf(request: FastifyRequest, { statusCode, elapsedTime }: FastifyReply): Level {
  if (request.failure !== undefined) return faultLevel(request.failure);
  if (statusCode >= 500) return statusCode === 503 ? 'warn' : 'error';
  if (request.isStale && request.refusal) return 'warn';
  if (!isRead(request)) return request.is404 ? 'debug' : 'info';
  const { url = '' } = request.routeOptions;
  return elapsedTime >= SLOW && url !== '/api/live' && !url.startsWith('/uploads/') ? 'warn' : 'debug';
}

function faultLevel(failure: unknown): Level {
  return isUnavailable(failure) || (failure instanceof ModelError && failure.status === 503) ? 'warn' : 'error';
}

function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

function facts(request: FastifyRequest, reply?: FastifyReply): Record<string, unknown> {
  const { url: route = '' } = request.routeOptions;
  const isKnown = reply !== undefined && reply.statusCode < 400 && !request.url.startsWith('/preview/');
  const path = isKnown ? request.url.split('?', 1)[0]?.slice(0, MAX_PATH) : undefined;
  return {
    method: request.method,
    route: route || 'unknown',
    ...(path !== undefined && path !== route && { path }),
    // A forwarding header may hold any text.
    ip: isIP(request.ip) ? request.ip : request.socket.remoteAddress,
    ...(request.session && { who: request.session.username }),
  };
}

function reasonOf(failure: unknown): string {
  if (!(failure instanceof Error)) return '';
  const { code, name } = failure as NodeJS.ErrnoException;
  return code ?? name;
}

/** Rate limit of equal lines: returns the number suppressed before; undefined suppresses this one. */
function createThrottle() {
  const kinds = new Map<string, { nextAt: number; suppressed: number }>();
  return (kind: string, pause: number): number | undefined => {
    if (pause === 0) return 0;
    const now = performance.now();
    const known = kinds.get(kind);
    if (known && now < known.nextAt) {
      known.suppressed += 1;
      return undefined;
    }
    kinds.set(kind, { nextAt: now + pause, suppressed: 0 });
    return known?.suppressed ?? 0;
  };
}
