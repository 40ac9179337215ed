import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { linkNext } from '../../http/paging.ts';
import { sessionOf } from '../../http/session.ts';
import { imageTooLarge } from '../../model/images/errors.ts';
import { PICTURE_BYTES } from '../../model/images/images.ts';
import {
  changeImage,
  findImage,
  imageChangeSchema,
  imageSizeSchema,
  libraryImageSchema,
  listImages,
} from '../../model/images/library.ts';
import { replaceImage, replacementSchema } from '../../model/images/replacement.ts';
import type { Store } from '../../model/store.ts';
import { assertDailyLimit } from '../../model/uploads/day-limit.ts';
import { EDITORS, WRITERS } from '../../roles.ts';
import {
  acceptForms,
  type FileStream,
  libraryQuery,
  MAX_DISCARDED,
  nameParams,
  PAGE_SIZE,
  readOnlyFile,
} from './form.ts';

type Options = { store: Pick<Store, 'db' | 'publish' | 'images' | 'sanitizer' | 'timeZone'> };

const uploadedSchema = imageSizeSchema.extend({
  alt: z.string().describe('Description of this picture in the library'),
});

const imageQuery = libraryQuery.extend({
  sort: z
    .enum(['newest', 'oldest', 'largest'], 'Порядок: такого нет. Сначала бывают новые, старые или большие картинки.')
    .optional(),
});

export const imageUploadApi: FastifyPluginAsyncZod<Options> = async (app, { store }) => {
  await acceptForms(app, PICTURE_BYTES);

  app.post('/api/upload', {
    bodyLimit: MAX_DISCARDED,
    config: { roles: WRITERS, takesFile: true },
    onRequest: (request) => assertDailyLimit(store.db, sessionOf(request).username),
    schema: {
      tags: ['images'],
      consumes: ['multipart/form-data'],
      description: 'One PNG, JPEG, WebP or GIF file of at most 15 MiB and 64 megapixels, in a field of any name.',
      response: { 201: uploadedSchema },
    },
    handler: async (request) => {
      const { content, fileName } = await readOnlyFile(request, { read: readWhole });
      return store.images.put(content, sessionOf(request).username, fileName);
    },
  });
};

export const imagesApi: FastifyPluginAsyncZod<Options> = async (app, { store }) => {
  app.get('/api/admin/images', {
    config: { roles: EDITORS },
    schema: {
      description: `Uploaded pictures, the newest first unless sorted otherwise; ${PAGE_SIZE} without a limit.`,
      querystring: imageQuery,
      response: { 200: z.array(libraryImageSchema) },
    },
    handler: async (request, reply) => {
      const { role } = sessionOf(request);
      const { images, next } = await listImages(store, role, {
        ...request.query,
        limit: request.query.limit ?? PAGE_SIZE,
      });
      linkNext(reply, '/api/admin/images', request.query, next);
      return images;
    },
  });

  app.put('/api/admin/images/:name', {
    config: { roles: EDITORS },
    schema: { params: nameParams, body: imageChangeSchema, response: { 200: libraryImageSchema } },
    handler: async (request) => {
      const { name } = request.params;
      const { username, role } = sessionOf(request);
      await changeImage(store, name, request.body, username);
      return findImage(store, name, role);
    },
  });

  app.post('/api/admin/images/:name/replace', {
    config: { roles: EDITORS },
    schema: {
      description: 'Replaces the picture by another one in articles (a new version of each), settings and partners.',
      params: nameParams,
      body: replacementSchema,
      response: { 200: z.object({ image: libraryImageSchema, changed: z.array(z.string()) }) },
    },
    handler: async (request) => {
      const { params, body } = request;
      const changed = await replaceImage(store, params.name, body, sessionOf(request));
      return { image: await findImage(store, body.by, sessionOf(request).role), changed };
    },
  });

  app.delete('/api/admin/images/:name', {
    config: { roles: EDITORS },
    schema: { params: nameParams, response: { 204: z.null() } },
    handler: async (request) => store.images.remove(request.params.name, sessionOf(request)),
  });
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
