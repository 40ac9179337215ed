import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Announcement } from '../model/announcements.ts';
import { isAway } from '../model/dialect.ts';
import type { Db } from '../model/tables.ts';
import { createKeys } from './cache-key.ts';
import type { Config } from './config.ts';
import { createCopies } from './copies.ts';
import { writeDirectly, writeFinished } from './direct.ts';
import { choose, type Finished, finish, headFor, prepare } from './finished.ts';
import { createFlights, type Miss } from './flights.ts';
import { isHost, policySources, scriptSources } from './origin.ts';
import { createOutlook } from './outlook.ts';
import { createKept, type Entry, holdsNow } from './shelf.ts';
import { splitTarget } from './target.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer is the same for everybody: which query parameters of this path change it, or undefined when it may not be kept. */
    cached?: (path: string) => readonly string[] | undefined;
    /** The answer may name the voting address: no copy of it is sent once the vote is closed. */
    endsWithVote?: (path: string) => boolean;
  }
  interface FastifyRequest {
    cacheMiss: Miss | undefined;
    /** A last good copy went out in place of the answer. */
    isStale: boolean;
  }
}

/** One answer alone, in bytes. */
export const MAX_ANSWER = 4 * 1024 * 1024;

/** Since the start: answers from memory, answers that had to be made, last good copies; and what is kept now. */
interface CacheCounts {
  hits: number;
  misses: number;
  stale: number;
  entries: number;
  bytes: number;
}

export interface PageCache {
  /** Answers from memory before the application's router sees the request; false when it cannot. */
  serve: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Everything kept is out of date from now on, by this change of ours; without one it was somebody else's. */
  drop: (announcement?: Announcement) => void;
  /** Fills the cache with the answers of routes that say `cached`. */
  install: (app: FastifyInstance) => void;
  counts: () => CacheCounts;
}

/**
 * Finished public answers in memory: rendered once, sent many times, dropped by every change. Where one cannot be made (the database
 * is away, the server is overloaded, something broke), its last good copy is sent.
 */
