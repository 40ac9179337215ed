import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { afterQuery, limitQuery, linkNext } from '../../http/paging.ts';
import { sessionOf } from '../../http/session.ts';
import { text } from '../../model/fields.ts';
import { describeImage, listImages } from '../../model/images/library.ts';
import type { Store } from '../../model/store.ts';
import { acceptForms, readOnlyFile, THROWN_AWAY } from './form.ts';

type Options = { store: Pick<Store, 'db' | 'announce' | 'images'> };

const SHOWN = 50;

const storedSchema = z.object({
  url: z.string(),
  width: z.number().int().describe('Pixels, as it is shown'),
  height: z.number().int(),
});

const useSchema = z.object({
  slug: z.string(),
  title: z.string(),
  deleted: z.boolean().describe('The article lies in the bin'),
  earlier: z.boolean().describe('Only earlier versions of the article show it'),
});

const imageSchema = storedSchema.extend({
  name: z.string(),
  bytes: z.number().int(),
  createdAt: z.string().describe('When it was uploaded last; ISO 8601, UTC'),
  alt: z.string(),
  usedIn: z.array(useSchema),
  onSite: z.boolean().describe('The texts or settings of the site show it: it is the logo'),
  deletable: z.boolean().describe('Nothing shows it, and it was uploaded more than 30 days ago'),
});

const libraryQuery = z.object({
  limit: limitQuery,
  after: afterQuery,
  q: z.string('q: нужен один текст для поиска.').max(300, 'q: не длиннее 300 знаков.').optional(),
  unused: z
    .enum(['true', 'false'], 'unused: нужно true или false.')
    .transform((value) => value === 'true')
    .optional(),
});
const byName = z.object({ name: z.string().transform((name) => (/^[\w.-]{1,100}$/.test(name) ? name : '')) });

export const imagesApi: FastifyPluginAsyncZod<Options> = async (app, options) => {
  await app.register(uploadApi, options);
  await app.register(libraryApi, options);
};

const uploadApi: FastifyPluginAsyncZod<Options> = async (app, { store }) => {
  await acceptForms(app);

  app.post(
    '/api/upload',
    {
      bodyLimit: THROWN_AWAY,
      config: { takesFile: true },
      schema: {
        tags: ['images'],
        consumes: ['multipart/form-data'],
        description: 'One PNG, JPEG, WebP or GIF file of at most 15 MiB and 64 megapixels, in a field of any name.',
        response: { 201: storedSchema },
      },
    },
    async (request, reply) => {
      const picture = await store.images.put(await readOnlyFile(request), sessionOf(request).username);
      return reply.status(201).send(picture);
    },
  );
};

const libraryApi: FastifyPluginAsyncZod<Options> = async (app, { store }) => {
  app.get(
    '/api/admin/images',
    {
      schema: {
        tags: ['admin'],
        description: `Uploaded pictures, the newest first; ${SHOWN} without a limit.`,
        querystring: libraryQuery,
        response: { 200: z.array(imageSchema) },
      },
    },
    async (request, reply) => {
      const { images, next } = await listImages(store, { ...request.query, limit: request.query.limit ?? SHOWN });
      const { unused, ...query } = request.query;
      linkNext(reply, '/api/admin/images', { ...query, ...(unused && { unused: 'true' }) }, next);
      return images;
    },
  );

  app.put(
    '/api/admin/images/:name',
    {
      schema: {
        tags: ['admin'],
        params: byName,
        body: z.object({ alt: text('Описание', 300) }),
        response: { 200: imageSchema },
      },
    },
    async (request) => describeImage(store, request.params.name, request.body.alt.trim(), sessionOf(request).username),
  );

  app.delete(
    '/api/admin/images/:name',
    { schema: { tags: ['admin'], params: byName, response: { 204: z.null() } } },
    async (request, reply) => {
      await store.images.remove(request.params.name, sessionOf(request).username);
      return reply.status(204).send(null);
    },
  );
};
