import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '../db/tables.ts';
import { afterQuery, limitQuery, linkNext } from '../http/paging.ts';
import { listJournal } from '../model/audit-log.ts';

const SHOWN = 50;

const entrySchema = z.object({
  id: z.number().int(),
  at: z.string().describe('ISO 8601, UTC'),
  who: z.string().nullable().describe('Username; null is the server itself'),
  action: z.string().describe('A stable word such as `article.publish`'),
  subject: z.string().describe('What it happened to: a slug, a username, the name of a picture'),
  title: z.string().describe('The same as a person called it then; may be empty'),
});

export const auditLogApi: FastifyPluginAsyncZod<{ db: Db }> = async (app, { db }) => {
  app.get(
    '/api/admin/journal',
    {
      schema: {
        tags: ['admin'],
        description: `Who did what, the newest first; ${SHOWN} entries without a limit.`,
        querystring: z.object({ limit: limitQuery, after: afterQuery }),
        response: { 200: z.array(entrySchema) },
      },
    },
    async (request, reply) => {
      const { limit = SHOWN, after } = request.query;
      const { entries, next } = await listJournal(db, { limit, after });
      linkNext(reply, '/api/admin/journal', request.query, next);
      return entries;
    },
  );
};
