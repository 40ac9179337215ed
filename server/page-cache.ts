import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readView, spellView, VIEW_PARAMETER } from '../app/ui/view/choices.ts';
import { nextPublicChange } from '../model/moments.ts';
import type { Db } from '../model/tables.ts';
import type { Config } from './config.ts';
import { choose, type Finished, finish, prepare, type Sendable } from './finished.ts';
import { isHost, originOf, policySources, scriptSources } from './origin.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer is the same for everybody: which query parameters of this path change it, or undefined when it may not be kept. */
    cached?: (path: string) => readonly string[] | undefined;
  }
  interface FastifyRequest {
    cacheMiss: Miss | undefined;
  }
}

/** All kept answers together, and one alone, in bytes. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_ANSWER = 4 * 1024 * 1024;
/** Characters of an address that is kept: no page, cursor or route of ours has a longer one. */
const MAX_TARGET = 300;
/** What an entry takes besides its bodies: key, headers, policy. In bytes. */
const OVERHEAD = 4096;
/** Without PUBLIC_URL the Host header names the site: so many of them are kept, others are rendered each time. */
const MAX_ORIGINS = 8;

interface Entry {
  answer: Finished;
  generation: number;
  /** Moment in ms when something in it changes by itself: a scheduled article appears, one expires, the hour of the start strikes. */
  until: number;
}

interface Miss {
  key: string;
  generation: number;
  until: number;
  done: (entry: Entry | undefined) => void;
}

export interface PageCache {
  /** Answers from memory before the application's router sees the request; false when it cannot. */
  serve: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Everything kept is out of date from now on. */
  drop: () => void;
  /** Fills the cache with the answers of routes that say `cached`. */
  install: (app: FastifyInstance) => void;
}

/** Finished public answers in memory: rendered once, sent many times, dropped by every change. */
export function createPageCache(db: Db, config: Pick<Config, 'publicUrl' | 'trustProxy'>): PageCache {
  const kept = createStore();
  const flights = new Map<string, Promise<Entry | undefined>>();
  const origins = new Set<string>();
  let generation = 0;

  const isFresh = (entry: Entry | undefined): entry is Entry =>
    entry !== undefined && entry.generation === generation && Date.now() < entry.until;

  function keyOf(request: FastifyRequest): string | undefined {
    const { path, search } = splitTarget(request.url);
    const names = request.headers.authorization === undefined ? request.routeOptions.config.cached?.(path) : undefined;
    if (!names) return undefined;
    const origin = originOf(request, config.publicUrl);
    if (!origins.has(origin) && origins.size === MAX_ORIGINS) return undefined;
    const query = listedQuery(search, names);
    if (path.length + query.length > MAX_TARGET) return undefined;
    origins.add(origin);
    return `${origin} ${path}${query}`;
  }

  async function onRequest(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const key = keyOf(request);
    if (!key) return;
    const known = kept.get(key);
    const entry = isFresh(known) ? known : await flights.get(key);
    if (isFresh(entry)) return send(request, reply, entry);
    const { promise, resolve } = Promise.withResolvers<Entry | undefined>();
    flights.set(key, promise);
    const done = (made: Entry | undefined) => {
      if (flights.get(key) === promise) flights.delete(key);
      resolve(made);
    };
    request.cacheMiss = { key, generation, until: 0, done };
    // A database that is away shows itself in the answer, which is then not kept.
    request.cacheMiss.until = await nextPublicChange(db).catch(() => 0);
  }

  async function send(request: FastifyRequest, reply: FastifyReply, { answer }: Entry): Promise<void> {
    await prepare(answer, request.headers['accept-encoding']);
    reply.hijack();
    write(request.raw, reply.raw, choose(answer, request.headers, policySources(request, config.publicUrl)));
  }

  async function onSend(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    const miss = request.cacheMiss;
    if (!miss || (typeof payload !== 'string' && !Buffer.isBuffer(payload)) || reply.statusCode !== 200) return payload;
    const headers = Object.fromEntries(
      Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]),
    );
    const answer = finish(Buffer.from(payload), headers);
    await prepare(answer, request.headers['accept-encoding']);
    const entry = { answer, generation: miss.generation, until: miss.until };
    const mayStay =
      isFresh(entry) && answer.identity.length <= MAX_ANSWER && !headers['cache-control']?.includes('no-store');
    if (mayStay) kept.set(miss.key, entry);
    miss.done(mayStay ? entry : undefined);
    const chosen = choose(answer, request.headers, policySources(request, config.publicUrl));
    for (const name of Object.keys(headers)) reply.removeHeader(name);
    for (let at = 0; at < (chosen?.head.length ?? 0); at += 2)
      reply.header(chosen?.head[at] ?? '', chosen?.head[at + 1]);
    reply.status(chosen?.status ?? 200);
    return chosen?.body ?? '';
  }

  return {
    drop() {
      generation++;
      kept.clear();
      flights.clear();
    },
    serve(request, response) {
      const { method, url = '', headers } = request;
      if ((method !== 'GET' && method !== 'HEAD') || headers.authorization !== undefined) return false;
      // Which scheme and host a trusted proxy forwards is for the application to say.
      if (config.trustProxy.length > 0 && !config.publicUrl) return false;
      if (!isHost(headers.host)) return false;
      const entry = kept.get(`${config.publicUrl ?? `http://${headers.host}`} ${url}`);
      if (!isFresh(entry)) return false;
      const chosen = choose(entry.answer, headers, scriptSources(`http://${headers.host}`, config.publicUrl));
      return chosen !== undefined && write(request, response, chosen);
    },
    install(app) {
      app.decorateRequest('cacheMiss', undefined);
      app.addHook('onRequest', onRequest);
      app.addHook('onSend', onSend);
      // A refused, failed or cut-off answer lets those who waited for it try themselves.
      app.addHook('onResponse', async (request) => request.cacheMiss?.done(undefined));
    },
  };
}

