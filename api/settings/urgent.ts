import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { expectedVersions, setVersion } from '../../http/etag.ts';
import { readsStored, sessionOf } from '../../http/session.ts';
import { readUrgent, saveUrgent, urgentChangeSchema, urgentSchema } from '../../model/settings/urgent.ts';
import type { Store } from '../../model/store.ts';

export const urgentApi: FastifyPluginAsyncZod<{ store: Store }> = async (app, { store }) => {
  app.get(
    '/api/urgent',
    {
      config: { public: true, cached: 'pages', knowsAdmins: true },
      schema: { tags: ['settings'], response: { 200: urgentSchema } },
    },
    async (request, reply) => {
      const { value, version } = await readUrgent(store.db);
      const isStored = await readsStored(request, store.db);
      // One stored version has other contents once its time is over.
      setVersion(reply, version, !isStored && value.text === '' ? 'none' : undefined);
      if (isStored) reply.header('Cache-Control', 'no-store');
      return value;
    },
  );

  app.put(
    '/api/urgent',
    {
      config: { conditional: true },
      schema: {
        tags: ['settings'],
        description: 'The urgent message at the top of every public page; without text it is removed.',
        body: urgentChangeSchema,
        response: { 200: urgentSchema },
      },
    },
    async (request, reply) => {
      const { username } = sessionOf(request);
      const { value, version } = await saveUrgent(store, request.body, username, expectedVersions(request));
      setVersion(reply, version);
      return value;
    },
  );
};
