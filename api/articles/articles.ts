import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { setVersion } from '../../http/etag.ts';
import { createListSender } from '../../http/json-stream.ts';
import { findArticle } from '../../model/articles/articles.ts';
import { livingArticles, livingCards } from '../../model/articles/lists/lists.ts';
import { adminArticleSchema, articleStatuses } from '../../model/articles/schema.ts';
import { binApi } from './bin.ts';
import { type ArticlesOptions, bySlug, publicQuery } from './parameters.ts';
import { presenceApi } from './presence.ts';
import { previewsApi } from './previews.ts';
import { publicArticlesApi } from './public.ts';
import { revisionsApi } from './revisions.ts';
import { savingApi } from './saving.ts';

const adminQuery = publicQuery.extend({
  status: z.enum(articleStatuses, 'status: нужно draft, scheduled или published.').optional(),
  q: z.string('q: нужен один текст для поиска.').max(300, 'q: не длиннее 300 знаков.').optional(),
});

export const articlesApi: FastifyPluginAsyncZod<ArticlesOptions> = async (app, options) => {
  const { store, compressing } = options;
  const { db } = store;
  // Its own slots: visitors cannot take those of administrators.
  const sendList = createListSender(compressing);

  app.get(
    '/api/admin/news',
    {
      schema: {
        tags: ['admin'],
        querystring: adminQuery,
        response: { 200: z.array(adminArticleSchema.partial({ content: true })) },
      },
    },
    async (request, reply) => {
      const { fields, limit, after, ...filter } = request.query;
      const list = fields === 'card' ? livingCards : livingArticles;
      return sendList(request, reply, {
        path: '/api/admin/news',
        query: request.query,
        read: () => list(db, filter, { limit, after }),
      });
    },
  );

  app.get(
    '/api/admin/news/:slug',
    { schema: { tags: ['admin'], params: bySlug, response: { 200: adminArticleSchema } } },
    async (request, reply) => {
      const article = await findArticle(db, request.params.slug);
      setVersion(reply, article.version);
      return article;
    },
  );

  await app.register(publicArticlesApi, options);
  for (const part of [savingApi, revisionsApi, binApi, previewsApi, presenceApi]) await app.register(part, { store });
};
