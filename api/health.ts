import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { sql } from 'kysely';
import { z } from 'zod';
import { unavailable } from '../model/errors.ts';
import type { Db } from '../model/tables.ts';

const ok = z.object({ status: z.literal('ok') });

/** For load balancers and supervisors: the process lives, the database answers. */
export const healthApi: FastifyPluginAsyncZod<{ db: Db }> = async (app, { db }) => {
  app.get('/healthz', { schema: { hide: true, response: { 200: ok } } }, async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
    return { status: 'ok' as const };
  });

  app.get('/readyz', { schema: { hide: true, response: { 200: ok } } }, async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
    // A table of the schema, not `select 1`: a database that was not migrated yet is not ready.
    await sql`select 1 from admins limit 1`.execute(db).catch(() => {
      throw unavailable();
    });
    return { status: 'ok' as const };
  });
};