export function createPageCache(db: Db, config: Pick<Config, 'publicUrl' | 'trustProxy'>): PageCache {
  const kept = createKept();
  const copies = createCopies(db);
  const outlook = createOutlook(db);
  const keyOf = createKeys(config.publicUrl);
  let generation = 0;
  const joinOrMake = createFlights(() => generation);
  let isClosing = false;
  let lastHost: string | undefined;
  const counts = { hits: 0, misses: 0, stale: 0 };

  const isFresh = (entry: Entry | undefined): entry is Entry =>
    entry !== undefined && entry.generation === generation && holdsNow(entry);

  async function onRequest(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const key = keyOf(request);
    if (!key) return;
    const known = kept.get(key);
    if (isFresh(known)) return sendKept(request, reply, known.answer);
    const copy = copies.whileAway(key);
    if (copy) return sendCopy(request, reply, copy);
    const found = await joinOrMake(key);
    if ('answer' in found) return sendKept(request, reply, found.answer);
    if (reply.raw.destroyed) {
      found.done('left');
      reply.hijack();
      return;
    }
    counts.misses += 1;
    request.cacheMiss = found;
    reply.raw.once('close', () => found.done('left'));
    try {
      const { until, expiresAt, closesAt } = await outlook(found.generation);
      const endsWithVote = request.routeOptions.config.endsWithVote?.(splitTarget(request.url).path) === true;
      Object.assign(found, { until, expiresAt: endsWithVote ? Math.min(expiresAt, closesAt) : expiresAt });
    } catch (error) {
      // What cannot be read now is not kept; the page itself says so when there is no copy of it.
      const last = isAway(error) ? copies.fallBack(key, found.generation === generation) : undefined;
      if (!last) return;
      request.failure = error;
      found.done();
      return sendCopy(request, reply, last);
    }
  }

  function sendKept(request: FastifyRequest, reply: FastifyReply, answer: Finished): Promise<void> {
    counts.hits += 1;
    return send(request, reply, answer);
  }

  function sendCopy(request: FastifyRequest, reply: FastifyReply, copy: Finished): Promise<void> {
    noteStale(request);
    return send(request, reply, copy);
  }

  function noteStale(request: FastifyRequest): void {
    counts.stale += 1;
    request.isStale = true;
  }

  async function send(request: FastifyRequest, reply: FastifyReply, answer: Finished): Promise<void> {
    await prepare(answer, request.headers['accept-encoding']);
    reply.hijack();
    request.isKept = true;
    writeFinished(request.raw, reply.raw, answer, policySources(request, config.publicUrl));
  }

  async function onSend(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    const miss = request.cacheMiss;
    if (!miss) return payload;
    try {
      return await complete(miss, request, reply, payload);
    } finally {
      // What is refused, failed or goes out as it is read: those who waited for it try themselves.
      miss.done();
    }
  }

  async function complete(
    miss: Miss,
    request: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
  ): Promise<unknown> {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    const isBroken = reply.statusCode >= 500 || isAway(request.failure);
    const copy = isBroken ? copies.inPlaceOf(miss.key, request.failure) : undefined;
    if (copy) noteStale(request);
    // One that lacks something small is better than an old one, and is made anew for the next.
    else if (!isForAll(reply) || request.failure !== undefined) return payload;
    const answer = copy ?? finish(Buffer.from(payload), headersOf(reply), reply.statusCode);
    await prepare(answer, request.headers['accept-encoding']);
    if (!copy) keep(miss, answer);
    const chosen = choose(answer, request.headers);
    const head = chosen ? headFor(chosen, policySources(request, config.publicUrl)) : [];
    for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name);
    for (let at = 0; at < head.length; at += 2) reply.header(head[at] ?? '', head[at + 1]);
    reply.status(chosen?.status ?? 200);
    return chosen?.body ?? '';
  }

  /** An answer that began before the last change goes to those who asked before it, and to nobody after. */
  function keep(miss: Miss, answer: Finished): void {
    if (answer.identity.length > MAX_ANSWER) return;
    const entry = { ...miss, answer };
    if (isFresh(entry)) kept.set(miss.key, entry);
    if (holdsNow(entry) && answer.status === 200) copies.keep(miss.key, entry);
    miss.done(entry);
  }

  return {
    drop(announcement) {
      generation++;
      kept.clear();
      copies.afterChange(announcement, generation);
    },
    serve(request, response) {
      const { method, url = '', headers } = request;
      if ((method !== 'GET' && method !== 'HEAD') || headers.authorization !== undefined) return false;
      // Which scheme and host a trusted proxy forwards is for the application to say, and that the server is closing.
      if ((config.trustProxy.length > 0 && !config.publicUrl) || isClosing) return false;
      if ((headers.host !== lastHost || lastHost === undefined) && !isHost(headers.host)) return false;
      lastHost = headers.host;
      const entry = kept.get(`${config.publicUrl ?? `http://${headers.host}`} ${url}`);
      if (!isFresh(entry)) return false;
      const sources = scriptSources(`http://${headers.host}`, config.publicUrl);
      if (!writeDirectly(request, response, entry.answer, sources)) return false;
      counts.hits += 1;
      return true;
    },
    counts: () => ({ ...counts, ...kept.size() }),
    install(app) {
      app.decorateRequest('cacheMiss', undefined);
      app.decorateRequest('isStale', false);
      app.addHook('onRequest', onRequest);
      app.addHook('onSend', onSend);
      app.addHook('preClose', async () => {
        isClosing = true;
      });
    },
  };
}

function headersOf(reply: FastifyReply): Record<string, string> {
  return Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]));
}

/** A page, or the word that there is none at this address. */
function isForAll(reply: FastifyReply): boolean {
  const isSecret = String(reply.getHeader('cache-control')).includes('no-store');
  return (reply.statusCode === 200 || reply.statusCode === 404) && !isSecret;
}
