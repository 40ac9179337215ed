import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { expectedVersions, setVersion } from '../../http/etag.ts';
import { sessionOf } from '../../http/session.ts';
import {
  findRevision,
  listRevisions,
  restoreRevision,
  revisionLineSchema,
  revisionSchema,
} from '../../model/articles/revisions.ts';
import { adminArticleSchema } from '../../model/articles/schema.ts';
import type { Store } from '../../model/store.ts';
import { bySlug, byVersion } from './parameters.ts';

const REVISIONS = '/api/admin/news/:slug/revisions';

export const revisionsApi: FastifyPluginAsyncZod<{ store: Store }> = async (app, { store }) => {
  app.get(
    REVISIONS,
    { schema: { tags: ['history'], params: bySlug, response: { 200: z.array(revisionLineSchema) } } },
    async (request) => listRevisions(store.db, request.params.slug, sessionOf(request)),
  );

  app.get(
    `${REVISIONS}/:version`,
    { schema: { tags: ['history'], params: byVersion, response: { 200: revisionSchema } } },
    async (request, reply) => {
      const revision = await findRevision(store.db, request.params.slug, request.params.version, sessionOf(request));
      setVersion(reply, revision.version);
      return revision;
    },
  );

  app.post(
    `${REVISIONS}/:version/restore`,
    {
      schema: {
        tags: ['history'],
        description: 'Title, date, body, lead, social title and cover as they were then, saved as a new version.',
        params: byVersion,
        response: { 200: adminArticleSchema },
      },
    },
    async (request, reply) => {
      const { slug, version } = request.params;
      const article = await restoreRevision(store, slug, version, sessionOf(request), expectedVersions(request));
      setVersion(reply, article.version);
      return article;
    },
  );
};
