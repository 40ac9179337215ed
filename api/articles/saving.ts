import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { sessionOf } from '../../http/session.ts';
import { createArticle, findArticle, updateArticle } from '../../model/articles/articles.ts';
import {
  discardDraft,
  draftChangeSchema,
  draftFactsSchema,
  findDraft,
  saveDraft,
} from '../../model/articles/saving/draft.ts';
import {
  adminArticleSchema,
  articleChangeSchema,
  newArticleSchema,
  savedArticleSchema,
} from '../../model/articles/schema.ts';
import { deleteArticle } from '../../model/articles/trash.ts';
import { adminPageSchema, newPageSchema, pageChangeSchema, savedPageSchema } from '../../model/pages/pages.ts';
import { bySlug, type KindOptions, routesOf } from '../parameters.ts';

const ARTICLE_LIMIT = 20 * 1024 * 1024; // bytes; images may be inlined in the body

export const savingApi: FastifyPluginAsyncZod<KindOptions> = async (app, { store, kind }) => {
  const { path, keyOf, aimOf } = routesOf(app, kind);
  const { read, made, change, saved } =
    kind === 'page'
      ? { read: adminPageSchema, made: newPageSchema, change: pageChangeSchema, saved: savedPageSchema }
      : { read: adminArticleSchema, made: newArticleSchema, change: articleChangeSchema, saved: savedArticleSchema };

  app.get(`${path}/:slug`, { schema: { params: bySlug, response: { 200: read } } }, async (request) =>
    findArticle(store.db, keyOf(request), sessionOf(request)),
  );

  app.post(path, {
    bodyLimit: ARTICLE_LIMIT,
    schema: { body: made, response: { 201: saved } },
    handler: async (request, reply) => {
      const article = await createArticle(store, request.body, sessionOf(request), kind);
      reply.header('Location', `${path}/${article.slug}`);
      return article;
    },
  });

  app.put(`${path}/:slug`, {
    config: { conditional: true },
    bodyLimit: ARTICLE_LIMIT,
    schema: { params: bySlug, body: change, response: { 200: saved } },
    handler: async (request) => updateArticle(store, aimOf(request), request.body),
  });

  app.delete(`${path}/:slug`, {
    config: { conditional: true },
    schema: { params: bySlug, response: { 204: z.null() } },
    handler: async (request, reply) => {
      const id = await deleteArticle(store, aimOf(request));
      reply.header('X-Bin-Id', String(id));
    },
  });
};

export const draftApi: FastifyPluginAsyncZod<KindOptions> = async (app, { store, kind }) => {
  const { path, keyOf, aimOf } = routesOf(app, kind);
  const draft = `${path}/:slug/draft`;
  const { read, saved, body } =
    kind === 'page'
      ? {
          read: adminPageSchema,
          saved: savedPageSchema,
          body: draftChangeSchema.extend({ place: pageChangeSchema.shape.place }),
        }
      : { read: adminArticleSchema, saved: savedArticleSchema, body: draftChangeSchema };

  app.get(draft, {
    schema: {
      description: 'The article with the changes of its stored draft, if any. `PUT …/{slug}` publishes it.',
      params: bySlug,
      response: { 200: read.extend(draftFactsSchema.shape) },
    },
    handler: async (request) => findDraft(store.db, keyOf(request), sessionOf(request)),
  });

  app.put(draft, {
    config: { conditional: true },
    bodyLimit: ARTICLE_LIMIT,
    schema: {
      description:
        'Stores unpublished changes of a public or scheduled article. Absent fields stay; fields equal to the published ones go.',
      params: bySlug,
      body,
      response: { 200: saved.extend(draftFactsSchema.shape) },
    },
    handler: async (request) => saveDraft(store, aimOf(request), request.body),
  });

  app.delete(draft, {
    config: { conditional: true },
    schema: { description: 'Discards the stored draft.', params: bySlug, response: { 204: z.null() } },
    handler: async (request) => discardDraft(store, aimOf(request)),
  });
};
