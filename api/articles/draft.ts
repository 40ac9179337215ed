import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { expectedVersions } from '../../http/etag.ts';
import { sessionOf } from '../../http/session.ts';
import {
  discardDraft,
  draftChangeSchema,
  draftFactsSchema,
  findDraft,
  saveDraft,
} from '../../model/articles/saving/draft.ts';
import { adminArticleSchema, savedArticleSchema } from '../../model/articles/schema.ts';
import { adminPageSchema, savedPageSchema } from '../../model/pages/schema.ts';
import { bySlug, type OfKind, routesOf } from './parameters.ts';
import { ARTICLE_LIMIT } from './saving.ts';

export const draftApi: FastifyPluginAsyncZod<OfKind> = async (app, { store, kind }) => {
  const { path, tags, keyOf } = routesOf(kind, 'admin');
  const draft = `${path}/:slug/draft`;
  const { read, saved } =
    kind === 'page'
      ? { read: adminPageSchema, saved: savedPageSchema }
      : { read: adminArticleSchema, saved: savedArticleSchema };

  app.get(
    draft,
    {
      schema: {
        tags,
        description: 'The article with its stored draft over it; without one as it is. `PUT …/{slug}` publishes it.',
        params: bySlug,
        response: { 200: read.extend(draftFactsSchema.shape) },
      },
    },
    async (request) => findDraft(store.db, keyOf(request), sessionOf(request)),
  );

  app.put(
    draft,
    {
      config: { conditional: true },
      bodyLimit: ARTICLE_LIMIT,
      schema: {
        tags,
        description:
          'Changes of a public or scheduled article that wait for publication. Absent fields keep their value, what is as published is dropped.',
        params: bySlug,
        body: draftChangeSchema,
        response: { 200: saved.extend(draftFactsSchema.shape) },
      },
    },
    async (request) => saveDraft(store, keyOf(request), request.body, sessionOf(request), expectedVersions(request)),
  );

  app.delete(
    draft,
    {
      config: { conditional: true },
      schema: { tags, description: 'Discards the stored draft.', params: bySlug, response: { 204: z.null() } },
    },
    async (request) => discardDraft(store, keyOf(request), sessionOf(request), expectedVersions(request)),
  );
};
