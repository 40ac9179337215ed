import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { expectedVersions, setVersion } from '../../http/etag.ts';
import { sessionOf } from '../../http/session.ts';
import { openPreview, previewSchema, revokePreviews } from '../../model/articles/previews.ts';
import { bySlug, type OfKind, routesOf } from './parameters.ts';

export const previewsApi: FastifyPluginAsyncZod<OfKind> = async (app, { store, kind }) => {
  const { path, tags, keyOf } = routesOf(kind, 'history');
  const preview = `${path}/:slug/preview`;

  app.post(
    preview,
    {
      config: { conditional: true },
      schema: {
        tags,
        description: 'One more address that shows the stored article without a login for 7 days.',
        params: bySlug,
        response: { 201: previewSchema },
      },
    },
    async (request, reply) => {
      const { token, expiresAt, version } = await openPreview(
        store,
        keyOf(request),
        sessionOf(request),
        expectedVersions(request),
      );
      setVersion(reply, version);
      return { url: `/preview/${token}`, expiresAt };
    },
  );

  app.delete(
    preview,
    {
      config: { conditional: true },
      schema: {
        tags,
        description: 'Ends every preview address of the article.',
        params: bySlug,
        response: { 204: z.null() },
      },
    },
    async (request) => revokePreviews(store, keyOf(request), sessionOf(request), expectedVersions(request)),
  );
};
