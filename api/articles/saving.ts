import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { expectedVersions, setVersion } from '../../http/etag.ts';
import { sessionOf } from '../../http/session.ts';
import { createArticle, updateArticle } from '../../model/articles/articles.ts';
import { deleteArticle } from '../../model/articles/bin.ts';
import { articleChangeSchema, newArticleSchema, savedArticleSchema } from '../../model/articles/schema.ts';
import type { Store } from '../../model/store.ts';
import { bySlug } from './parameters.ts';

const ARTICLE_LIMIT = 20 * 1024 * 1024; // bytes; images may be inlined in the body

export const savingApi: FastifyPluginAsyncZod<{ store: Store }> = async (app, { store }) => {
  app.post(
    '/api/admin/news',
    {
      bodyLimit: ARTICLE_LIMIT,
      schema: { tags: ['admin'], body: newArticleSchema, response: { 201: savedArticleSchema } },
    },
    async (request, reply) => {
      const article = await createArticle(store, request.body, sessionOf(request));
      setVersion(reply, article.version);
      return reply.status(201).header('Location', `/api/admin/news/${article.slug}`).send(article);
    },
  );

  app.put(
    '/api/admin/news/:slug',
    {
      bodyLimit: ARTICLE_LIMIT,
      schema: { tags: ['admin'], params: bySlug, body: articleChangeSchema, response: { 200: savedArticleSchema } },
    },
    async (request, reply) => {
      const article = await updateArticle(
        store,
        request.params.slug,
        request.body,
        sessionOf(request),
        expectedVersions(request),
      );
      setVersion(reply, article.version);
      return article;
    },
  );

  app.delete(
    '/api/admin/news/:slug',
    { schema: { tags: ['admin'], params: bySlug, response: { 204: z.null() } } },
    async (request, reply) => {
      const id = await deleteArticle(store, request.params.slug, sessionOf(request), expectedVersions(request));
      return reply.status(204).header('X-Bin-Id', String(id)).send(null);
    },
  );
};
