import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { expectedVersions, setVersion } from '../../http/etag.ts';
import { readsStored, sessionOf } from '../../http/session.ts';
import { readSiteText, saveSiteText, siteTextSchema } from '../../model/settings/site-text.ts';
import type { Store } from '../../model/store.ts';

const SITE_TEXT_LIMIT = 12 * 1024 * 1024;

export const siteTextApi: FastifyPluginAsyncZod<{ store: Store }> = async (app, { store }) => {
  app.get(
    '/api/site-content',
    {
      config: { public: true, cached: 'lists', knowsAdmins: true },
      schema: { tags: ['settings'], response: { 200: siteTextSchema } },
    },
    async (request, reply) => {
      const { value, version } = await readSiteText(store.db);
      setVersion(reply, version);
      if (await readsStored(request, store.db)) reply.header('Cache-Control', 'no-store');
      return value;
    },
  );

  app.put(
    '/api/site-content',
    {
      config: { conditional: true },
      bodyLimit: SITE_TEXT_LIMIT,
      // Checked by the model: a record schema would drop `__proto__` before it could be refused.
      schema: {
        tags: ['settings'],
        body: z
          .unknown()
          .describe(
            'Map of keys to texts; null removes a key; accent_color is #rrggbb, logo_image an upload, both may be empty',
          ),
        response: { 200: siteTextSchema },
      },
    },
    async (request, reply) => {
      const { value, version } = await saveSiteText(
        store,
        request.body,
        sessionOf(request).username,
        expectedVersions(request),
      );
      setVersion(reply, version);
      return value;
    },
  );
};
