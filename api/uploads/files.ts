import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { linkNext } from '../../http/paging.ts';
import { sessionOf } from '../../http/session.ts';
import { libraryFileSchema, listFiles, storedFileSchema } from '../../model/files/library.ts';
import type { Store } from '../../model/store.ts';
import { assertDailyLimit, readUploadDay, uploadDaySchema } from '../../model/uploads/day-limit.ts';
import { FILE_BYTES } from '../../model/uploads/types.ts';
import { EDITORS, ROLES, WRITERS } from '../../roles.ts';
import { acceptForms, libraryQuery, MAX_DISCARDED, nameParams, PAGE_SIZE, readOnlyFile } from './form.ts';

type Options = { store: Pick<Store, 'db' | 'publish' | 'files'> };

export const fileUploadApi: FastifyPluginAsyncZod<Options> = async (app, { store }) => {
  // One byte more, so that the store detects and refuses an oversized file.
  await acceptForms(app, FILE_BYTES + 1);

  app.post('/api/files', {
    bodyLimit: FILE_BYTES + MAX_DISCARDED,
    config: { roles: WRITERS, takesFile: true },
    onRequest: (request) => assertDailyLimit(store.db, sessionOf(request).username),
    schema: {
      tags: ['files'],
      consumes: ['multipart/form-data'],
      description:
        'One document (PDF, DOCX, XLSX, PPTX, ODT, ODS, ODP), archive (ZIP) or piece of audio (MP3, M4A, OGG) of at most 100 MiB, in a field of any name.',
      response: { 201: storedFileSchema },
    },
    handler: async (request) => {
      const { receive, drop, put } = store.files;
      const { content, fileName } = await readOnlyFile(request, { read: receive, drop });
      return put(content, fileName, sessionOf(request).username);
    },
  });
};

export const filesApi: FastifyPluginAsyncZod<Options> = async (app, { store }) => {
  app.get('/api/admin/me/uploads', {
    config: { roles: ROLES },
    schema: { description: 'What one has uploaded today.', response: { 200: uploadDaySchema } },
    handler: async (request) => readUploadDay(store.db, sessionOf(request)),
  });

  app.get('/api/admin/files', {
    config: { roles: EDITORS },
    schema: {
      description: `Uploaded files, the newest first; ${PAGE_SIZE} without a limit.`,
      querystring: libraryQuery,
      response: { 200: z.array(libraryFileSchema) },
    },
    handler: async (request, reply) => {
      const { files, next } = await listFiles(store, sessionOf(request).role, {
        ...request.query,
        limit: request.query.limit ?? PAGE_SIZE,
      });
      linkNext(reply, '/api/admin/files', request.query, next);
      return files;
    },
  });

  app.delete('/api/admin/files/:name', {
    config: { roles: EDITORS },
    schema: { params: nameParams, response: { 204: z.null() } },
    handler: async (request) => store.files.remove(request.params.name, sessionOf(request)),
  });
};
