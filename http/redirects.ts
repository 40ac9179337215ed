import type { FastifyInstance } from 'fastify';
import type { Db } from '../db/tables.ts';
import type { TopicMessage } from '../db/topics.ts';
import { findPublicArticle } from '../model/articles/articles.ts';
import { hasTagPage } from '../model/articles/tags/tags.ts';
import { isInHistory } from '../model/editions/editions.ts';
import { findSitePage, isReservedPath } from '../model/pages/routes.ts';
import { hasProgramme, isInProgramme } from '../model/programme/programme.ts';
import { normalizeRequest, type Rules, targetFor } from '../model/redirects/addresses.ts';
import { readAllRules } from '../model/redirects/redirects.ts';
import type { PageCache } from './cache/page-cache.ts';
import { notFoundAddress, pageOf } from './url.ts';

const MAX_AGE = 300; // Seconds: browsers forget a mistaken 301 after this
const RETRY_DELAY = 1000; // ms

/** Redirects of old addresses, in memory: an unknown address costs no query. */
export class Redirects {
  readonly #db: Db;
  #rules: Rules = new Map();
  #reading: Promise<void> | undefined;
  #failedAt = -RETRY_DELAY;

  constructor(db: Db) {
    this.#db = db;
  }

  drop(message?: TopicMessage): void {
    if (!message || message.topic === 'site-content') this.#reading = undefined;
  }

  /** Whether the last known rules redirect `url`, a request's path and query. */
  has(url: string): boolean {
    return this.#rules.size > 0 && this.#targetOf(url) !== undefined;
  }

  /** Target by the current rules; by the last known ones while the database is unavailable. */
  async find(url: string): Promise<string | undefined> {
    if (!this.#reading && performance.now() - this.#failedAt > RETRY_DELAY) this.#reading = this.#read();
    await this.#reading;
    return this.#rules.size === 0 ? undefined : this.#targetOf(url);
  }

  async #read(): Promise<void> {
    // A change during the read starts another read, whose result must win.
    await Promise.resolve();
    const reading = this.#reading;
    try {
      const rules = await readAllRules(this.#db);
      if (this.#reading === reading) this.#rules = rules;
    } catch {
      this.#failedAt = performance.now();
      if (this.#reading === reading) this.#reading = undefined;
    }
  }

  #targetOf(url: string): string | undefined {
    const request = normalizeRequest(url);
    return request && targetFor(this.#rules, ...request);
  }
}

/** 301 from an old URL, unless the site has a page there. All unknown addresses of one segment share one cached 404. */
export function redirectOldAddresses(
  app: FastifyInstance,
  { redirects, pages }: Pick<PageCache, 'redirects' | 'pages'>,
  db: Db,
): void {
  app.addHook('onRequest', async (request, reply) => {
    const address = request.routeOptions.url === '/*' ? pageOf(request) : undefined;
    if (address?.kind !== 'public') return;
    const [path = ''] = (address.redirect ?? request.url).split('?', 1);
    const slug = path.slice(path.lastIndexOf('/') + 1);
    const file = findSitePage(path)?.file ?? '';
    const canBePage = file === 'page' && !slug.includes('.') && !isReservedPath(slug);
    const isKnown = canBePage && (await pages.find(slug).then(Boolean, () => true));
    if (isKnown) return;
    const target = await redirects.find(request.originalUrl);
    if (target !== undefined && !(await READS[file]?.(db, slug).then(Boolean, () => true)))
      return reply.header('Cache-Control', `public, max-age=${MAX_AGE}`).redirect(target, 301);
    if (canBePage && address.redirect === undefined) request.page = notFoundAddress(address);
  });
}

/** Checks whether a page's content exists, by page file; the slug is the last segment. The page itself reports failed reads. */
const READS: Record<string, (db: Db, slug: string) => Promise<unknown>> = {
  article: findPublicArticle,
  tag: hasTagPage,
  programme: hasProgramme,
  contestant: isInProgramme,
  results: hasProgramme,
  history: (db) => isInHistory(db, undefined),
  edition: isInHistory,
};
