import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { expectedVersions } from '../../http/etag.ts';
import { sessionOf } from '../../http/session.ts';
import { adminArticleSchema } from '../../model/articles/schema.ts';
import { eraseArticle, listTrash, restoreArticle, trashedSchema } from '../../model/articles/trash.ts';
import { adminPageSchema } from '../../model/pages/schema.ts';
import { EDITORS } from '../../roles.ts';
import { byId, type OfKind } from './parameters.ts';

export const trashApi: FastifyPluginAsyncZod<OfKind> = async (app, { store, kind }) => {
  const { path, tags, restored } =
    kind === 'page'
      ? { path: '/api/admin/pages-bin', tags: ['pages'], restored: adminPageSchema }
      : { path: '/api/admin/bin', tags: ['history'], restored: adminArticleSchema };

  app.get(path, { schema: { tags, response: { 200: z.array(trashedSchema) } } }, async (request) =>
    listTrash(store.db, kind, sessionOf(request)),
  );

  app.post(
    `${path}/:id/restore`,
    { config: { conditional: true }, schema: { tags, params: byId, response: { 200: restored } } },
    async (request) =>
      restoreArticle(store, { kind, id: request.params.id }, sessionOf(request), expectedVersions(request)),
  );

  app.delete(
    `${path}/:id`,
    { config: { conditional: true, roles: EDITORS }, schema: { tags, params: byId, response: { 204: z.null() } } },
    async (request) =>
      eraseArticle(store, { kind, id: request.params.id }, sessionOf(request), expectedVersions(request)),
  );
};
