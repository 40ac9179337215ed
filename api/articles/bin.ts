import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { expectedVersions, setVersion } from '../../http/etag.ts';
import { sessionOf } from '../../http/session.ts';
import { binnedSchema, eraseArticle, listBin, restoreArticle } from '../../model/articles/bin.ts';
import { adminArticleSchema } from '../../model/articles/schema.ts';
import type { Store } from '../../model/store.ts';
import { byId } from './parameters.ts';

export const binApi: FastifyPluginAsyncZod<{ store: Store }> = async (app, { store }) => {
  app.get(
    '/api/admin/bin',
    { schema: { tags: ['history'], response: { 200: z.array(binnedSchema) } } },
    async (request) => listBin(store.db, sessionOf(request)),
  );

  app.post(
    '/api/admin/bin/:id/restore',
    { schema: { tags: ['history'], params: byId, response: { 200: adminArticleSchema } } },
    async (request, reply) => {
      const article = await restoreArticle(store, request.params.id, sessionOf(request), expectedVersions(request));
      setVersion(reply, article.version);
      return article;
    },
  );

  app.delete(
    '/api/admin/bin/:id',
    { schema: { tags: ['history'], params: byId, response: { 204: z.null() } } },
    async (request, reply) => {
      await eraseArticle(store, request.params.id, sessionOf(request), expectedVersions(request));
      return reply.status(204).send(null);
    },
  );
};
