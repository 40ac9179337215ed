import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { originOf } from '../http/origin.ts';
import { limitUpTo } from '../http/paging.ts';
import { sessionOf } from '../http/session.ts';
import { queryText } from '../model/fields.ts';
import { importLineSchema, importRedirects, importSchema } from '../model/redirects/import.ts';
import {
  createRedirect,
  deleteRedirect,
  listRedirects,
  MAX_REDIRECTS,
  redirectChangeSchema,
  redirectSchema,
  saveRedirect,
} from '../model/redirects/redirects.ts';
import type { Store } from '../model/store.ts';
import { EDITORS } from '../roles.ts';
import { rowRoutes, tagRoutes } from './parameters.ts';

const ALL = '/api/admin/redirects';
const IMPORT_LIMIT = 8 * 1024 * 1024; // bytes: each Russian letter has two, and JSON escapes quotes

const listQuery = z.object({
  q: queryText('Поиск', 200).optional().describe('Part of an address'),
  limit: limitUpTo(MAX_REDIRECTS).optional(),
});
const listSchema = z.object({
  total: z.number().int().describe('Total number of matches'),
  redirects: z.array(redirectSchema),
});

type Options = { store: Store; config: Pick<Config, 'publicUrl'> };

export const redirectsApi: FastifyPluginAsyncZod<Options> = async (app, { store, config: { publicUrl } }) => {
  tagRoutes(app, 'redirects');
  app.get(ALL, {
    config: { roles: EDITORS },
    schema: { querystring: listQuery, response: { 200: listSchema } },
    handler: async (request) => listRedirects(store.db, request.query),
  });

  rowRoutes(app, store, {
    path: ALL,
    roles: EDITORS,
    bodies: { create: redirectChangeSchema, save: redirectChangeSchema },
    answer: redirectSchema,
    verbs: {
      create: (own, input, by, request) => createRedirect(own, input, by, originOf(request, publicUrl)),
      save: (own, aim, input, request) => saveRedirect(own, aim, input, originOf(request, publicUrl)),
      remove: deleteRedirect,
    },
  });

  app.post(`${ALL}/import`, {
    config: { roles: EDITORS },
    bodyLimit: IMPORT_LIMIT,
    schema: { body: importSchema, response: { 200: z.array(importLineSchema) } },
    handler: async (request) =>
      importRedirects(store, request.body, sessionOf(request).username, originOf(request, publicUrl)),
  });
};
