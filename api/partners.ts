import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { readsStored, sessionOf } from '../http/session.ts';
import {
  createPartner,
  deletePartner,
  listPartners,
  newPartnerSchema,
  orderPartners,
  partnerChangeSchema,
  partnerSchema,
  savePartner,
} from '../model/partners.ts';
import type { Store } from '../model/store.ts';
import { EDITORS } from '../roles.ts';
import { rowRoutes, tagRoutes } from './parameters.ts';

export const partnersApi: FastifyPluginAsyncZod<{ store: Store }> = async (app, { store }) => {
  tagRoutes(app, 'partners');
  app.get('/api/partners', {
    config: { roles: EDITORS, public: true, cached: 'lists' },
    schema: { response: { 200: z.array(partnerSchema) } },
    handler: async (request, reply) => {
      if (await readsStored(request, store.db)) reply.header('Cache-Control', 'no-store');
      return listPartners(store.db);
    },
  });

  rowRoutes(app, store, {
    path: '/api/admin/partners',
    roles: EDITORS,
    bodies: { create: newPartnerSchema, save: partnerChangeSchema },
    answer: partnerSchema,
    verbs: {
      create: (own, input, by) => createPartner(own, input, by),
      save: savePartner,
      remove: deletePartner,
    },
  });

  app.put('/api/admin/partners/order', {
    config: { roles: EDITORS },
    schema: {
      description: 'The ids of all partners in their new order.',
      body: z.object({
        ids: z.array(
          z.int('Порядок партнёров: в списке стоит не партнёр.'),
          'Порядок партнёров: нужен список всех партнёров.',
        ),
      }),
      response: { 200: z.array(partnerSchema) },
    },
    handler: async (request) => orderPartners(store, request.body.ids, sessionOf(request).username),
  });
};
