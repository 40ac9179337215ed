import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { EDITORS, WRITERS } from '../../roles.ts';
import { draftApi } from './draft.ts';
import type { OfKind } from './parameters.ts';
import { presenceApi } from './presence.ts';
import { previewsApi } from './previews.ts';
import { revisionsApi } from './revisions.ts';
import { savingApi } from './saving.ts';
import { trashApi } from './trash.ts';

/** Routes that articles and pages share: saving, drafts, history, bin, previews, presence. */
export const sharedApi: FastifyPluginAsyncZod<OfKind> = async (app, options) => {
  const roles = options.kind === 'page' ? EDITORS : WRITERS;
  app.addHook('onRoute', (route) => {
    route.config = { roles, ...route.config };
  });
  for (const part of [savingApi, draftApi, revisionsApi, trashApi, previewsApi, presenceApi])
    await app.register(part, options);
};