/** Entries in the order of their last use; the oldest go when all together are too large. */
function createStore() {
  const entries = new Map<string, Entry>();
  let bytes = 0;
  // With its compressed forms an answer takes less than twice its length.
  const weight = (entry: Entry | undefined) => (entry ? entry.answer.identity.length * 2 + OVERHEAD : 0);
  const forget = (key: string) => {
    bytes -= weight(entries.get(key));
    entries.delete(key);
  };
  return {
    get(key: string): Entry | undefined {
      const entry = entries.get(key);
      if (entry) entries.delete(key) && entries.set(key, entry);
      return entry;
    },
    set(key: string, entry: Entry): void {
      forget(key);
      entries.set(key, entry);
      bytes += weight(entry);
      for (const oldest of entries.keys()) {
        if (bytes <= MAX_BYTES) break;
        forget(oldest);
      }
    },
    clear(): void {
      entries.clear();
      bytes = 0;
    },
  };
}

/** Path and query of a request's target; the query is what stands behind the first question mark. */
export function splitTarget(url: string): { path: string; search: string } {
  const at = url.indexOf('?');
  return at < 0 ? { path: url, search: '' } : { path: url.slice(0, at), search: url.slice(at + 1) };
}

/** The parameters that count, in the order of their list and a view in its one spelling: nothing else multiplies entries or changes answers. */
export function listedQuery(search: string, names: readonly string[]): string {
  if (search === '' || names.length === 0) return '';
  const given = new URLSearchParams(search);
  const counted = new URLSearchParams(names.flatMap((name) => valuesOf(given, name).map((value) => [name, value])));
  return counted.size > 0 ? `?${counted}` : '';
}

function valuesOf(given: URLSearchParams, name: string): string[] {
  if (name !== VIEW_PARAMETER) return given.getAll(name);
  const view = spellView(readView(given.get(name)));
  return view ? [view] : [];
}

function write(request: IncomingMessage, response: ServerResponse, chosen: Sendable | undefined): boolean {
  if (!chosen) return false;
  response.writeHead(chosen.status, chosen.head);
  response.end(request.method === 'HEAD' ? undefined : chosen.body);
  return true;
}
