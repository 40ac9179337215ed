import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import type { Announcement } from '../../db/announcements.ts';
import { isAway } from '../../db/errors.ts';
import type { Db } from '../../db/tables.ts';
import { overloaded } from '../../errors.ts';
import { createGate } from '../../model/gate.ts';
import { hasOneHost, isHost, scriptSources } from '../origin.ts';
import { isAdmin } from '../session.ts';
import { createOutlook } from './expiry.ts';
import { type Shared, sharedAnswer } from './key.ts';
import { type Finished, finish, prepare, type Sendable } from './response.ts';
import { writeChosen, writeDirectly } from './send.ts';
import { createFlights, type Miss } from './single-flight.ts';
import { createCopies } from './stale-if-error.ts';
import { createKept, type Entry, holdsNow } from './store.ts';
import { fillReply, headersOf, replyWith, visitOf } from './visit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    cacheMiss: Miss | undefined;
    /** An administrator reads what only administrators get of this address. */
    isAdminRead: boolean;
    /** A last good copy went out in place of the answer. */
    isStale: boolean;
  }
}

/** Marks a last good copy. */
const STALE = ['x-stale', '1'];
/** Encodings compressed at the same time, which leaves half of libuv's threads to others, and readers that wait for theirs. */
const FORMED_AT_ONCE = 2;
const MOST_WAITING = 500;
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
  const forming = createGate(FORMED_AT_ONCE, MOST_WAITING, overloaded);
  let generation = 0;
  const joinOrMake = createFlights(() => generation);
  let isClosing = false;
  let lastHost: string | undefined;
  const counts = { hits: 0, misses: 0, stale: 0 };

  const isFresh = (entry: Entry | undefined): entry is Entry =>
    entry !== undefined && entry.generation === generation && holdsNow(entry);

  async function onRequest(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (await readsAsAdmin(request)) {
      request.isAdminRead = true;
      return;
    }
    const shared = sharedAnswer(request);
    if (!shared) return;
    request.shared = shared;
    const key = shared.target;
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
      Object.assign(found, { until, expiresAt: shared.endsWithVote ? Math.min(expiresAt, closesAt) : expiresAt });
    } catch (error) {
      // What cannot be read now is not kept; the page itself says so when there is no copy of it.
      const last = isAway(error) ? copies.fallBack(key, found.generation === generation) : undefined;
      if (!last) return;
      request.failure = error;
      found.done();
      return sendCopy(request, reply, last);
    }
  }

  /** Anywhere else a token changes nothing, so that it is not looked up. */
  async function readsAsAdmin(request: FastifyRequest): Promise<boolean> {
    const isAsked = request.routeOptions.config.knowsAdmins && request.headers.authorization !== undefined;
    return isAsked === true && (await isAdmin(request, db));
  }

  function sendKept(request: FastifyRequest, reply: FastifyReply, answer: Finished): Promise<void> {
    counts.hits += 1;
    return send(request, reply, answer);
  }

  function sendCopy(request: FastifyRequest, reply: FastifyReply, copy: Finished): Promise<void> {
    noteStale(request);
    return send(request, reply, copy, STALE);
  }

  function noteStale(request: FastifyRequest): void {
    counts.stale += 1;
    request.isStale = true;
  }

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    answer: Finished,
    further: string[] = [],
  ): Promise<void> {
    const chosen = await formFor(request, answer);
    reply.hijack();
    request.isKept = true;
    writeChosen(request.raw, reply.raw, chosen, visitOf(request, config.publicUrl).sources, further);
  }

  function formFor(request: FastifyRequest, answer: Finished): Promise<Sendable> {
    const added = () => {
      if (!request.shared) return;
      kept.recount(request.shared);
      copies.recount(request.shared);
    };
    return prepare(answer, request.headers, visitOf(request, config.publicUrl).origin, { inTurn: forming, added });
  }

  async function onSend(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    const [miss, shared] = [request.cacheMiss, request.shared];
    if (!miss || !shared) return payload;
    try {
      const visit = visitOf(request, config.publicUrl);
      const chosen = await complete(shared, miss, request, reply, payload);
      if (!chosen) return fillReply(reply, payload, visit);
      return replyWith(reply, chosen, visit, request.isStale ? STALE : []);
    } finally {
      // What is refused, failed or goes out as it is read: those who waited for it try themselves.
      miss.done();
    }
  }

  /** The form to send of the finished answer, which is kept, or of its last good copy; undefined for what is this reader's alone. */
  async function complete(
    shared: Shared,
    miss: Miss,
    request: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
  ): Promise<Sendable | undefined> {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) {
      // It has become too long to be kept: a copy of its shorter self would stand in for it.
      copies.forget(shared.target);
      return undefined;
    }
    const isBroken = reply.statusCode >= 500 || isAway(request.failure);
    const copy = isBroken ? copies.inPlaceOf(miss.key, request.failure) : undefined;
    if (copy) noteStale(request);
    // One that lacks something small is better than an old one, and is made anew for the next.
    else if (!isForAll(shared, reply) || request.failure !== undefined) return undefined;
    const answer = copy ?? finish(Buffer.from(payload), headersOf(reply), reply.statusCode);
    const chosen = await formFor(request, answer);
    if (!copy) keep(shared, miss, answer);
    return chosen;
  }

  /** An answer that began before the last change goes to those who asked before it, and to nobody after. */
  function keep(shared: Shared, miss: Miss, answer: Finished): void {
    if (answer.identity.length > MAX_ANSWER) return;
    const entry = { ...miss, answer };
    if (isFresh(entry)) kept.set(shared, entry);
    if (holdsNow(entry) && answer.status === 200) copies.keep(shared, entry);
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
      if (!hasOneHost(request.rawHeaders)) return false;
      lastHost = headers.host;
      const entry = kept.get(url);
      if (!isFresh(entry)) return false;
      const visited = `http://${headers.host}`;
      const sources = scriptSources(visited, config.publicUrl);
      const visit = { origin: config.publicUrl ?? visited, sources };
      if (!writeDirectly(request, response, entry.answer, visit)) return false;
      counts.hits += 1;
      return true;
    },
    counts: () => ({ ...counts, ...kept.size() }),
    install(app) {
      app.decorateRequest('shared', undefined);
      app.decorateRequest('cacheMiss', undefined);
      app.decorateRequest('isAdminRead', false);
      app.decorateRequest('isStale', false);
      app.addHook('onRequest', onRequest);
      app.addHook('onSend', onSend);
      app.addHook('preClose', async () => {
        isClosing = true;
      });
    },
  };
}

/** A page or a 404 page. The panel's documents are kept here though browsers may not: they hold no data. */
function isForAll({ room }: Shared, reply: FastifyReply): boolean {
  const isSecret = room !== 'panel' && String(reply.getHeader('cache-control')).includes('no-store');
  return (reply.statusCode === 200 || reply.statusCode === 404) && !isSecret;
}
