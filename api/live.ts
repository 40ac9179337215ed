import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { ModelError } from '../errors.ts';
import { headersOf } from '../http/cache/send.ts';
import type { Live } from '../http/live/live.ts';
import { countViewers, pollSchema, viewersSchema } from '../http/live/state.ts';
import { CLOSED_POLICY } from '../http/security-headers.ts';
import { listAuditLog } from '../model/audit-log.ts';
import { readId } from '../model/live/log.ts';
import { programmeSchema, readProgramme } from '../model/programme/programme.ts';
import { idSchema } from '../model/programme/stage.ts';
import { findDocument } from '../model/results/document.ts';
import { documentSchema } from '../model/results/schema.ts';
import { readUrgent, urgentSchema } from '../model/settings/urgent.ts';
import { readVoteSettings, voteSettingsSchema } from '../model/settings/vote.ts';
import { readWatchSettings, watchSettingsSchema } from '../model/settings/watch/watch.ts';
import type { Store } from '../model/store.ts';
import { nightKinds } from '../resources.ts';
import { OPERATORS } from '../roles.ts';
import { entrySchema } from './audit-log.ts';
import { numericParam } from './parameters.ts';

const RETRY_DELAY = 30; // s until a page without a slot retries the stream; it polls meanwhile
/** Proxies may cache polls for 1 s, unless the vote opens or closes within it. */
const POLL_CACHE = 'public, max-age=1';
const SECOND = 1000;

export const liveApi: FastifyPluginAsyncZod<{ live: Live }> = async (app, { live }) => {
  app.get('/api/live', {
    config: { public: true },
    schema: {
      tags: ['live'],
      description: 'A stream of events (text/event-stream), or with `poll` the present state as JSON',
      querystring: z.object({
        poll: z.string().optional().or(z.array(z.string())),
        since: z.string().max(60).optional().catch(undefined).describe('`lists` of a page: missed events are sent'),
      }),
      response: { 200: pollSchema },
    },
    handler: async (request, reply) => {
      if (request.query.poll !== undefined) {
        const state = await live.poll();
        return reply.header('Cache-Control', live.timeToNextMoment() > SECOND ? POLL_CACHE : 'no-cache').send(state);
      }
      reply.headers({ 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
      // The stream bypasses the onSend hook that sets it.
      reply.header('Content-Security-Policy', CLOSED_POLICY);
      const headers = headersOf(reply);
      if (request.method === 'HEAD') {
        reply.hijack().raw.writeHead(200, headers).end();
        return reply;
      }
      const seen = request.headers['last-event-id'] ?? request.query.since;
      const hasJoined = await live.join(reply.raw, headers, request.ip, typeof seen === 'string' ? seen : undefined);
      if (hasJoined) return reply.hijack();
      reply.removeHeader('Content-Type').header('Retry-After', String(RETRY_DELAY));
      throw new ModelError(
        503,
        'full',
        'Сейчас слишком много зрителей следят за обновлениями. Страница обновится сама.',
      );
    },
  });
  app.addHook('preClose', async () => live.close());
};

/** Only the night's entries of the audit log: on a busy day articles would fill it. */
const DESK_LOG = { kinds: nightKinds, limit: 20 };

const shownViewersSchema = viewersSchema.extend({
  is_all: z.boolean().describe('False: other servers on this database may have more viewers'),
});

function stored<Value extends z.ZodType>(value: Value) {
  return z.object({ value, version: z.number().int().describe('For `If-Match`') });
}

const deskSchema = z.object({
  id: idSchema,
  live: pollSchema.describe('As `GET /api/live?poll`'),
  programme: programmeSchema.describe('As `GET /api/programme` with a token'),
  results: documentSchema.nullable().describe('Of the requested show, by default of the one on stage'),
  watch: stored(watchSettingsSchema),
  vote: stored(voteSettingsSchema),
  urgent: stored(urgentSchema),
  log: z.array(entrySchema),
  viewers: shownViewersSchema.describe('Open event streams of this server: one for all visible tabs of a browser'),
});

type Options = { store: Store; live: Live; config: Pick<Config, 'databaseUrl'> };

export const deskApi: FastifyPluginAsyncZod<Options> = async (app, { store: { db }, live, config }) => {
  const viewerCount = countViewers(live.clients);
  app.addHook('onClose', async () => viewerCount.stop());
  const viewers = () => ({ ...viewerCount.read(), is_all: config.databaseUrl === undefined });

  app.get('/api/admin/desk', {
    config: { roles: OPERATORS },
    schema: {
      description: 'Everything that the control desk shows; read again when an event brings a newer `id`.',
      querystring: z.object({ show: numericParam('Концерт: нужен его номер.').optional() }),
      response: { 200: deskSchema },
    },
    handler: async (request, reply) => {
      reply.header('Cache-Control', 'no-store');
      // Read before the state, which is then never older than the id.
      const id = await readId(db);
      const state = await live.poll();
      const show = request.query.show ?? state.stage.show?.id;
      const [programme, results, watch, vote, urgent, { entries: log }] = await Promise.all([
        readProgramme(db),
        show === undefined ? null : findDocument(db, show),
        readWatchSettings(db),
        readVoteSettings(db),
        readUrgent(db),
        listAuditLog(db, DESK_LOG),
      ]);
      return { id, live: state, programme, results, watch, vote, urgent, log, viewers: viewers() };
    },
  });
};
