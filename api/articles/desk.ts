import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { sessionOf } from '../../http/session.ts';
import { duplicateArticle } from '../../model/articles/articles.ts';
import { pinArticle, pinnedSchema, reviewSchema, setReview, unpinArticle } from '../../model/articles/desk.ts';
import { adminArticleSchema } from '../../model/articles/schema.ts';
import type { Store } from '../../model/store.ts';
import { EDITORS } from '../../roles.ts';
import { bySlug, routesOf } from '../parameters.ts';

export const deskApi: FastifyPluginAsyncZod<{ store: Store }> = async (app, { store }) => {
  const { aimOf } = routesOf(app, 'article');

  app.post('/api/admin/news/:slug/duplicate', {
    schema: {
      description: 'A draft with the same text, cover and group, under a new slug.',
      params: bySlug,
      response: { 201: adminArticleSchema },
    },
    handler: async (request, reply) => {
      const article = await duplicateArticle(store, request.params.slug, sessionOf(request));
      reply.header('Location', `/api/admin/news/${article.slug}`);
      return article;
    },
  });

  app.put('/api/admin/news/:slug/review', {
    config: { conditional: true },
    schema: {
      description: 'An author requests publication of a draft; an editor returns it.',
      params: bySlug,
      body: reviewSchema,
      response: { 200: adminArticleSchema },
    },
    handler: async (request) => setReview(store, aimOf(request), request.body),
  });

  app.put('/api/admin/news/:slug/pin', {
    config: { roles: EDITORS, conditional: true },
    schema: {
      description: 'Pins the article to the top of the lists; replaces the one pinned before.',
      params: bySlug,
      response: { 200: pinnedSchema },
    },
    handler: async (request) => ({ replaced: await pinArticle(store, aimOf(request)) }),
  });

  app.delete('/api/admin/news/:slug/pin', {
    config: { roles: EDITORS, conditional: true },
    schema: { params: bySlug, response: { 204: z.null() } },
    handler: async (request) => unpinArticle(store, aimOf(request)),
  });
};
