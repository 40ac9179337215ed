import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { notFound } from '../errors.ts';
import type { PageCache } from '../http/cache/page-cache.ts';
import { sessionOf } from '../http/session.ts';
import {
  adminPageLineSchema,
  findPublicPage,
  listPages,
  orderPages,
  pageLinkSchema,
  pageOrderSchema,
  pageSchema,
} from '../model/pages/pages.ts';
import type { Store } from '../model/store.ts';
import { EDITORS } from '../roles.ts';
import { sharedApi } from './articles/shared.ts';
import { bySlug, slugKey, tagRoutes } from './parameters.ts';

export const pagesApi: FastifyPluginAsyncZod<{ store: Store; pageCache: Pick<PageCache, 'pages'> }> = async (
  app,
  { store, pageCache: { pages } },
) => {
  tagRoutes(app, 'pages');
  const { db } = store;

  app.get('/api/pages', {
    config: { public: true, cached: 'lists' },
    schema: { description: 'Public pages in their order.', response: { 200: z.array(pageLinkSchema) } },
    handler: async () => pages.list(),
  });

  app.get('/api/pages/:slug', {
    config: { public: true, cached: slugKey('/api/pages') },
    schema: { params: bySlug, response: { 200: pageSchema, 301: z.null() } },
    handler: async (request, reply) => {
      const found = await findPublicPage({ db, pages }, request.params.slug);
      if (!found) throw notFound('Такой страницы нет.');
      if ('movedTo' in found)
        return reply.header('Cache-Control', 'no-cache').redirect(`/api/pages/${found.movedTo}`, 301);
      return found.article;
    },
  });

  app.get('/api/admin/pages', {
    config: { roles: EDITORS },
    schema: {
      description: 'Every page in its order, drafts included, without bodies.',
      response: { 200: z.array(adminPageLineSchema) },
    },
    handler: async () => listPages(db),
  });

  app.put('/api/admin/pages/order', {
    config: { roles: EDITORS },
    schema: {
      description: 'The ids of all pages in their new order.',
      body: pageOrderSchema,
      response: { 200: z.array(adminPageLineSchema) },
    },
    handler: async (request) => orderPages(store, request.body.ids, sessionOf(request).username),
  });

  await app.register(sharedApi, { store, kind: 'page' });
};
