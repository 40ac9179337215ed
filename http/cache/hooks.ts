import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { isUnavailable } from '../../db/errors.ts';
import type { Db } from '../../db/tables.ts';
import { readsStored } from '../session.ts';
import type { PageCache } from './page-cache.ts';
import { type CachedResponse, createResponse, type Message } from './response.ts';
import { fillReply, headersOf, replyWith, sendMessage, type Visit, visitOf } from './send.ts';
import { type CacheKey, cacheKeyOf, type Miss } from './store.ts';

declare module 'fastify' {
  interface FastifyRequest {
    cacheMiss: Miss | undefined;
    isAdminRead: boolean;
    isStale: boolean;
  }
}

const STALE = ['x-stale', '1'];

interface Exchange {
  cache: PageCache;
  db: Db;
  publicUrl: string | undefined;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Answers from the cache before a route's handler runs, and caches what handlers answer. */
export function cachePages(app: FastifyInstance, cache: PageCache, db: Db, { publicUrl }: Pick<Config, 'publicUrl'>) {
  app.decorateRequest('cacheKey', undefined);
  app.decorateRequest('cacheMiss', undefined);
  app.decorateRequest('isAdminRead', false);
  app.decorateRequest('isStale', false);
  app.addHook('onRequest', (request, reply) => answerFromCache({ cache, db, publicUrl, request, reply }));
  app.addHook('onSend', (request, reply, payload) => cacheAnswer({ cache, db, publicUrl, request, reply }, payload));
}

async function answerFromCache(exchange: Exchange): Promise<void> {
  const { cache, db, request, reply } = exchange;
  const { public: isPublic, roles } = request.routeOptions.config;
  const asksAsAdmin = isPublic && roles && request.headers.authorization !== undefined;
  if (asksAsAdmin && (await readsStored(request, db))) {
    request.isAdminRead = true;
    return;
  }
  const key = cacheKeyOf(request);
  if (!key) return;
  request.cacheKey = key;
  const fresh = cache.fresh(key.target);
  if (fresh) return sendHit(exchange, fresh);
  const stale = cache.stale.whileUnavailable(key.target);
  if (stale) return sendStale(exchange, stale);
  const found = await cache.join(key.target);
  if ('response' in found) return sendHit(exchange, found.response);
  if (reply.raw.destroyed) {
    found.done('left');
    reply.hijack();
    return;
  }
  cache.count('misses');
  request.cacheMiss = found;
  reply.raw.once('close', () => found.done('left'));
  return readExpiry(exchange, key, found);
}

/** If the database is unreachable a stale response is sent; without one the page reports the failure. */
async function readExpiry(exchange: Exchange, key: CacheKey, miss: Miss): Promise<void> {
  const { cache, request } = exchange;
  try {
    await cache.readExpiry(key, miss);
  } catch (error) {
    const stale = isUnavailable(error) ? cache.stale.afterFailedRead(key.target, cache.isCurrent(miss)) : undefined;
    if (!stale) return;
    request.failure = error;
    miss.done();
    return sendStale(exchange, stale);
  }
}

async function cacheAnswer(exchange: Exchange, payload: unknown): Promise<unknown> {
  const { request, reply, publicUrl } = exchange;
  const { cacheMiss: miss, cacheKey: key } = request;
  if (!miss || !key) return payload;
  try {
    const visit = visitOf(request, publicUrl);
    const message = await complete(exchange, { key, miss, visit }, payload);
    if (!message) return fillReply(reply, payload, visit);
    return replyWith(reply, message, visit, request.isStale ? STALE : []);
  } finally {
    // Refused, failed or streamed: waiting requests render their own response.
    miss.done();
  }
}

async function complete(
  exchange: Exchange,
  { key, miss, visit }: { key: CacheKey; miss: Miss; visit: Visit },
  payload: unknown,
): Promise<Message | undefined> {
  const { cache, request, reply } = exchange;
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) {
    // Too long to cache: an older, shorter stale response must not be sent instead.
    cache.stale.forget(key.target);
    return undefined;
  }
  const isBroken = reply.statusCode >= 500 || isUnavailable(request.failure);
  const stale = isBroken ? cache.stale.inPlaceOf(miss.target, request.failure) : undefined;
  if (stale) countStale(exchange);
  // An incomplete page is better than a stale one, but not cached.
  else if (!isForAll(key, reply) || request.failure !== undefined) return undefined;
  const response = stale ?? createResponse(Buffer.from(payload), headersOf(reply), reply.statusCode);
  const message = await represent(exchange, response, visit);
  if (!stale) cache.keep(key, miss, response);
  return message;
}

function sendHit(exchange: Exchange, response: CachedResponse): Promise<void> {
  exchange.cache.count('hits');
  return send(exchange, response);
}

function sendStale(exchange: Exchange, response: CachedResponse): Promise<void> {
  countStale(exchange);
  return send(exchange, response, STALE);
}

function countStale({ cache, request }: Exchange): void {
  cache.count('stale');
  request.isStale = true;
}

async function send(exchange: Exchange, response: CachedResponse, further: string[] = []): Promise<void> {
  const { request, reply, publicUrl } = exchange;
  const visit = visitOf(request, publicUrl);
  const message = await represent(exchange, response, visit);
  reply.hijack();
  request.isCacheHit = true;
  sendMessage(request.raw, reply.raw, message, visit.sources, further);
}

function represent({ cache, request }: Exchange, response: CachedResponse, { origin }: Visit): Promise<Message> {
  return cache.represent(response, request.cacheKey, request.headers, origin);
}

/** Panel documents are cached despite `no-store`: they hold no data. */
function isForAll({ partition }: CacheKey, reply: FastifyReply): boolean {
  const isSecret = partition !== 'panel' && String(reply.getHeader('cache-control')).includes('no-store');
  return (reply.statusCode === 200 || reply.statusCode === 404) && !isSecret;
}
