import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { expectedVersions, setVersion } from '../../http/etag.ts';
import { sessionOf } from '../../http/session.ts';
import { openPreview, previewSchema, revokePreviews } from '../../model/articles/previews.ts';
import type { Store } from '../../model/store.ts';
import { bySlug } from './parameters.ts';

const PREVIEW = '/api/admin/news/:slug/preview';

export const previewsApi: FastifyPluginAsyncZod<{ store: Store }> = async (app, { store }) => {
  app.post(
    PREVIEW,
    {
      schema: {
        tags: ['history'],
        description: 'One more address that shows the stored article without a login for 7 days.',
        params: bySlug,
        response: { 201: previewSchema },
      },
    },
    async (request, reply) => {
      const { token, expiresAt, version } = await openPreview(
        store,
        request.params.slug,
        sessionOf(request),
        expectedVersions(request),
      );
      setVersion(reply, version);
      return reply.status(201).send({ url: `/preview/${token}`, expiresAt });
    },
  );

  app.delete(
    PREVIEW,
    {
      schema: {
        tags: ['history'],
        description: 'Ends every preview address of the article.',
        params: bySlug,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await revokePreviews(store, request.params.slug, sessionOf(request), expectedVersions(request));
      return reply.status(204).send(null);
    },
  );
};
