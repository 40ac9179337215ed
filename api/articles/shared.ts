import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { expectedVersions, setVersion } from '../../http/etag.ts';
import { sessionOf } from '../../http/session.ts';
import { markAbsent, markPresent, presenceSchema, tabSchema } from '../../model/articles/presence.ts';
import { openPreview, previewSchema, revokePreviews } from '../../model/articles/previews.ts';
import {
  findRevision,
  listRevisions,
  restoreRevision,
  revisionLineSchema,
  revisionSchema,
} from '../../model/articles/revisions.ts';
import { adminArticleSchema } from '../../model/articles/schema.ts';
import { eraseArticle, listTrash, restoreArticle, trashedSchema } from '../../model/articles/trash.ts';
import { adminPageSchema } from '../../model/pages/pages.ts';
import { EDITORS } from '../../roles.ts';
import { byId, bySlug, byVersion, type KindOptions, routesOf, tagRoutes } from '../parameters.ts';
import { draftApi, savingApi } from './saving.ts';

/** Routes that articles and pages share: saving, drafts, history, bin, previews, presence. */
export const sharedApi: FastifyPluginAsyncZod<KindOptions> = async (app, options) => {
  for (const part of [savingApi, draftApi, revisionsApi, trashApi, previewsApi, presenceApi])
    await app.register(part, options);
};

const previewsApi: FastifyPluginAsyncZod<KindOptions> = async (app, { store, kind }) => {
  tagRoutes(app, 'history');
  const { path, aimOf } = routesOf(app, kind);
  const preview = `${path}/:slug/preview`;

  app.post(preview, {
    config: { conditional: true },
    schema: {
      description: 'Creates another URL that shows the stored article without a login for 7 days.',
      params: bySlug,
      response: { 201: previewSchema },
    },
    handler: async (request, reply) => {
      const { token, expiresAt, version } = await openPreview(store, aimOf(request));
      setVersion(reply, version);
      return { url: `/preview/${token}`, expiresAt };
    },
  });

  app.delete(preview, {
    config: { conditional: true },
    schema: { description: 'Ends every preview address of the article.', params: bySlug, response: { 204: z.null() } },
    handler: async (request) => revokePreviews(store, aimOf(request)),
  });
};

const trashApi: FastifyPluginAsyncZod<KindOptions> = async (app, { store, kind }) => {
  tagRoutes(app, 'history');
  const { bin: path } = routesOf(app, kind);

  app.get(path, { schema: { response: { 200: z.array(trashedSchema) } } }, async (request) =>
    listTrash(store.db, kind, sessionOf(request)),
  );

  app.post(`${path}/:id/restore`, {
    config: { conditional: true },
    schema: { params: byId, response: { 200: kind === 'page' ? adminPageSchema : adminArticleSchema } },
    handler: async (request) =>
      restoreArticle(store, { kind, id: request.params.id }, sessionOf(request), expectedVersions(request)),
  });

  app.delete(`${path}/:id`, {
    config: { conditional: true, roles: EDITORS },
    schema: { params: byId, response: { 204: z.null() } },
    handler: async (request) =>
      eraseArticle(store, { kind, id: request.params.id }, sessionOf(request), expectedVersions(request)),
  });
};

const revisionsApi: FastifyPluginAsyncZod<KindOptions> = async (app, { store, kind }) => {
  tagRoutes(app, 'history');
  const { path, keyOf, aimOf } = routesOf(app, kind);
  const revisions = `${path}/:slug/revisions`;

  app.get(revisions, { schema: { params: bySlug, response: { 200: z.array(revisionLineSchema) } } }, async (request) =>
    listRevisions(store.db, keyOf(request), sessionOf(request)),
  );

  app.get(`${revisions}/:version`, {
    schema: { params: byVersion, response: { 200: revisionSchema } },
    handler: async (request) => findRevision(store.db, keyOf(request), request.params.version, sessionOf(request)),
  });

  app.post(`${revisions}/:version/restore`, {
    config: { conditional: true },
    schema: {
      description: 'Restores title, date, body, lead, social title and cover as a new version.',
      params: byVersion,
      response: { 200: kind === 'page' ? adminPageSchema : adminArticleSchema },
    },
    handler: async (request) => restoreRevision(store, aimOf(request), request.params.version),
  });
};

const presenceApi: FastifyPluginAsyncZod<KindOptions> = async (app, { store, kind }) => {
  tagRoutes(app, 'history');
  const { path, aimOf } = routesOf(app, kind);
  const presence = `${path}/:slug/presence`;

  app.put(presence, {
    config: { conditional: true },
    schema: {
      description:
        'Heartbeat of a tab with the article open, every 3 s; returns the other tabs and the last save. Tabs expire after 30 s.',
      params: bySlug,
      body: tabSchema,
      response: { 200: presenceSchema },
    },
    handler: async (request) => markPresent(store, aimOf(request), request.body.tab),
  });

  app.delete(presence, {
    config: { conditional: true },
    schema: { params: bySlug, body: tabSchema, response: { 204: z.null() } },
    handler: async (request) => markAbsent(store, aimOf(request), request.body.tab),
  });
};
