import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { notFound } from '../../errors.ts';
import type { CacheKey } from '../../http/cache/key.ts';
import { expectedVersions, setVersion } from '../../http/etag.ts';
import { createListSender } from '../../http/json-stream.ts';
import { afterQuery, limitQuery, linkNext } from '../../http/paging.ts';
import { sessionOf } from '../../http/session.ts';
import { createArticle, findArticle, findPublicArticle, updateArticle } from '../../model/articles/articles.ts';
import { deleteArticle } from '../../model/articles/bin.ts';
import { livingArticles, livingCards, publicArticles, publicCards } from '../../model/articles/lists.ts';
import {
  adminArticleSchema,
  articleCardSchema,
  articleChangeSchema,
  articleSchema,
  articleStatuses,
  newArticleSchema,
  savedArticleSchema,
} from '../../model/articles/schema.ts';
import type { Limit } from '../../model/limit.ts';
import type { Store } from '../../model/store.ts';
import { binApi } from './bin.ts';
import { bySlug } from './parameters.ts';
import { presenceApi } from './presence.ts';
import { previewsApi } from './previews.ts';
import { revisionsApi } from './revisions.ts';

/** Bytes of an article with pictures written into its body. */
const ARTICLE_LIMIT = 20 * 1024 * 1024;

const publicQuery = z.object({
  limit: limitQuery.describe('At most so many; fewer where the part would grow over 2 MiB. The `Link` header goes on'),
  after: afterQuery,
  fields: z.string('fields: нужно одно значение, например card.').optional().describe('`card` leaves out the bodies'),
});
const adminQuery = publicQuery.extend({
  status: z.enum(articleStatuses, 'status: нужно draft, scheduled или published.').optional(),
  q: z.string('q: нужен один текст для поиска.').max(300, 'q: не длиннее 300 знаков.').optional(),
});

/** The first part of the list, with its bodies or without. Parts behind a cursor are too many to keep. */
function sharedList({ query }: FastifyRequest): CacheKey | undefined {
  const { data } = publicQuery.safeParse(query);
  if (!data || data.after !== undefined) return undefined;
  const counted = new URLSearchParams();
  if (data.limit !== undefined) counted.set('limit', String(data.limit));
  if (data.fields === 'card') counted.set('fields', 'card');
  return { target: counted.size > 0 ? `/api/news?${counted}` : '/api/news', partition: 'lists' };
}

function sharedArticle({ params }: FastifyRequest): CacheKey {
  const { slug } = params as { slug: string };
  return { target: `/api/news/${encodeURIComponent(slug)}`, partition: 'articles' };
}

interface Options {
  store: Store;
  /** Limits the compression of what is not kept. */
  compressing: Limit;
}

export const articlesApi: FastifyPluginAsyncZod<Options> = async (app, { store, compressing }) => {
  const { db } = store;
  // Visitors take no places from administrators.
  const sendPublic = createListSender(compressing);
  const sendToPanel = createListSender(compressing);

  app.get(
    '/api/news',
    {
      config: { public: true, cached: sharedList },
      schema: {
        tags: ['news'],
        querystring: publicQuery,
        response: { 200: z.array(articleCardSchema.extend({ content: z.string().optional() })) },
      },
    },
    async (request, reply) => {
      const { fields, limit, after } = request.query;
      const read = async () => {
        const list = await (fields === 'card' ? publicCards : publicArticles)(db, { limit, after });
        linkNext(reply, '/api/news', request.query, list.next);
        return list;
      };
      return sendPublic(request, reply, {
        kind: fields === 'card' ? 'cards' : 'articles',
        isWhole: limit === undefined,
        read,
      });
    },
  );

  app.get(
    '/api/news/:slug',
    {
      config: { public: true, cached: sharedArticle },
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
      const { fields, limit, after, ...filter } = request.query;
      const read = async () => {
        const list = await (fields === 'card' ? livingCards : livingArticles)(db, filter, { limit, after });
        linkNext(reply, '/api/admin/news', request.query, list.next);
        return list;
      };
      return sendToPanel(request, reply, {
        kind: fields === 'card' ? 'cards' : 'articles',
        isWhole: limit === undefined,
        read,
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

  app.post(
    '/api/admin/news',
    {
      bodyLimit: ARTICLE_LIMIT,
      schema: { tags: ['admin'], body: newArticleSchema, response: { 201: savedArticleSchema } },
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
      schema: { tags: ['admin'], params: bySlug, body: articleChangeSchema, response: { 200: savedArticleSchema } },
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
