import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { deleteArticle } from '../model/articles/bin.ts';
import { listArticleCards, listArticles, listPublicArticles, listPublicCards } from '../model/articles/lists.ts';
import {
  adminArticleSchema,
  articleCardSchema,
  articleChangeSchema,
  articleSchema,
  articleStatuses,
  newArticleSchema,
} from '../model/articles/schema.ts';
import { eachPublicArticle, eachPublicCard } from '../model/articles/whole-list.ts';
import { createArticle, findArticle, findPublicArticle, updateArticle } from '../model/articles.ts';
import { notFound } from '../model/errors.ts';
import type { Store } from '../model/write.ts';
import { sendList } from '../server/long-list.ts';
import { afterQuery, limitQuery, linkNext } from '../server/paging.ts';
import { sessionOf } from '../server/session.ts';
import { expectedVersions, setVersion } from '../server/version.ts';
import { binApi } from './articles/bin.ts';
import { bySlug } from './articles/parameters.ts';
import { presenceApi } from './articles/presence.ts';
import { previewsApi } from './articles/previews.ts';
import { revisionsApi } from './articles/revisions.ts';

/** Bytes of an article with pictures written into its body. */
const ARTICLE_LIMIT = 20 * 1024 * 1024;

const publicQuery = z.object({
  limit: limitQuery,
  after: afterQuery,
  fields: z.string('fields: нужно одно значение, например card.').optional().describe('`card` leaves out the bodies'),
});
const adminQuery = publicQuery.extend({
  status: z.enum(articleStatuses, 'status: нужно draft, scheduled или published.').optional(),
  q: z.string('q: нужен один текст для поиска.').max(300, 'q: не длиннее 300 знаков.').optional(),
});

export const articlesApi: FastifyPluginAsyncZod<{ store: Store }> = async (app, { store }) => {
  const { db } = store;

  app.get(
    '/api/news',
    {
      config: { public: true, cached: () => ['limit', 'after', 'fields'] },
      schema: {
        tags: ['news'],
        querystring: publicQuery,
        response: { 200: z.array(articleCardSchema.extend({ content: z.string().optional() })) },
      },
    },
    async (request, reply) => {
      const { fields, limit, after } = request.query;
      if (limit === undefined) {
        const batches = fields === 'card' ? eachPublicCard(db, after) : eachPublicArticle(db, after);
        return sendList(request, reply, batches);
      }
      const page = { limit, after };
      const { articles, next } = await (fields === 'card' ? listPublicCards(db, page) : listPublicArticles(db, page));
      linkNext(reply, '/api/news', request.query, next);
      return articles;
    },
  );

  app.get(
    '/api/news/:slug',
    {
      config: { public: true, cached: () => [] },
      schema: { tags: ['news'], params: bySlug, response: { 200: articleSchema, 301: z.null() } },
    },
    async (request, reply) => {
      const found = await findPublicArticle(db, request.params.slug);
      if (!found) throw notFound('Такой новости нет.');
      if ('movedTo' in found)
        return reply.header('Cache-Control', 'no-cache').redirect(`/api/news/${found.movedTo}`, 301);
      setVersion(reply, found.article.version);
      return found.article;
    },
  );

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
      const { fields, ...filter } = request.query;
      const { articles, next } = await (fields === 'card' ? listArticleCards(db, filter) : listArticles(db, filter));
      linkNext(reply, '/api/admin/news', request.query, next);
      return articles;
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

  app.post(
    '/api/admin/news',
    {
      bodyLimit: ARTICLE_LIMIT,
      schema: { tags: ['admin'], body: newArticleSchema, response: { 201: adminArticleSchema } },
    },
    async (request, reply) => {
      const article = await createArticle(store, request.body, sessionOf(request).username);
      setVersion(reply, article.version);
      return reply.status(201).header('Location', `/api/admin/news/${article.slug}`).send(article);
    },
  );

  app.put(
    '/api/admin/news/:slug',
    {
      bodyLimit: ARTICLE_LIMIT,
      schema: { tags: ['admin'], params: bySlug, body: articleChangeSchema, response: { 200: adminArticleSchema } },
    },
    async (request, reply) => {
      const { username } = sessionOf(request);
      const article = await updateArticle(
        store,
        request.params.slug,
        request.body,
        username,
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
      const id = await deleteArticle(
        store,
        request.params.slug,
        sessionOf(request).username,
        expectedVersions(request),
      );
      return reply.status(204).header('X-Bin-Id', String(id)).send(null);
    },
  );

  for (const history of [revisionsApi, binApi, previewsApi, presenceApi]) await app.register(history, { store });
};
