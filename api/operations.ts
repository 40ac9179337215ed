import type { FastifyPluginAsync } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Config } from '../config.ts';
import type { Db } from '../db/tables.ts';
import { ModelError, unavailable } from '../errors.ts';
import { isInsider, sessionOf } from '../http/session.ts';
import { toggle } from '../model/fields.ts';
import { dismissFirstRun, firstRunSchema, readFirstRun } from '../model/first-run.ts';
import { OWN_PLAYER } from '../model/settings/watch/players.ts';
import type { Store } from '../model/store.ts';
import { alertState, sendTest } from '../ops/alerts/alerts.ts';
import type { Doctor } from '../ops/doctor/doctor.ts';
import { reportSchema } from '../ops/doctor/report.ts';
import { allFamilies, type Watched } from '../ops/metrics/families.ts';
import { METRICS_TYPE, toText } from '../ops/metrics/text.ts';
import { ADMINISTRATORS } from '../roles.ts';
import { VERSION } from '../version.ts';

export const metricsApi: FastifyPluginAsync<Watched> = async (app, watched) => {
  app.get('/metrics', async (request, reply) => {
    if (!isInsider(request, watched.config.metricsToken)) return reply.callNotFound();
    reply.header('Cache-Control', 'no-store').type(METRICS_TYPE);
    return toText(await allFamilies(watched));
  });
};

export const doctorApi: FastifyPluginAsyncZod<Watched> = async (app, watched) => {
  let doctor: Doctor | undefined;
  app.get('/api/admin/doctor', {
    config: { roles: ADMINISTRATORS },
    schema: {
      description:
        'Findings with states and advice. With `fresh` checked now, otherwise cached for up to five minutes, until a backup, a restore test or a change of administrators.',
      querystring: z.object({ fresh: z.string().optional().or(z.array(z.string())) }),
      response: { 200: reportSchema },
    },
    handler: async (request) => {
      doctor ??= (await import('../ops/doctor/doctor.ts')).createDoctor(watched);
      return doctor.report(request.query.fresh !== undefined);
    },
  });
};

const stateSchema = z.object({
  to: z.string().nullable().describe('Scheme and host of ALERT_URL, whose rest may be secret; null without it'),
  last: z
    .object({ at: z.string().describe('ISO 8601, UTC'), problem: z.string().nullable() })
    .nullable()
    .describe('The last delivery; `problem` is null if it was accepted'),
});

type Site = { store: Store; config: Config };

export const alertsApi: FastifyPluginAsyncZod<Site> = async (app, { store: { db }, config }) => {
  app.get('/api/admin/alerts', {
    config: { roles: ADMINISTRATORS },
    schema: { description: 'Where alerts go.', response: { 200: stateSchema } },
    handler: async () => ({
      to: config.alertUrl === undefined ? null : new URL(config.alertUrl).origin,
      last: (await alertState(db)).last,
    }),
  });

  app.post('/api/admin/alerts/test', {
    config: { roles: ADMINISTRATORS },
    schema: {
      description: 'Sends a test alert and waits for its receiver.',
      response: { 200: z.object({ problem: z.string().nullable().describe('Null if the alert was accepted') }) },
    },
    handler: async (request) => {
      if (config.alertUrl === undefined)
        throw new ModelError(409, 'alerts_off', 'Оповещения не настроены: задайте серверу ALERT_URL и ALERT_SECRET.');
      return { problem: (await sendTest(db, config, sessionOf(request).username)) ?? null };
    },
  });
};

export const firstRunApi: FastifyPluginAsyncZod<Site> = async (app, { store, config }) => {
  const configured = {
    hasPublicUrl: config.publicUrl !== undefined,
    hasStream: config.streamHlsUrl !== null || config.streamPlayerUrl !== OWN_PLAYER,
  };

  app.get('/api/admin/first-run', {
    config: { roles: ADMINISTRATORS },
    schema: {
      description: 'What a new site still lacks, for the panel’s first screen.',
      response: { 200: firstRunSchema },
    },
    handler: async (request) => readFirstRun(store.db, sessionOf(request), configured),
  });

  app.put('/api/admin/first-run', {
    config: { roles: ADMINISTRATORS },
    schema: {
      description: 'Hides the list for all administrators, or shows it again.',
      body: z.object({ isDismissed: toggle('Больше не показывать') }),
      response: { 204: z.null() },
    },
    handler: async (request) => dismissFirstRun(store, request.body.isDismissed),
  });
};

const CACHE_TTL = 1000; // ms; TTL of a readiness check: several load balancers probe often

const ok = z.object({ status: z.literal('ok') });
/** The version is not public: it would reveal to an attacker which vulnerabilities apply. */
const alive = ok.extend({ version: z.string().optional().describe('For those who may read /metrics') });

type Options = { db: Db; config: Pick<Config, 'metricsToken'> };

export const healthApi: FastifyPluginAsyncZod<Options> = async (app, { db, config }) => {
  const isReady = cachedReadiness(db);
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });

  app.get('/healthz', { schema: { response: { 200: alive } } }, async (request, reply) => {
    reply.header('Cache-Control', 'no-store');
    return { status: 'ok' as const, ...(isInsider(request, config.metricsToken) && { version: VERSION }) };
  });

  app.get('/readyz', { schema: { response: { 200: ok } } }, async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
    if (isClosing) throw new ModelError(503, 'closing', 'Сервер останавливается.');
    if (!(await isReady())) throw unavailable();
    return { status: 'ok' as const };
  });
};

function cachedReadiness(db: Db): () => Promise<boolean> {
  let answer: Promise<boolean> | undefined;
  let askedAt = 0;
  return () => {
    const now = performance.now();
    if (answer && now - askedAt < CACHE_TTL) return answer;
    askedAt = now;
    // A table of the schema: a database without migrations is not ready.
    answer = sql`select 1 from admins limit 1`.execute(db).then(
      () => true,
      () => false,
    );
    return answer;
  };
}
