import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { notFound } from '../../errors.ts';
import type { CacheKey } from '../../http/cache/key.ts';
import { chapterSchema, readChapters, recordedChapters, toChapterTrack } from '../../model/programme/chapters.ts';
import type { Store } from '../../model/store.ts';
import { byId } from '../articles/parameters.ts';

const JSON_ADDRESS = '/api/programme/:id/chapters';
const TRACK_ADDRESS = '/programme/:id/chapters.vtt';

export const chaptersApi: FastifyPluginAsyncZod<{ store: Store }> = async (app, { store: { db } }) => {
  app.get(
    JSON_ADDRESS,
    {
      config: { public: true, cached: keyOf(JSON_ADDRESS) },
      schema: {
        tags: ['programme'],
        description: 'Performances of a show and when each began; none until the show is over.',
        params: byId,
        response: { 200: z.array(chapterSchema) },
      },
    },
    (request) => readChapters(db, request.params.id),
  );

  app.get(
    TRACK_ADDRESS,
    { config: { cached: keyOf(TRACK_ADDRESS) }, schema: { hide: true, params: byId } },
    async (request, reply) => {
      const chapters = await recordedChapters(db, request.params.id);
      if (chapters.length === 0) throw notFound('У записи нет глав этого концерта.');
      reply.type('text/vtt; charset=utf-8').header('Cache-Control', 'no-cache');
      return toChapterTrack(chapters);
    },
  );
};

function keyOf(address: string) {
  return ({ params }: FastifyRequest): CacheKey | undefined => {
    const { id } = params as { id: string };
    return /^[1-9]\d{0,8}$/.test(id) ? { target: address.replace(':id', id), partition: 'articles' } : undefined;
  };
}
