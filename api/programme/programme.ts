import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { expectedVersions, setVersion } from '../../http/etag.ts';
import { readsStored, sessionOf } from '../../http/session.ts';
import { rowId } from '../../model/fields.ts';
import { programmeSchema, publicProgramme, readProgramme } from '../../model/programme/programme.ts';
import { orderShow } from '../../model/programme/running-order.ts';
import { showSchema } from '../../model/programme/show-row.ts';
import { createShow, deleteShow, saveShow, showChangeSchema } from '../../model/programme/shows.ts';
import type { Store } from '../../model/store.ts';
import { byId } from '../articles/parameters.ts';

const SHOW = '/api/admin/shows/:id';
const tags = ['programme'];

export const programmeApi: FastifyPluginAsyncZod<{ store: Store }> = async (app, { store }) => {
  app.get(
    '/api/programme',
    {
      config: { public: true, cached: 'lists', knowsAdmins: true },
      schema: {
        tags,
        description: 'Public shows and who performs in them; with a token of those who may change it, everything.',
        response: { 200: programmeSchema },
      },
    },
    async (request, reply) => {
      if (!(await readsStored(request, store.db))) return publicProgramme(store.db);
      reply.header('Cache-Control', 'no-store');
      return readProgramme(store.db);
    },
  );

  app.post(
    '/api/admin/shows',
    { schema: { tags, body: showChangeSchema, response: { 201: showSchema } } },
    async (request, reply) => {
      const show = await createShow(store, request.body, sessionOf(request).username);
      setVersion(reply, show.version);
      return reply.status(201).send(show);
    },
  );

  app.put(
    SHOW,
    {
      config: { conditional: true },
      schema: { tags, params: byId, body: showChangeSchema, response: { 200: showSchema } },
    },
    async (request, reply) => {
      const { username } = sessionOf(request);
      const show = await saveShow(store, request.params.id, request.body, username, expectedVersions(request));
      setVersion(reply, show.version);
      return show;
    },
  );

  app.put(
    `${SHOW}/order`,
    {
      config: { conditional: true },
      schema: {
        tags,
        description: 'Ids of all who perform in the show, in their order; whoever is not named leaves it.',
        params: byId,
        body: z.object({
          ids: z.array(
            rowId('Порядок выступлений: в списке стоит не участник.'),
            'Порядок выступлений: нужен список всех участников.',
          ),
        }),
        response: { 200: showSchema },
      },
    },
    async (request, reply) => {
      const { username } = sessionOf(request);
      const show = await orderShow(store, request.params.id, request.body.ids, username, expectedVersions(request));
      setVersion(reply, show.version);
      return show;
    },
  );

  app.delete(
    SHOW,
    { config: { conditional: true }, schema: { tags, params: byId, response: { 204: z.null() } } },
    async (request, reply) => {
      await deleteShow(store, request.params.id, sessionOf(request).username, expectedVersions(request));
      return reply.status(204).send(null);
    },
  );
};
