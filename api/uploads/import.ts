import { unlink } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Config } from '../../config.ts';
import { conflict, ModelError } from '../../errors.ts';
import { sessionOf } from '../../http/session.ts';
import { isHttpAddress, text } from '../../model/fields.ts';
import { createSemaphore } from '../../model/limit.ts';
import type { Store } from '../../model/store.ts';
import { receiveFile } from '../../model/uploads/storage/disk.ts';
import { uploadsIn } from '../../model/uploads/storage/storage.ts';
import { ImportError } from '../../ops/errors.ts';
import type { ImportLine, ImportOptions } from '../../ops/import/import.ts';
import { listImported, undoImport } from '../../ops/import/records.ts';
import { type Actor, ADMINISTRATORS } from '../../roles.ts';
import { acceptForms, flag, MAX_DISCARDED, readOnlyFile } from './form.ts';

type Options = { store: Store; config: Pick<Config, 'dataDir'> };

const EXPORT_BYTES = 512 * 1024 * 1024;
const MAX_JSON = 64 * 1024 * 1024; // A JSON file is held in memory several times, next to the running server
const PROGRESS_INTERVAL = 500; // ms

const address = text('Адрес', 2000).refine(
  isHttpAddress,
  'Адрес: нужен полный, который начинается с https:// или http://.',
);
const asked = z.object({ dryRun: flag('Только показать').describe('Changes nothing') });

const DESCRIPTION =
  'Answers lines of JSON (`application/x-ndjson`): `{what, done, total}` while it goes on, at the end `{report}` or `{message}`. Ends when the client goes; the same call goes on.';

export const importApi: FastifyPluginAsyncZod<Options> = async (app, { store, config }) => {
  const enter = createSemaphore(1, 0, () => conflict('file', 'Перенос уже идёт. Дождитесь, пока он закончится.'));

  await app.register(async (scope: typeof app) => {
    await acceptForms(scope, EXPORT_BYTES + 1);

    scope.post('/api/admin/import', {
      bodyLimit: EXPORT_BYTES + MAX_DISCARDED,
      config: { roles: ADMINISTRATORS, takesFile: true },
      schema: {
        consumes: ['multipart/form-data'],
        description: `Imports news and pages from an export of another site, of at most 512 MiB. ${DESCRIPTION}`,
        querystring: asked.extend({ site: address.optional().describe('URL of the former site, for its pictures') }),
      },
      handler: async (request, reply) => {
        reply.raw.once('close', await enter());
        const read = (file: AsyncIterable<Buffer>) =>
          receiveFile(uploadsIn(config.dataDir), file, EXPORT_BYTES, tooLarge);
        const drop = ({ path }: { path: string }) => unlink(path).catch(() => {});
        const { content, fileName } = await readOnlyFile(request, { read, drop });
        reply.raw.once('close', () => void drop(content));
        const from = { place: content.path, site: request.query.site, name: fileName, mostJson: MAX_JSON };
        return sendLines(reply, store, from, sessionOf(request), request.query.dryRun);
      },
    });
  });

  app.post('/api/admin/import/address', {
    config: { roles: ADMINISTRATORS },
    schema: {
      description: `Imports news from a feed or from a site with this API, at a public address. ${DESCRIPTION}`,
      querystring: asked,
      body: z.object({ address }),
    },
    handler: async (request, reply) => {
      reply.raw.once('close', await enter());
      const from = { place: request.body.address };
      return sendLines(reply, store, from, sessionOf(request), request.query.dryRun);
    },
  });

  app.get('/api/admin/imports', {
    config: { roles: ADMINISTRATORS },
    schema: {
      description: 'Sources of imports, the last first.',
      response: { 200: z.array(z.object({ source: z.string(), articles: z.number().int(), importedAt: z.string() })) },
    },
    handler: async () => listImported(store.db),
  });

  app.delete('/api/admin/imports', {
    config: { roles: ADMINISTRATORS },
    schema: {
      description: 'Undoes the import of a source: moves its texts to the trash, except those edited here.',
      querystring: z.object({ source: text('Источник', 2000) }),
      response: { 200: z.object({ removed: z.number().int(), kept: z.array(z.string()) }) },
    },
    handler: async (request) => undoImport(store, request.query.source, sessionOf(request)),
  });
};

/** A proxy passes each line on at once. Ends with the client: the signal stops the work after the item it is at. */
function sendLines(reply: FastifyReply, ...of: Parameters<typeof importLines>): FastifyReply {
  const lines = Readable.from(importLines(...of));
  return reply.header('X-Accel-Buffering', 'no').type('application/x-ndjson').send(lines);
}

async function* importLines(
  store: Store,
  { place, ...named }: { place: string; site?: string | undefined; name?: string; mostJson?: number },
  by: Actor,
  dryRun = false,
): AsyncGenerator<string> {
  const stop = new AbortController();
  let last: ImportLine = { what: 'Читаю, что есть', done: 0, total: 0 };
  const progress: ImportOptions['progress'] = (what, done, total) => {
    last = { what, done, total };
  };
  const work = async (): Promise<ImportLine> => {
    // Imported lazily: only this route needs Markdown and YAML parsers.
    const { openSource } = await import('../../ops/import/open.ts');
    const { runImport } = await import('../../ops/import/import.ts');
    const source = await openSource(place, { ...named, signal: stop.signal });
    try {
      return { report: await runImport(store, source, { dryRun, by, progress, signal: stop.signal }) };
    } finally {
      await source.close?.();
    }
  };
  const done = work().catch((error: unknown): ImportLine => {
    if (error instanceof ImportError || error instanceof ModelError) return { message: error.message };
    throw error;
  });
  try {
    for (;;) {
      const line = await Promise.race([done, sleep(PROGRESS_INTERVAL).then(() => undefined)]);
      yield `${JSON.stringify(line ?? last)}\n`;
      if (line) return;
    }
  } finally {
    stop.abort();
    await done.catch(() => {}); // nobody hears that it was stopped
  }
}

function tooLarge(): ModelError {
  return new ModelError(413, 'too_large', 'Выгрузка больше 512 МБ. Перенесите её командой rampa import на сервере.');
}
