import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Config } from '../config.ts';
import type { Db } from '../db/tables.ts';
import { ModelError, unavailable } from '../errors.ts';
import { isInsider } from '../http/session.ts';
import { VERSION } from '../version.ts';

/** Cache of the check, in ms: several load balancers probe often. */
const BELIEVED_FOR = 1000;

const ok = z.object({ status: z.literal('ok') });
/** The version is not public: it tells an attacker which vulnerabilities apply. */
const alive = ok.extend({ version: z.string().optional().describe('For those who may read /metrics') });

interface Options {
  db: Db;
  config: Pick<Config, 'metricsToken'>;
}

export const healthApi: FastifyPluginAsyncZod<Options> = async (app, { db, config }) => {
  const isReady = askOnce(db);
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });

  app.get('/healthz', { schema: { hide: true, response: { 200: alive } } }, async (request, reply) => {
    reply.header('Cache-Control', 'no-store');
    return { status: 'ok' as const, ...(isInsider(request, config.metricsToken) && { version: VERSION }) };
  });

  app.get('/readyz', { schema: { hide: true, response: { 200: ok } } }, async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
    if (isClosing) throw new ModelError(503, 'closing', 'Сервер останавливается.');
    if (!(await isReady())) throw unavailable();
    return { status: 'ok' as const };
  });
};

function askOnce(db: Db): () => Promise<boolean> {
  let answer: Promise<boolean> | undefined;
  let askedAt = 0;
  return () => {
    const now = performance.now();
    if (answer && now - askedAt < BELIEVED_FOR) return answer;
    askedAt = now;
    // A table of the schema: a database without migrations is not ready.
    answer = sql`select 1 from admins limit 1`.execute(db).then(
      () => true,
      () => false,
    );
    return answer;
  };
}
