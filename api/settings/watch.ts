import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Config } from '../../config.ts';
import { expectedVersions, setVersion } from '../../http/etag.ts';
import { readsStored, sessionOf } from '../../http/session.ts';
import {
  publicWatchSchema,
  publicWatchSettings,
  readWatchSettings,
  saveWatchSettings,
  watchChangeSchema,
  watchSettingsSchema,
} from '../../model/settings/watch/watch.ts';
import type { Store } from '../../model/store.ts';

type Options = { store: Store; config: Pick<Config, 'streamPlayerUrl' | 'streamHlsUrl' | 'playerHosts'> };

export const watchApi: FastifyPluginAsyncZod<Options> = async (app, { store, config }) => {
  const configured = { playerUrl: config.streamPlayerUrl, streamUrl: config.streamHlsUrl };

  app.get(
    '/api/watch-settings',
    {
      config: { public: true, cached: 'pages', knowsAdmins: true },
      schema: { tags: ['settings'], response: { 200: publicWatchSchema } },
    },
    async (request, reply) => {
      const { value, version } = await readWatchSettings(store.db);
      // One stored version has other contents once the broadcast counts as over.
      setVersion(reply, version, value.is_stream_over ? 'over' : undefined);
      if (!(await readsStored(request, store.db))) return publicWatchSettings(value, configured, config.playerHosts);
      setVersion(reply, version);
      reply.header('Cache-Control', 'no-store');
      return value;
    },
  );

  app.put(
    '/api/watch-settings',
    {
      config: { conditional: true },
      schema: { tags: ['settings'], body: watchChangeSchema, response: { 200: watchSettingsSchema } },
    },
    async (request, reply) => {
      const { value, version } = await saveWatchSettings(
        store,
        request.body,
        config.playerHosts,
        sessionOf(request).username,
        expectedVersions(request),
      );
      setVersion(reply, version);
      return value;
    },
  );
};
