import { finished, Readable } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ModelError } from '../../errors.ts';
import { hasTag } from '../../http/etag.ts';
import { createSlots } from '../../http/limits/slots.ts';
import { endSlowReader } from '../../http/limits/slow-readers.ts';
import { findGalleryArchive } from '../../model/galleries/archive.ts';
import type { Store } from '../../model/store.ts';

/** Each holds a piece of a picture and a connection for minutes. */
const AT_ONCE = { all: 12, perNetwork: 3 };

const params = z.object({ slug: z.string(), number: z.string() });

export const galleriesApi: FastifyPluginAsyncZod<{ store: Store }> = async (app, { store }) => {
  const places = createSlots(AT_ONCE);

  app.get(
    '/news/:slug/gallery-:number.zip',
    { config: { sheds: true }, schema: { hide: true, params } },
    async (request, reply) => {
      const { slug, number } = request.params;
      const leave = places.take(request.ip);
      if (!leave) throw tooMany();
      finished(reply.raw, leave);
      const found = /^[1-9]\d{0,3}$/.test(number) ? await findGalleryArchive(store, slug, Number(number)) : undefined;
      if (!found) return reply.callNotFound();
      if ('movedTo' in found)
        return reply.header('Cache-Control', 'no-cache').redirect(`/news/${found.movedTo}/gallery-${number}.zip`, 301);
      const { name, size, tag, read } = found.archive;
      reply.header('Cache-Control', 'private, no-cache').header('ETag', `"${tag}"`);
      if (hasTag(request.headers, tag)) return reply.status(304).send();
      reply
        .type('application/zip')
        .header('Content-Length', size)
        .header(
          'Content-Disposition',
          `attachment; filename="gallery-${number}.zip"; filename*=UTF-8''${encoded(name)}`,
        );
      if (request.method === 'HEAD') return reply.send(Readable.from([]));
      endSlowReader(request.raw.socket, reply.raw);
      return reply.send(Readable.from(read()));
    },
  );
};

/** RFC 5987, 3.2.1. */
function encoded(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

function tooMany(): ModelError {
  const message = 'Сейчас скачивают слишком многие. Попробуйте через минуту.';
  return new ModelError(503, 'overloaded', message);
}
