import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '../db/tables.ts';
import { limitUpTo } from '../http/paging.ts';
import { hidesSpoilers } from '../http/view-choices.ts';
import { queryText } from '../model/fields.ts';
import { MAX_QUERY } from '../model/search/query.ts';
import { resultSchema } from '../model/search/results.ts';
import { DEFAULT_RESULTS, searchSite } from '../model/search/search.ts';

const querySchema = z.object({
  q: queryText('Запрос', MAX_QUERY).refine((q) => q.trim() !== '', 'Запрос: напишите, что искать.'),
  limit: limitUpTo(50).default(DEFAULT_RESULTS),
});

const answerSchema = z.object({
  q: z.string(),
  understood: z.string().nullable().describe('The query as read in another layout, alphabet, letter or spacing'),
  total: z.number().int().describe('At most 200 are counted'),
  results: z.array(resultSchema),
});

export const searchApi: FastifyPluginAsyncZod<{ db: Db }> = async (app, { db }) => {
  app.get('/api/search', {
    // Not cached, but subject to load shedding like a rendered page.
    config: { public: true, cached: () => undefined },
    schema: {
      tags: ['search'],
      description:
        'Public news, pages, shows, contestants and past editions that hold all words of a query, in any of their forms.',
      querystring: querySchema,
      response: { 200: answerSchema },
    },
    handler: async ({ query: { q, limit }, url }, reply) => {
      reply.header('Cache-Control', 'no-store');
      return { q, ...(await searchSite(db, q, { limit, isSpoilerFree: hidesSpoilers(url.split('?')[1] ?? '') })) };
    },
  });
};
