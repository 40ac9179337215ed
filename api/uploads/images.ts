import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { afterQuery, limitQuery, linkNext } from '../../http/paging.ts';
import { sessionOf } from '../../http/session.ts';
import { asked, line, text } from '../../model/fields.ts';
import { imageTooLarge } from '../../model/images/errors.ts';
import { PICTURE_BYTES } from '../../model/images/images.ts';
import { changeImage, findImage, listImages } from '../../model/images/library.ts';
import { replaceImage } from '../../model/images/replacement.ts';
import type { Store } from '../../model/store.ts';
import { assertRoomToday } from '../../model/uploads/day-limit.ts';
import { LONGEST_TITLE } from '../../model/uploads/titles.ts';
import { acceptForms, type FileStream, readOnlyFile, THROWN_AWAY } from './form.ts';
import { flag, nameParams, siteUseSchema, useSchema } from './library.ts';

type Options = { store: Pick<Store, 'db' | 'announce' | 'images' | 'sanitizer' | 'timeZone'> };

const SHOWN = 50;
const WHERE = 'Главное на картинке: место задают два целых числа от 0 до 100.';

const storedSchema = z.object({
  url: z.string(),
  width: z.number().int().describe('Pixels, as it is shown'),
  height: z.number().int(),
});

const uploadedSchema = storedSchema.extend({
  alt: z.string().describe('What the library says of this picture already'),
});

const focusSchema = z.object({ x: percent(), y: percent() }, WHERE);

const imageSchema = storedSchema.extend({
  name: z.string(),
  bytes: z.number().int(),
  createdAt: z.string().describe('When it was uploaded last; ISO 8601, UTC'),
  title: z.string().describe('The name of the uploaded file, or what an editor called it'),
  alt: z.string(),
  altInNews: z.string().describe('What the newest article says of it; empty when `alt` is given'),
  focus: focusSchema.describe('What a crop keeps: per cent from the left and from the top'),
  usedIn: z.array(useSchema.extend({ asCover: z.boolean() })),
  usedOnSite: z.array(siteUseSchema),
  onSite: z.boolean().describe('The texts or settings of the site show it: it is the logo'),
  deletable: z.boolean().describe('Nothing shows it, and it was uploaded more than 30 days ago'),
  deletableAt: z.string().describe('Before this moment it stays, even unused; ISO 8601, UTC'),
});

const changeSchema = z
  .object({
    title: line('Название', LONGEST_TITLE),
    alt: line('Описание', 300),
    focus: focusSchema,
  })
  .partial()
  .refine((change) => Object.keys(change).length > 0, {
    path: ['title'],
    error: 'Картинка: дайте ей название, описание или отметьте на ней главное.',
  });

const replacementSchema = z.object({
  by: text('Новая картинка', 100).describe('Name of an uploaded picture'),
  only: z
    .array(text('Места', 200), 'Места: нужен их список.')
    .max(10_000, 'Места: не больше 10 000.')
    .optional()
    .describe('Places of an earlier answer: nothing else is changed. To take a replacement back, swap the names'),
});

const libraryQuery = z.object({
  limit: limitQuery,
  after: afterQuery,
  q: asked('Поиск', 300).optional(),
  unused: flag('Только ненужные'),
  undescribed: flag('Только без описания').describe(
    'Only pictures that nobody described, in the library or in an article',
  ),
});
export const imagesApi: FastifyPluginAsyncZod<Options> = async (app, options) => {
  await app.register(uploadApi, options);
  await app.register(libraryApi, options);
};

const uploadApi: FastifyPluginAsyncZod<Options> = async (app, { store }) => {
  await acceptForms(app, PICTURE_BYTES);

  app.post(
    '/api/upload',
    {
      bodyLimit: THROWN_AWAY,
      config: { takesFile: true },
      onRequest: (request) => assertRoomToday(store.db, sessionOf(request).username),
      schema: {
        tags: ['images'],
        consumes: ['multipart/form-data'],
        description: 'One PNG, JPEG, WebP or GIF file of at most 15 MiB and 64 megapixels, in a field of any name.',
        response: { 201: uploadedSchema },
      },
    },
    async (request, reply) => {
      const { content, fileName } = await readOnlyFile(request, { read: readWhole });
      const picture = await store.images.put(content, sessionOf(request).username, fileName);
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
      const { unused, undescribed, ...query } = request.query;
      const flags = { ...(unused && { unused: 'true' }), ...(undescribed && { undescribed: 'true' }) };
      linkNext(reply, '/api/admin/images', { ...query, ...flags }, next);
      return images;
    },
  );

  app.put(
    '/api/admin/images/:name',
    { schema: { tags: ['admin'], params: nameParams, body: changeSchema, response: { 200: imageSchema } } },
    async (request) => changeImage(store, request.params.name, request.body, sessionOf(request).username),
  );

  app.post(
    '/api/admin/images/:name/replace',
    {
      schema: {
        tags: ['admin'],
        description: 'Another picture in its place, in articles (as a new version of each), settings and partners.',
        params: nameParams,
        body: replacementSchema,
        response: { 200: z.object({ image: imageSchema, changed: z.array(z.string()) }) },
      },
    },
    async (request) => {
      const { params, body } = request;
      const changed = await replaceImage(store, params.name, body, sessionOf(request));
      return { image: await findImage(store, body.by), changed };
    },
  );

  app.delete(
    '/api/admin/images/:name',
    { schema: { tags: ['admin'], params: nameParams, response: { 204: z.null() } } },
    async (request, reply) => {
      await store.images.remove(request.params.name, sessionOf(request).username);
      return reply.status(204).send(null);
    },
  );
};

async function readWhole(file: FileStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of file) {
    chunks.push(chunk);
    if (file.truncated) break;
  }
  if (file.truncated) throw imageTooLarge();
  return Buffer.concat(chunks);
}

function percent() {
  return z.int(WHERE).min(0, WHERE).max(100, WHERE);
}
