import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { ModelError } from '../errors.ts';
import { sessionOf } from '../http/session.ts';
import type { Store } from '../model/store.ts';
import { sendTest } from '../ops/alerts/job.ts';
import { alertState } from '../ops/alerts/state.ts';
import { ADMINISTRATORS } from '../roles.ts';

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
