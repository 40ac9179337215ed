import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ModelError } from '../errors.ts';
import type { Live } from '../http/live/live.ts';
import { CLOSED_POLICY } from '../http/security-headers.ts';
import { idSchema, stageSchema } from '../model/programme/stage.ts';
import { resultsEventSchema } from '../model/results/shown.ts';
import { urgentSchema } from '../model/settings/urgent.ts';
import { voteSettingsSchema } from '../model/settings/vote.ts';
import { publicWatchSchema } from '../model/settings/watch/watch.ts';

const FULL_FOR = 30; // s until a page without a slot retries the stream; it polls meanwhile
/** Proxies may cache polls for 1 s, unless the vote opens or closes within it. */
const POLL_CACHE = 'public, max-age=1';
const SECOND = 1000;

export const pollSchema = z.object({
  id: idSchema,
  now: z.number().describe('Time of the server, in ms since 1970'),
  stage: stageSchema,
  results: resultsEventSchema,
  'watch-settings': publicWatchSchema.partial(),
  'vote-settings': voteSettingsSchema.partial(),
  urgent: urgentSchema.partial(),
  lists: z.string().describe('Of the last change of news or texts: `epoch.version`, or `epoch.version.moment`'),
  poll_seconds: z.number().describe('When to ask again'),
});

export const liveApi: FastifyPluginAsyncZod<{ live: Live }> = async (app, { live }) => {
  app.get(
    '/api/live',
    {
      config: { public: true },
      schema: {
        tags: ['live'],
        description: 'A stream of events (text/event-stream), or with `poll` the present state as JSON',
        querystring: z.object({
          poll: z.string().optional().or(z.array(z.string())),
          since: z.string().max(60).optional().catch(undefined).describe('`lists` of a page: what it missed is sent'),
        }),
        response: { 200: pollSchema },
      },
    },
    async (request, reply) => {
      if (request.query.poll !== undefined) {
        const state = await live.poll();
        return reply.header('Cache-Control', live.lasts() > SECOND ? POLL_CACHE : 'no-cache').send(state);
      }
      reply.headers({ 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
      // The stream bypasses the onSend hook that sets it.
      reply.header('Content-Security-Policy', CLOSED_POLICY);
      const headers = Object.fromEntries(
        Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]),
      );
      if (request.method === 'HEAD') {
        reply.hijack().raw.writeHead(200, headers).end();
        return reply;
      }
      const seen = request.headers['last-event-id'] ?? request.query.since;
      const hasJoined = await live.join(reply.raw, headers, request.ip, typeof seen === 'string' ? seen : undefined);
      if (hasJoined) return reply.hijack();
      reply.removeHeader('Content-Type').header('Retry-After', String(FULL_FOR));
      throw new ModelError(
        503,
        'full',
        'Сейчас слишком много зрителей следят за обновлениями. Страница обновится сама.',
      );
    },
  );
  app.addHook('preClose', async () => live.close());
};
