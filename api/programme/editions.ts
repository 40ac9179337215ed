import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { notFound } from '../../errors.ts';
import type { CacheKey } from '../../http/cache/store.ts';
import { sessionOf } from '../../http/session.ts';
import { archivedSchema, listArchive, readWholeEdition, wholeEditionSchema } from '../../model/editions/archive.ts';
import { createEdition, deleteEdition, listEditions, saveEdition } from '../../model/editions/editions.ts';
import { readStart, startInputSchema, startSchema } from '../../model/editions/plan.ts';
import { editionChangeSchema, editionSchema, newEditionSchema } from '../../model/editions/schema.ts';
import { returnToFormer, startEdition } from '../../model/editions/start.ts';
import { archiveTableSchema, importArchive } from '../../model/editions/table.ts';
import { queryText } from '../../model/fields.ts';
import { tablePlanSchema } from '../../model/programme/table-rows.ts';
import type { Store } from '../../model/store.ts';
import { MAX_SLUG } from '../../model/text/slug.ts';
import { EDITORS, OPERATORS } from '../../roles.ts';
import { bySlug, rowRoutes, slugKey, tagRoutes } from '../parameters.ts';

/** Query of routes that answer one edition, by default the current one. */
export const byEdition = z.object({
  edition: queryText('Фестиваль', MAX_SLUG).optional().describe('Slug of an edition; the current one without it'),
});

export function filteredKey(path: string) {
  return ({ query }: FastifyRequest): CacheKey => {
    const { edition } = query as { edition?: string };
    if (edition === undefined) return { target: path, partition: 'lists' };
    return { target: `${path}?edition=${encodeURIComponent(edition)}`, partition: 'chosen' };
  };
}

const START = '/api/admin/editions/start';
export const TABLE_LIMIT = 2 * 1024 * 1024; // bytes: a hundred long texts

export const editionsApi: FastifyPluginAsyncZod<{ store: Store }> = async (app, { store }) => {
  tagRoutes(app, 'editions');
  app.get('/api/editions', {
    config: { public: true, cached: 'lists' },
    schema: {
      description: 'Editions of the festival, the newest first, with their winners.',
      response: { 200: z.array(archivedSchema) },
    },
    handler: () => listArchive(store.db),
  });

  app.get('/api/editions/:slug', {
    config: { public: true, cached: slugKey('/api/editions') },
    schema: {
      description: 'An edition with its shows, contestants, results and recordings.',
      params: bySlug,
      response: { 200: wholeEditionSchema },
    },
    handler: async (request) => {
      const edition = await readWholeEdition(store.db, request.params.slug);
      if (!edition) throw notFound('Такого фестиваля в архиве нет.');
      return edition;
    },
  });

  app.get('/api/admin/editions', {
    config: { roles: OPERATORS },
    schema: { description: 'All editions, hidden ones too.', response: { 200: z.array(editionSchema) } },
    handler: () => listEditions(store.db),
  });

  rowRoutes(app, store, {
    path: '/api/admin/editions',
    roles: EDITORS,
    description: 'Deletes its shows, contestants and partners too.',
    bodies: { create: newEditionSchema, save: editionChangeSchema },
    answer: editionSchema,
    verbs: { create: createEdition, save: saveEdition, remove: deleteEdition },
  });

  await app.register(startApi, { store });

  app.post('/api/admin/editions/table', {
    config: { roles: EDITORS },
    bodyLimit: TABLE_LIMIT,
    schema: {
      description:
        'Imports past editions with shows, contestants and sums of points from a spreadsheet, one row per performance. Empty cells change nothing; an invalid row aborts the import.',
      body: archiveTableSchema,
      response: { 200: tablePlanSchema },
    },
    handler: (request) => importArchive(store, request.body, sessionOf(request).username),
  });
};

const startApi: typeof editionsApi = async (app, { store }) => {
  app.get(START, {
    config: { roles: EDITORS },
    schema: {
      description: 'Preview of a new festival: what it would close, carry over and reset, and its blockers.',
      response: { 200: startSchema },
    },
    handler: () => readStart(store.db),
  });

  app.post(START, {
    config: { roles: EDITORS },
    schema: {
      description: 'Makes a new edition the current one. 409 while a show, the stream, the vote or a reveal is on.',
      body: startInputSchema,
      response: { 201: editionSchema },
    },
    handler: async (request) => startEdition(store, request.body, sessionOf(request)),
  });

  app.delete(START, {
    config: { roles: EDITORS },
    schema: {
      description: 'Makes the former edition the current one again, with its settings, within 24 hours.',
      response: { 200: editionSchema },
    },
    handler: (request) => returnToFormer(store, sessionOf(request)),
  });
};
