import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { expectedVersions } from '../../http/etag.ts';
import { sessionOf } from '../../http/session.ts';
import {
  findRevision,
  listRevisions,
  restoreRevision,
  revisionLineSchema,
  revisionSchema,
} from '../../model/articles/revisions.ts';
import { adminArticleSchema } from '../../model/articles/schema.ts';
import { adminPageSchema } from '../../model/pages/schema.ts';
import { bySlug, byVersion, type OfKind, routesOf } from './parameters.ts';

export const revisionsApi: FastifyPluginAsyncZod<OfKind> = async (app, { store, kind }) => {
  const { path, tags, keyOf } = routesOf(kind, 'history');
  const revisions = `${path}/:slug/revisions`;

  app.get(
    revisions,
    { schema: { tags, params: bySlug, response: { 200: z.array(revisionLineSchema) } } },
    async (request) => listRevisions(store.db, keyOf(request), sessionOf(request)),
  );

  app.get(
    `${revisions}/:version`,
    { schema: { tags, params: byVersion, response: { 200: revisionSchema } } },
    async (request) => findRevision(store.db, keyOf(request), request.params.version, sessionOf(request)),
  );

  app.post(
    `${revisions}/:version/restore`,
    {
      config: { conditional: true },
      schema: {
        tags,
        description: 'Title, date, body, lead, social title and cover as they were then, saved as a new version.',
        params: byVersion,
        response: { 200: kind === 'page' ? adminPageSchema : adminArticleSchema },
      },
    },
    async (request) =>
      restoreRevision(store, keyOf(request), request.params.version, sessionOf(request), expectedVersions(request)),
  );
};
