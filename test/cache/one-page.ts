import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import type { Db } from '../../db/tables.ts';
import { cachePages } from '../../http/cache/hooks.ts';
import { PageCache } from '../../http/cache/page-cache.ts';
import { answerErrors } from '../../http/errors.ts';
import { shedLoad } from '../../http/limits/load-shedding.ts';
import { parseValues } from '../../ops/metrics/text.ts';
import type { TestApp } from '../rig/app.ts';

/** One public page at every address, made by `make`, behind the cache and the shedding of load. */
export async function serveOnePage(
  db: Db,
  make: (request: FastifyRequest, reply: FastifyReply) => Promise<string>,
  isOverloaded = () => false,
) {
  const cache = new PageCache(db);
  const app = Fastify();
  answerErrors(app);
  app.decorateRequest('failure', undefined);
  app.decorateRequest('isCacheHit', false);
  cachePages(app, cache, db, { publicUrl: 'http://festival.example' });
  shedLoad(app, isOverloaded);
  app.get('/*', { config: { cached: ({ url }) => ({ target: url, partition: 'articles' }) } }, make);
  await app.ready();
  const read = async (path = '/news') => {
    const { statusCode, headers, payload } = await app.inject(path);
    return { status: statusCode, isStale: headers['x-stale'] === '1', payload };
  };
  return { app, read, change: () => cache.drop({ topic: 'news' }), cache };
}

/** What PostgreSQL says of a question that took too long. */
export const AWAY = Object.assign(new Error('took too long'), { code: '57014' });

export const good = (payload: string) => ({ status: 200, isStale: false, payload });

export async function countMisses({ visitor }: TestApp): Promise<number> {
  const values = parseValues((await visitor('GET', '/metrics')).payload);
  return values.find(({ name }) => name === 'rampa_cache_misses_total')?.value ?? 0;
}
