import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { sessionOf } from '../../http/session.ts';
import { changeTag, tagChangeSchema } from '../../model/articles/tags/change.ts';
import { livingTags, tagSchema } from '../../model/articles/tags/tags.ts';
import type { Store } from '../../model/store.ts';
import { EDITORS, WRITERS } from '../../roles.ts';
import { bySlug, tagRoutes } from '../parameters.ts';

const ONE = '/api/admin/tags/:slug';

export const tagsApi: FastifyPluginAsyncZod<{ store: Store }> = async (app, { store }) => {
  tagRoutes(app, 'tags');
  app.get('/api/admin/tags', {
    config: { roles: WRITERS },
    schema: {
      description: 'Includes tags of drafts; for authors only of their own.',
      response: { 200: z.array(tagSchema) },
    },
    handler: async (request) => livingTags(store.db, sessionOf(request)),
  });

  app.put(ONE, {
    config: { roles: EDITORS },
    schema: {
      description: 'Renames the tag in every article, as new versions. An existing title merges both tags.',
      params: bySlug,
      body: tagChangeSchema,
      response: { 200: z.object({ changed: z.number().int().describe('Articles') }) },
    },
    handler: async (request) => ({
      changed: await changeTag(store, request.params.slug, request.body.title, sessionOf(request)),
    }),
  });

  app.delete(ONE, {
    config: { roles: EDITORS },
    schema: { params: bySlug, response: { 204: z.null() } },
    handler: async (request) => void (await changeTag(store, request.params.slug, undefined, sessionOf(request))),
  });
};
