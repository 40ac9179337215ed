import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import type { Announcement } from '../../db/announcements.ts';
import { isAway } from '../../db/errors.ts';
import type { Db } from '../../db/tables.ts';
import { overloaded } from '../../errors.ts';
import { createLimit } from '../../model/limit.ts';
import { NextChange } from '../next-change.ts';
import { hasOneHost, isHost, scriptSources } from '../origin.ts';
import { isAdmin } from '../session.ts';
import { type CacheKey, cacheKeyOf } from './key.ts';
import { type CachedResponse, createResponse, type Message, represent } from './response.ts';
import { fillReply, headersOf, replyWith, sendDirectly, sendMessage, visitOf } from './send.ts';
import { createSingleFlight, type Miss } from './single-flight.ts';
import { StaleIfError } from './stale-if-error.ts';
import { type Entry, EntryStore, FRESH_BYTES, holdsNow } from './store.ts';

declare module 'fastify' {
  interface FastifyRequest {
    cacheMiss: Miss | undefined;
    isAdminRead: boolean;
    isStale: boolean;
  }
}

const STALE = ['x-stale', '1'];
/** Concurrent compressions of what is cached; what is not cached has a limit of its own (`boot/app.ts`). */
const COMPRESSED_AT_ONCE = 2;
const MOST_WAITING = 500;
export const MAX_CACHED = 4 * 1024 * 1024; // bytes

interface CacheCounts {
  hits: number;
  misses: number;
  stale: number;
  entries: number;
  bytes: number;
}

/** Cache of public responses with single-flight and stale-if-error; every change drops it. */
export class PageCache {
  readonly #db: Db;
  readonly #config: Pick<Config, 'publicUrl' | 'trustProxy'>;
  readonly #entries = new EntryStore(FRESH_BYTES);
  readonly #stale: StaleIfError;
  readonly #nextChange: NextChange;
  readonly #joinOrMake = createSingleFlight(() => this.#generation);
  readonly #compressing = createLimit(COMPRESSED_AT_ONCE, MOST_WAITING, overloaded);
  readonly #counts = { hits: 0, misses: 0, stale: 0 };
  #generation = 0;
  #isClosing = false;
  #lastHost: string | undefined;

  constructor(db: Db, config: Pick<Config, 'publicUrl' | 'trustProxy'>, nextChange = new NextChange(db)) {
    this.#db = db;
    this.#config = config;
    this.#stale = new StaleIfError(db);
    this.#nextChange = nextChange;
  }

