import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { expectedVersions, setVersion } from '../../http/etag.ts';
import { sessionOf } from '../../http/session.ts';
import {
  markAbsent,
  markPresent,
  presenceSchema,
  presentSchema,
  readPresence,
  tabSchema,
} from '../../model/articles/presence.ts';
import type { Store } from '../../model/store.ts';
import { bySlug } from './parameters.ts';

const PRESENCE = '/api/admin/news/:slug/presence';

export const presenceApi: FastifyPluginAsyncZod<{ store: Store }> = async (app, { store }) => {
  app.put(
    PRESENCE,
    {
      schema: {
        tags: ['history'],
        description:
          'A tab tells every 10 s that it has the article open and learns which others have; one that is silent for 30 s is gone. The ETag is the article’s.',
        params: bySlug,
        body: tabSchema,
        response: { 200: z.array(presentSchema) },
      },
    },
    async (request, reply) => {
      const self = { ...sessionOf(request), tab: request.body.tab };
      const { others, version } = await markPresent(store, request.params.slug, self, expectedVersions(request));
      setVersion(reply, version);
      return others;
    },
  );

  app.get(
    PRESENCE,
    {
      schema: {
        tags: ['history'],
        description: 'Who else has it open and who saved it last. A tab reads it every 2 s while it is seen.',
        params: bySlug,
        querystring: tabSchema,
        response: { 200: presenceSchema },
      },
    },
    async (request, reply) => {
      const self = { ...sessionOf(request), tab: request.query.tab };
      const presence = await readPresence(store.db, request.params.slug, self);
      setVersion(reply, presence.version);
      return presence;
    },
  );

  app.delete(
    PRESENCE,
    { schema: { tags: ['history'], params: bySlug, body: tabSchema, response: { 204: z.null() } } },
    async (request, reply) => {
      const self = { ...sessionOf(request), tab: request.body.tab };
      await markAbsent(store, request.params.slug, self, expectedVersions(request));
      return reply.status(204).send(null);
    },
  );
};
