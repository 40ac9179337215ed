import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { notFound } from '../../errors.ts';
import type { CacheKey } from '../../http/cache/store.ts';
import { createListSender } from '../../http/json/stream.ts';
import { findPublicArticle } from '../../model/articles/articles.ts';
import { publicArticles, publicCards } from '../../model/articles/lists/lists.ts';
import { articleCardSchema, articleSchema } from '../../model/articles/schema.ts';
import { type ArticlesOptions, bySlug, publicQuery } from './parameters.ts';

/** First page only: pages behind a cursor are too many to cache. */
function listKey({ query }: FastifyRequest): CacheKey | undefined {
  const { data } = publicQuery.safeParse(query);
  if (!data || data.after !== undefined) return undefined;
  const counted = new URLSearchParams();
  if (data.limit !== undefined) counted.set('limit', String(data.limit));
  if (data.fields === 'card') counted.set('fields', 'card');
  if (data.tag !== undefined) counted.set('tag', data.tag);
  const target = counted.size > 0 ? `/api/news?${counted}` : '/api/news';
  const isOneOfFew = data.limit === undefined && data.tag === undefined;
  return { target, partition: isOneOfFew ? 'lists' : 'chosen' };
}

function articleKey({ params }: FastifyRequest): CacheKey {
  const { slug } = params as { slug: string };
  return { target: `/api/news/${encodeURIComponent(slug)}`, partition: 'articles' };
}

export const publicArticlesApi: FastifyPluginAsyncZod<ArticlesOptions> = async (app, { store, compressing }) => {
  const { db } = store;
  const sendList = createListSender(compressing);

  app.get(
    '/api/news',
    {
      config: { public: true, cached: listKey },
      schema: {
        tags: ['news'],
        querystring: publicQuery,
        response: { 200: z.array(articleCardSchema.extend({ content: z.string().optional() })) },
      },
    },
    async (request, reply) => {
      const { fields, limit, after, tag } = request.query;
      const list = fields === 'card' ? publicCards : publicArticles;
      return sendList(request, reply, {
        path: '/api/news',
        query: request.query,
        read: () => list(db, { limit, after }, tag),
      });
    },
  );

  app.get(
    '/api/news/:slug',
    {
      config: { public: true, cached: articleKey },
      schema: { tags: ['news'], params: bySlug, response: { 200: articleSchema, 301: z.null() } },
    },
    async (request, reply) => {
      const found = await findPublicArticle(db, request.params.slug);
      if (!found) throw notFound('Такой новости нет.');
      if ('movedTo' in found)
        return reply.header('Cache-Control', 'no-cache').redirect(`/api/news/${found.movedTo}`, 301);
      return found.article;
    },
  );
};