  counts(): CacheCounts {
    return { ...this.#counts, ...this.#entries.size() };
  }

  drop(announcement?: Announcement): void {
    this.#generation += 1;
    this.#nextChange.reset();
    this.#entries.clear();
    this.#stale.afterChange(announcement, this.#generation);
  }

  /** Runs before Fastify's router; false when no cached response was sent. */
  serve(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, url = '', headers } = request;
    const { trustProxy, publicUrl } = this.#config;
    if ((method !== 'GET' && method !== 'HEAD') || headers.authorization !== undefined) return false;
    // Forwarded scheme and host are known only to Fastify.
    if ((trustProxy.length > 0 && !publicUrl) || this.#isClosing) return false;
    if ((headers.host !== this.#lastHost || this.#lastHost === undefined) && !isHost(headers.host)) return false;
    if (!hasOneHost(request.rawHeaders)) return false;
    this.#lastHost = headers.host;
    const entry = this.#entries.get(url);
    if (!this.#isFresh(entry)) return false;
    const visited = `http://${headers.host}`;
    const visit = { origin: publicUrl ?? visited, sources: scriptSources(visited, publicUrl) };
    if (!sendDirectly(request, response, entry.response, visit)) return false;
    this.#counts.hits += 1;
    return true;
  }

  install(app: FastifyInstance): void {
    app.decorateRequest('cacheKey', undefined);
    app.decorateRequest('cacheMiss', undefined);
    app.decorateRequest('isAdminRead', false);
    app.decorateRequest('isStale', false);
    app.addHook('onRequest', (request, reply) => this.#onRequest(request, reply));
    app.addHook('onSend', (request, reply, payload) => this.#onSend(request, reply, payload));
    app.addHook('preClose', async () => {
      this.#isClosing = true;
    });
  }

  async #onRequest(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (await this.#readsAsAdmin(request)) {
      request.isAdminRead = true;
      return;
    }
    const key = cacheKeyOf(request);
    if (!key) return;
    request.cacheKey = key;
    const entry = this.#entries.get(key.target);
    if (this.#isFresh(entry)) return this.#sendHit(request, reply, entry.response);
    const stale = this.#stale.whileAway(key.target);
    if (stale) return this.#sendStale(request, reply, stale);
    const found = await this.#joinOrMake(key.target);
    if ('response' in found) return this.#sendHit(request, reply, found.response);
    if (reply.raw.destroyed) {
      found.done('left');
      reply.hijack();
      return;
    }
    this.#counts.misses += 1;
    request.cacheMiss = found;
    reply.raw.once('close', () => found.done('left'));
    return this.#readNextChange(request, reply, key, found);
  }

  async #readNextChange(request: FastifyRequest, reply: FastifyReply, key: CacheKey, miss: Miss): Promise<void> {
    try {
      const { until, expiresAt, closesAt } = await this.#nextChange.read();
      Object.assign(miss, { until, expiresAt: key.endsWithVote ? Math.min(expiresAt, closesAt) : expiresAt });
    } catch (error) {
      // Without an expiry nothing is cached; without a stale response the page reports the failure.
      const isCurrent = miss.generation === this.#generation;
      const stale = isAway(error) ? this.#stale.afterFailedRead(key.target, isCurrent) : undefined;
      if (!stale) return;
      request.failure = error;
      miss.done();
      return this.#sendStale(request, reply, stale);
    }
  }

  async #onSend(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    const { cacheMiss, cacheKey } = request;
    if (!cacheMiss || !cacheKey) return payload;
    try {
      const visit = visitOf(request, this.#config.publicUrl);
      const message = await this.#complete(cacheKey, cacheMiss, request, reply, payload);
      if (!message) return fillReply(reply, payload, visit);
      return replyWith(reply, message, visit, request.isStale ? STALE : []);
    } finally {
      // Refused, failed or streamed: waiting requests render for themselves.
      cacheMiss.done();
    }
  }

  async #complete(
    key: CacheKey,
    miss: Miss,
    request: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
  ): Promise<Message | undefined> {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) {
      // Now too long to cache: an older, shorter response must not replace it.
      this.#stale.forget(key.target);
      return undefined;
    }
    const isBroken = reply.statusCode >= 500 || isAway(request.failure);
    const stale = isBroken ? this.#stale.inPlaceOf(miss.target, request.failure) : undefined;
    if (stale) this.#countStale(request);
    // An incomplete page is better than a stale one, but not cached.
    else if (!isForAll(key, reply) || request.failure !== undefined) return undefined;
    const response = stale ?? createResponse(Buffer.from(payload), headersOf(reply), reply.statusCode);
    const message = await this.#represent(request, response);
    if (!stale) this.#keep(key, miss, response);
    return message;
  }

  /** A response begun before the last change goes to requests from before it, uncached. */
  #keep(key: CacheKey, miss: Miss, response: CachedResponse): void {
    if (response.identity.length > MAX_CACHED) return;
    const entry = { ...miss, response };
    if (this.#isFresh(entry)) this.#entries.set(key, entry);
    if (holdsNow(entry) && response.status === 200) this.#stale.keep(key, entry);
    miss.done(entry);
  }

  #isFresh(entry: Entry | undefined): entry is Entry {
    return entry !== undefined && entry.generation === this.#generation && holdsNow(entry);
  }

  #sendHit(request: FastifyRequest, reply: FastifyReply, response: CachedResponse): Promise<void> {
    this.#counts.hits += 1;
    return this.#send(request, reply, response);
  }

  #sendStale(request: FastifyRequest, reply: FastifyReply, response: CachedResponse): Promise<void> {
    this.#countStale(request);
    return this.#send(request, reply, response, STALE);
  }

  #countStale(request: FastifyRequest): void {
    this.#counts.stale += 1;
    request.isStale = true;
  }

  async #send(
    request: FastifyRequest,
    reply: FastifyReply,
    response: CachedResponse,
    further: string[] = [],
  ): Promise<void> {
    const message = await this.#represent(request, response);
    reply.hijack();
    request.isCacheHit = true;
    sendMessage(request.raw, reply.raw, message, visitOf(request, this.#config.publicUrl).sources, further);
  }

  #represent(request: FastifyRequest, response: CachedResponse): Promise<Message> {
    const added = () => {
      if (!request.cacheKey) return;
      this.#entries.recount(request.cacheKey);
      this.#stale.recount(request.cacheKey);
    };
    const { origin } = visitOf(request, this.#config.publicUrl);
    return represent(response, request.headers, origin, { limit: this.#compressing, added });
  }

  async #readsAsAdmin(request: FastifyRequest): Promise<boolean> {
    const isAsked = request.routeOptions.config.knowsAdmins && request.headers.authorization !== undefined;
    return isAsked === true && (await isAdmin(request, this.#db));
  }
}

/** Panel documents are cached despite `no-store`: they hold no data. */
function isForAll({ partition }: CacheKey, reply: FastifyReply): boolean {
  const isSecret = partition !== 'panel' && String(reply.getHeader('cache-control')).includes('no-store');
  return (reply.statusCode === 200 || reply.statusCode === 404) && !isSecret;
}
