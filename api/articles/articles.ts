import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { notFound } from '../../errors.ts';
import type { CacheKey } from '../../http/cache/store.ts';
import { createListSender } from '../../http/json-stream.ts';
import { sessionOf } from '../../http/session.ts';
import { findPublicArticle } from '../../model/articles/articles.ts';
import { listPlan, plannedSchema } from '../../model/articles/desk.ts';
import {
  countLiving,
  countsSchema,
  livingArticles,
  livingCards,
  publicArticles,
  publicCards,
} from '../../model/articles/lists/lists.ts';
import {
  adminArticleSchema,
  articleCardSchema,
  articleSchema,
  articleStatuses,
  NO_SUCH_STATUS,
} from '../../model/articles/schema.ts';
import { queryText } from '../../model/fields.ts';
import { parseDate } from '../../model/text/date.ts';
import { EDITORS, WRITERS } from '../../roles.ts';
import { type ArticlesOptions, bySlug, publicQuery, slugKey } from '../parameters.ts';
import { deskApi } from './desk.ts';
import { sharedApi } from './shared.ts';

const adminQuery = publicQuery.extend({
  status: z.enum([...articleStatuses, 'review'], NO_SUCH_STATUS).optional(),
  q: queryText('Поиск', 300)
    .optional()
    .describe(
      'Finds texts with all its words in title, lead or body, in any order, as prefixes or in other word forms',
    ),
  from: dayQuery('Первый день').describe('First day'),
  to: dayQuery('Последний день').describe('Last day'),
  author: queryText('Автор', 200).optional(),
  sort: z.enum(['date', 'changed', 'title'], 'Порядок: по дате, по времени изменения или по заголовку.').optional(),
});

function dayQuery(name: string) {
  const wrong = `${name}: нужен день вида 2025-07-20.`;
  return z
    .string(wrong)
    .refine((value) => value.length === 10 && parseDate(value) !== null, wrong)
    .optional();
}

export const articlesApi: FastifyPluginAsyncZod<ArticlesOptions> = async (app, options) => {
  const { store, compressing } = options;
  const { db } = store;
  // Separate slots: visitors cannot use up those of administrators.
  const sendList = createListSender(compressing);

  app.get('/api/admin/news', {
    config: { roles: WRITERS },
    schema: { querystring: adminQuery, response: { 200: z.array(adminArticleSchema.partial({ content: true })) } },
    handler: async (request, reply) => {
      const { fields, limit, after, ...filter } = request.query;
      const list = fields === 'card' ? livingCards : livingArticles;
      return sendList(request, reply, {
        path: '/api/admin/news',
        query: request.query,
        read: () => list(db, sessionOf(request), filter, { limit, after }),
      });
    },
  });

  app.get('/api/admin/news-counts', {
    config: { roles: WRITERS },
    schema: {
      description: 'Numbers of articles that match the list’s filters, by status.',
      querystring: adminQuery.pick({ q: true, from: true, to: true, author: true, tag: true }),
      response: { 200: countsSchema },
    },
    handler: async (request) => countLiving(db, sessionOf(request), request.query),
  });

  app.get('/api/admin/news-plan', {
    config: { roles: EDITORS },
    schema: {
      description: 'Scheduled publications and expirations of the next seven days, by time.',
      response: { 200: z.array(plannedSchema) },
    },
    handler: async () => listPlan(db),
  });

  await app.register(publicArticlesApi, options);
  await app.register(deskApi, { store });
  await app.register(sharedApi, { store, kind: 'article' });
};

const publicArticlesApi: FastifyPluginAsyncZod<ArticlesOptions> = async (app, { store, compressing }) => {
  const { db } = store;
  const sendList = createListSender(compressing);

  app.get('/api/news', {
    config: { public: true, cached: listKey },
    schema: {
      tags: ['news'],
      querystring: publicQuery,
      response: { 200: z.array(articleCardSchema.extend({ content: z.string().optional() })) },
    },
    handler: async (request, reply) => {
      const { fields, limit, after, tag } = request.query;
      const list = fields === 'card' ? publicCards : publicArticles;
      return sendList(request, reply, {
        path: '/api/news',
        query: request.query,
        read: () => list(db, { limit, after }, tag),
      });
    },
  });

  app.get('/api/news/:slug', {
    config: { public: true, cached: slugKey('/api/news') },
    schema: { tags: ['news'], params: bySlug, response: { 200: articleSchema, 301: z.null() } },
    handler: async (request, reply) => {
      const found = await findPublicArticle(db, request.params.slug);
      if (!found) throw notFound('Такой новости нет.');
      if ('movedTo' in found)
        return reply.header('Cache-Control', 'no-cache').redirect(`/api/news/${found.movedTo}`, 301);
      return found.article;
    },
  });
};

/** First page only: pages behind a cursor are too many to cache. */
function listKey({ query }: FastifyRequest): CacheKey | undefined {
  const { data } = publicQuery.safeParse(query);
  if (!data || data.after !== undefined) return undefined;
  const canonical = new URLSearchParams();
  if (data.limit !== undefined) canonical.set('limit', String(data.limit));
  if (data.fields === 'card') canonical.set('fields', 'card');
  if (data.tag !== undefined) canonical.set('tag', data.tag);
  const target = canonical.size > 0 ? `/api/news?${canonical}` : '/api/news';
  const isOneOfFew = data.limit === undefined && data.tag === undefined;
  return { target, partition: isOneOfFew ? 'lists' : 'chosen' };
}
