import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { notFound } from '../../errors.ts';
import { readsStored, sessionOf } from '../../http/session.ts';
import { editionNamed } from '../../model/editions/current.ts';
import { rowId } from '../../model/fields.ts';
import { chapterSchema, readChapters, recordedChapters, toChapterTrack } from '../../model/programme/chapters.ts';
import {
  contestantChangeSchema,
  contestantSchema,
  newContestantSchema,
} from '../../model/programme/contestant-schema.ts';
import { createContestant, deleteContestant, saveContestant } from '../../model/programme/contestants.ts';
import { programmeSchema, publicProgramme, readProgramme } from '../../model/programme/programme.ts';
import { showSchema } from '../../model/programme/show-row.ts';
import {
  createShow,
  deleteShow,
  newShowSchema,
  orderShow,
  saveShow,
  showChangeSchema,
} from '../../model/programme/shows.ts';
import { importTable, tableSchema, undoSchema, undoTable } from '../../model/programme/table.ts';
import { tablePlanSchema } from '../../model/programme/table-rows.ts';
import type { Store } from '../../model/store.ts';
import { OPERATORS } from '../../roles.ts';
import { aimOf, byId, idKey, rowRoutes, tagRoutes } from '../parameters.ts';
import { byEdition, filteredKey, TABLE_LIMIT } from './editions.ts';

export const programmeApi: FastifyPluginAsyncZod<{ store: Store }> = async (app, { store }) => {
  tagRoutes(app, 'programme');
  app.get('/api/programme', {
    config: { roles: OPERATORS, public: true, cached: filteredKey('/api/programme') },
    schema: {
      description: 'Public shows and who performs in them; with a token that may change it, everything.',
      querystring: byEdition,
      response: { 200: programmeSchema },
    },
    handler: async (request, reply) => {
      const { edition } = request.query;
      if (!(await readsStored(request, store.db)))
        return publicProgramme(store.db, await editionNamed(store.db, edition));
      reply.header('Cache-Control', 'no-store');
      return readProgramme(store.db, await editionNamed(store.db, edition, true));
    },
  });

  rowRoutes(app, store, {
    path: '/api/admin/shows',
    roles: OPERATORS,
    bodies: { create: newShowSchema, save: showChangeSchema },
    answer: showSchema,
    verbs: { create: createShow, save: saveShow, remove: deleteShow },
  });

  rowRoutes(app, store, {
    path: '/api/admin/contestants',
    roles: OPERATORS,
    bodies: { create: newContestantSchema, save: contestantChangeSchema },
    answer: contestantSchema,
    verbs: { create: createContestant, save: saveContestant, remove: deleteContestant },
  });

  app.post('/api/admin/shows/:id/table', {
    config: { roles: OPERATORS, conditional: true },
    bodyLimit: TABLE_LIMIT,
    schema: {
      description:
        'Imports contestants and running order from a spreadsheet. Contestants are matched by name; empty cells change nothing, invalid rows are skipped.',
      params: byId,
      body: tableSchema,
      response: { 200: tablePlanSchema },
    },
    handler: async (request) => importTable(store, aimOf(request), request.body),
  });

  app.post('/api/admin/shows/table/undo', {
    config: { roles: OPERATORS },
    bodyLimit: TABLE_LIMIT,
    schema: {
      description:
        '`undo` of the answer to a table: stores what was before. 412 when somebody has changed it since; points and editions are changed back by editors.',
      body: undoSchema,
      response: { 204: z.null() },
    },
    handler: async (request) => undoTable(store, request.body, sessionOf(request)),
  });

  app.put('/api/admin/shows/:id/order', {
    config: { roles: OPERATORS, conditional: true },
    schema: {
      description: 'Ids of all performers of the show, in running order; others are removed from it.',
      params: byId,
      body: z.object({
        ids: z.array(
          rowId('Порядок выступлений: в списке стоит не участник.'),
          'Порядок выступлений: нужен список всех участников.',
        ),
      }),
      response: { 200: showSchema },
    },
    handler: async (request) => orderShow(store, aimOf(request), request.body.ids),
  });
};

const JSON_ADDRESS = '/api/programme/:id/chapters';
const TRACK_ADDRESS = '/programme/:id/chapters.vtt';

export const chaptersApi: FastifyPluginAsyncZod<{ store: Store }> = async (app, { store: { db } }) => {
  tagRoutes(app, 'programme');
  app.get(JSON_ADDRESS, {
    config: { public: true, cached: idKey(JSON_ADDRESS) },
    schema: {
      description: 'Performances of a show and when each began; none until the show is over.',
      params: byId,
      response: { 200: z.array(chapterSchema) },
    },
    handler: (request) => readChapters(db, request.params.id),
  });

  app.get(TRACK_ADDRESS, {
    config: { cached: idKey(TRACK_ADDRESS) },
    schema: { params: byId },
    handler: async (request, reply) => {
      const chapters = await recordedChapters(db, request.params.id);
      if (chapters.length === 0) throw notFound('У записи нет глав этого концерта.');
      reply.type('text/vtt; charset=utf-8').header('Cache-Control', 'no-cache');
      return toChapterTrack(chapters);
    },
  });
};
