import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { expectedVersions, setVersion } from '../http/etag.ts';
import { readsStored, sessionOf } from '../http/session.ts';
import {
  createPartner,
  deletePartner,
  listPartners,
  orderPartners,
  partnerChangeSchema,
  partnerSchema,
  savePartner,
} from '../model/partners.ts';
import type { Store } from '../model/store.ts';
import { byId } from './articles/parameters.ts';

const ONE = '/api/admin/partners/:id';

export const partnersApi: FastifyPluginAsyncZod<{ store: Store }> = async (app, { store }) => {
  app.get(
    '/api/partners',
    {
      config: { public: true, cached: 'lists', knowsAdmins: true },
      schema: { tags: ['partners'], response: { 200: z.array(partnerSchema) } },
    },
    async (request, reply) => {
      if (await readsStored(request, store.db)) reply.header('Cache-Control', 'no-store');
      return listPartners(store.db);
    },
  );

  app.post(
    '/api/admin/partners',
    { schema: { tags: ['partners'], body: partnerChangeSchema, response: { 201: partnerSchema } } },
    async (request, reply) => {
      const partner = await createPartner(store, request.body, sessionOf(request).username);
      setVersion(reply, partner.version);
      return reply.status(201).send(partner);
    },
  );

  app.put(
    '/api/admin/partners/order',
    {
      schema: {
        tags: ['partners'],
        description: 'The ids of all partners in their new order.',
        body: z.object({
          ids: z.array(
            z.int('Порядок партнёров: в списке стоит не партнёр.'),
            'Порядок партнёров: нужен список всех партнёров.',
          ),
        }),
        response: { 200: z.array(partnerSchema) },
      },
    },
    async (request) => orderPartners(store, request.body.ids, sessionOf(request).username),
  );

  app.put(
    ONE,
    {
      config: { conditional: true },
      schema: { tags: ['partners'], params: byId, body: partnerChangeSchema, response: { 200: partnerSchema } },
    },
    async (request, reply) => {
      const { username } = sessionOf(request);
      const partner = await savePartner(store, request.params.id, request.body, username, expectedVersions(request));
      setVersion(reply, partner.version);
      return partner;
    },
  );

  app.delete(
    ONE,
    { config: { conditional: true }, schema: { tags: ['partners'], params: byId, response: { 204: z.null() } } },
    async (request, reply) => {
      await deletePartner(store, request.params.id, sessionOf(request).username, expectedVersions(request));
      return reply.status(204).send(null);
    },
  );
};
