import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { sql } from 'kysely';
import { z } from 'zod';
import { ModelError, unavailable } from '../model/errors.ts';
import type { Db } from '../model/tables.ts';

const ok = z.object({ status: z.literal('ok') });

/** For load balancers and supervisors: the process lives, the database answers and the server is not about to end. */
export const healthApi: FastifyPluginAsyncZod<{ db: Db }> = async (app, { db }) => {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });

  app.get('/healthz', { schema: { hide: true, response: { 200: ok } } }, async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
    return { status: 'ok' as const };
  });

  app.get('/readyz', { schema: { hide: true, response: { 200: ok } } }, async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
    if (isClosing) throw new ModelError(503, 'closing', 'Сервер останавливается.');
    // A table of the schema, not `select 1`: a database that was not migrated yet is not ready.
    await sql`select 1 from admins limit 1`.execute(db).catch(() => {
      throw unavailable();
    });
    return { status: 'ok' as const };
  });
};
