import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { setVersion } from '../../http/etag.ts';
import { sessionOf } from '../../http/session.ts';
import {
  markAbsent,
  markPresent,
  presenceSchema,
  presentSchema,
  readPresence,
  tabSchema,
} from '../../model/articles/presence.ts';
import { bySlug, type OfKind, routesOf } from '../parameters.ts';

export const presenceApi: FastifyPluginAsyncZod<OfKind> = async (app, { store, kind }) => {
  const { path, tags, keyOf, aimOf } = routesOf(kind, 'history');
  const presence = `${path}/:slug/presence`;

  app.put(
    presence,
    {
      config: { conditional: true },
      schema: {
        tags,
        description:
          'A tab tells every 10 s that it has the article open and learns which others have; one that is silent for 30 s is gone. The ETag is the article’s.',
        params: bySlug,
        body: tabSchema,
        response: { 200: z.array(presentSchema) },
      },
    },
    async (request, reply) => {
      const { others, version } = await markPresent(store, aimOf(request), request.body.tab);
      setVersion(reply, version);
      return others;
    },
  );

  app.get(
    presence,
    {
      schema: {
        tags,
        description: 'Who else has it open and who saved it last. A tab reads it every 2 s while it is seen.',
        params: bySlug,
        querystring: tabSchema,
        response: { 200: presenceSchema },
      },
    },
    async (request) => readPresence(store.db, keyOf(request), { ...sessionOf(request), ...request.query }),
  );

  app.delete(
    presence,
    { config: { conditional: true }, schema: { tags, params: bySlug, body: tabSchema, response: { 204: z.null() } } },
    async (request) => markAbsent(store, aimOf(request), request.body.tab),
  );
};
