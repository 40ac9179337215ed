import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { createListSender } from '../../http/json/stream.ts';
import { sessionOf } from '../../http/session.ts';
import { listPlan, plannedSchema } from '../../model/articles/desk.ts';
import { countLiving, countsSchema, livingArticles, livingCards } from '../../model/articles/lists/lists.ts';
import { adminArticleSchema, articleStatuses, NO_SUCH_STATUS } from '../../model/articles/schema.ts';
import { asked } from '../../model/fields.ts';
import { parseDate } from '../../model/text/date.ts';
import { EDITORS, WRITERS } from '../../roles.ts';
import { deskApi } from './desk.ts';
import { type ArticlesOptions, publicQuery } from './parameters.ts';
import { publicArticlesApi } from './public.ts';
import { sharedApi } from './shared.ts';

const adminQuery = publicQuery.extend({
  status: z.enum([...articleStatuses, 'review'], NO_SUCH_STATUS).optional(),
  q: asked('Поиск', 300)
    .optional()
    .describe(
      'All its words, in title, lead or text, in any order; each may be the beginning of a word, or another form of it',
    ),
  from: dayQuery('Первый день').describe('First day'),
  to: dayQuery('Последний день').describe('Last day'),
  author: asked('Автор', 200).optional(),
  sort: z.enum(['date', 'changed', 'title'], 'Порядок: по дате, по времени изменения или по заголовку.').optional(),
});

function dayQuery(name: string) {
  const wrong = `${name}: нужен день вида 2025-07-20.`;
  return z
    .string(wrong)
    .refine((value) => value.length === 10 && parseDate(value) !== null, wrong)
    .optional();
}

export const articlesApi: FastifyPluginAsyncZod<ArticlesOptions> = async (app, options) => {
  const { store, compressing } = options;
  const { db } = store;
  // Its own slots: visitors cannot take those of administrators.
  const sendList = createListSender(compressing);

  app.get(
    '/api/admin/news',
    {
      config: { roles: WRITERS },
      schema: {
        tags: ['admin'],
        querystring: adminQuery,
        response: { 200: z.array(adminArticleSchema.partial({ content: true })) },
      },
    },
    async (request, reply) => {
      const { fields, limit, after, ...filter } = request.query;
      const list = fields === 'card' ? livingCards : livingArticles;
      return sendList(request, reply, {
        path: '/api/admin/news',
        query: request.query,
        read: () => list(db, sessionOf(request), filter, { limit, after }),
      });
    },
  );

  app.get(
    '/api/admin/news-counts',
    {
      config: { roles: WRITERS },
      schema: {
        tags: ['admin'],
        description: 'How many articles the filters of the list find, by status.',
        querystring: adminQuery.pick({ q: true, from: true, to: true, author: true, tag: true }),
        response: { 200: countsSchema },
      },
    },
    async (request) => countLiving(db, sessionOf(request), request.query),
  );

  app.get(
    '/api/admin/news-plan',
    {
      config: { roles: EDITORS },
      schema: {
        tags: ['admin'],
        description: 'What appears and what ends by the clock within the next seven days, in the order of time.',
        response: { 200: z.array(plannedSchema) },
      },
    },
    async () => listPlan(db),
  );

  await app.register(publicArticlesApi, options);
  await app.register(deskApi, { store });
  await app.register(sharedApi, { store, kind: 'article' });
};
