import type { FastifyInstance } from 'fastify';
import { setVersion } from './etag.ts';

/** Answers what handlers give with the status that their route declares first, and with its `version` as the ETag. */
export function answerAsDeclared(app: FastifyInstance): void {
  app.addHook('preHandler', async ({ routeOptions }, reply) => {
    const [status = '200'] = Object.keys(routeOptions.schema?.response ?? {});
    if (status !== '200') reply.status(Number(status));
  });
  app.addHook('preSerialization', async (_request, reply, payload: { version?: unknown }) => {
    if (typeof payload.version === 'number' && reply.statusCode < 400) setVersion(reply, payload.version);
    return payload;
  });
}
