import type { FastifyPluginAsync } from 'fastify';
import { isInsider } from '../http/insider.ts';
import { allFamilies, type Watched } from '../ops/metrics/families.ts';
import { METRICS_TYPE, toText } from '../ops/metrics/text.ts';

export const metricsApi: FastifyPluginAsync<Watched> = async (app, watched) => {
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!isInsider(request, watched.config.metricsToken)) return reply.callNotFound();
    reply.header('Cache-Control', 'no-store').type(METRICS_TYPE);
    return toText(await allFamilies(watched));
  });
};
