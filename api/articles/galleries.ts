import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ModelError } from '../../errors.ts';
import type { PageCache } from '../../http/cache/page-cache.ts';
import { hasTag } from '../../http/etag.ts';
import { createSlots } from '../../http/limits/connections.ts';
import { endSlowReader } from '../../http/limits/slow-readers.ts';
import { dispositionAs } from '../../http/uploads.ts';
import { findPublicArticle } from '../../model/articles/articles.ts';
import { type Kind, publicPath } from '../../model/articles/kinds.ts';
import type { Article } from '../../model/articles/schema.ts';
import { type GalleryArchive, readGalleryArchive } from '../../model/galleries/archive.ts';
import { findPublicPage } from '../../model/pages/pages.ts';
import type { Store } from '../../model/store.ts';
import { bySlug } from '../parameters.ts';

const AT_ONCE = { all: 12, perNetwork: 3 }; // Concurrent downloads: each holds a chunk and a connection for minutes

type Find = (slug: string) => Promise<{ article: Article } | { movedTo: string } | undefined>;

const params = bySlug.extend({ number: z.string() });

export const galleriesApi: FastifyPluginAsyncZod<{ store: Store; pageCache: Pick<PageCache, 'pages'> }> = async (
  app,
  { store, pageCache: { pages } },
) => {
  const { db } = store;
  const slots = createSlots(AT_ONCE);
  const serve = (kind: Kind, find: Find) =>
    app.get(`${publicPath({ kind, slug: ':slug' })}/gallery-:number.zip`, {
      config: { sheds: true },
      schema: { params },
      handler: async (request, reply) => {
        const { slug, number } = request.params;
        if (!slots.take(request, reply)) throw tooMany();
        const found = /^[1-9]\d{0,3}$/.test(number) ? await find(slug) : undefined;
        if (!found) return reply.callNotFound();
        if ('movedTo' in found) {
          const path = publicPath({ kind, slug: found.movedTo });
          return reply.header('Cache-Control', 'no-cache').redirect(`${path}/gallery-${number}.zip`, 301);
        }
        const archive = await readGalleryArchive(store, found.article, Number(number));
        return archive ? send(request, reply, archive, number) : reply.callNotFound();
      },
    });
  serve('article', (slug) => findPublicArticle(db, slug));
  serve('page', (slug) => findPublicPage({ db, pages }, slug));
};

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, size, tag, read }: GalleryArchive,
  number: string,
): FastifyReply {
  reply.header('Cache-Control', 'private, no-cache').header('ETag', `"${tag}"`);
  if (hasTag(request.headers, tag)) return reply.status(304).send();
  reply
    .type('application/zip')
    .header('Content-Length', size)
    .header('Content-Disposition', dispositionAs('attachment', `gallery-${number}.zip`, name));
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  endSlowReader(request.raw.socket, reply.raw);
  return reply.send(Readable.from(read()));
}

function tooMany(): ModelError {
  const message = 'Сейчас скачивают слишком многие. Попробуйте через минуту.';
  return new ModelError(503, 'overloaded', message);
}
