import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { sessionOf } from '../http/session.ts';
import { toggle } from '../model/fields.ts';
import { dismissFirstRun, firstRunSchema, readFirstRun } from '../model/first-run.ts';
import { OWN_PLAYER } from '../model/settings/watch/players.ts';
import type { Store } from '../model/store.ts';
import { ADMINISTRATORS } from '../roles.ts';

type Options = { store: Store; config: Pick<Config, 'publicUrl' | 'streamHlsUrl' | 'streamPlayerUrl'> };

export const firstRunApi: FastifyPluginAsyncZod<Options> = async (app, { store, config }) => {
  const configured = {
    hasPublicUrl: config.publicUrl !== undefined,
    hasStream: config.streamHlsUrl !== null || config.streamPlayerUrl !== OWN_PLAYER,
  };

  app.get(
    '/api/admin/first-run',
    {
      config: { roles: ADMINISTRATORS },
      schema: {
        tags: ['admin'],
        description: 'What a new site has still to be given, for the panel’s first screen.',
        response: { 200: firstRunSchema },
      },
    },
    async (request) => readFirstRun(store.db, sessionOf(request), configured),
  );

  app.put(
    '/api/admin/first-run',
    {
      config: { roles: ADMINISTRATORS },
      schema: {
        tags: ['admin'],
        description: 'Hides the list for all administrators, or shows it again.',
        body: z.object({ isDismissed: toggle('Больше не показывать') }),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await dismissFirstRun(store, request.body.isDismissed);
      return reply.status(204).send(null);
    },
  );
};
