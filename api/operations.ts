import type { FastifyPluginAsync } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { ModelError } from '../errors.ts';
import { isInsider, sessionOf } from '../http/session.ts';
import type { Store } from '../model/store.ts';
import { sendTest } from '../ops/alerts/job.ts';
import { alertState } from '../ops/alerts/send.ts';
import type { Doctor } from '../ops/doctor/doctor.ts';
import { reportSchema } from '../ops/doctor/report.ts';
import { allFamilies, type Watched } from '../ops/metrics/families.ts';
import { METRICS_TYPE, toText } from '../ops/metrics/text.ts';
import { ADMINISTRATORS } from '../roles.ts';

export const metricsApi: FastifyPluginAsync<Watched> = async (app, watched) => {
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!isInsider(request, watched.config.metricsToken)) return reply.callNotFound();
    reply.header('Cache-Control', 'no-store').type(METRICS_TYPE);
    return toText(await allFamilies(watched));
  });
};

export const doctorApi: FastifyPluginAsyncZod<Watched> = async (app, watched) => {
  let doctor: Doctor | undefined;
  app.get(
    '/api/admin/doctor',
    {
      config: { roles: ADMINISTRATORS },
      schema: {
        tags: ['admin'],
        description:
          'Every line says how something is and what to do about it; with `fresh` as it is now, else at most five minutes old and not from before a copy, a trial or a change of administrators.',
        querystring: z.object({ fresh: z.string().optional().or(z.array(z.string())) }),
        response: { 200: reportSchema },
      },
    },
    async (request) => {
      doctor ??= (await import('../ops/doctor/doctor.ts')).createDoctor(watched);
      return doctor.report(request.query.fresh !== undefined);
    },
  );
};

const stateSchema = z.object({
  to: z.string().nullable().describe('Scheme and host of ALERT_URL, whose rest may be secret; null without it'),
  last: z
    .object({ at: z.string().describe('ISO 8601, UTC'), problem: z.string().nullable() })
    .nullable()
    .describe('The last sending; `problem` is null when it was taken'),
});

export const alertsApi: FastifyPluginAsyncZod<{ store: Pick<Store, 'db'>; config: Config }> = async (
  app,
  { store: { db }, config },
) => {
  app.get(
    '/api/admin/alerts',
    {
      config: { roles: ADMINISTRATORS },
      schema: { tags: ['admin'], description: 'Where alerts go.', response: { 200: stateSchema } },
    },
    async () => ({
      to: config.alertUrl === undefined ? null : new URL(config.alertUrl).origin,
      last: (await alertState(db)).last,
    }),
  );

  app.post(
    '/api/admin/alerts/test',
    {
      config: { roles: ADMINISTRATORS },
      schema: {
        tags: ['admin'],
        description: 'Sends a test alert and waits for its receiver.',
        response: { 200: z.object({ problem: z.string().nullable().describe('Null when it was taken') }) },
      },
    },
    async (request) => {
      if (config.alertUrl === undefined)
        throw new ModelError(409, 'alerts_off', 'Оповещения не настроены: задайте серверу ALERT_URL и ALERT_SECRET.');
      return { problem: (await sendTest(db, config, sessionOf(request).username)) ?? null };
    },
  );
};
