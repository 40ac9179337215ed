import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Config } from '../config.ts';
import type { Live } from '../http/live/live.ts';
import { countViewers } from '../http/live/viewers.ts';
import { sessionOf } from '../http/session.ts';
import { listJournal } from '../model/audit-log.ts';
import { readId } from '../model/live/log.ts';
import { programmeSchema, readProgramme } from '../model/programme/programme.ts';
import { idSchema } from '../model/programme/stage.ts';
import { findDocument } from '../model/results/document.ts';
import { documentSchema } from '../model/results/schema.ts';
import { readUrgent, urgentSchema } from '../model/settings/urgent.ts';
import { readVoteSettings, voteSettingsSchema } from '../model/settings/vote.ts';
import { readWatchSettings, watchSettingsSchema } from '../model/settings/watch/watch.ts';
import type { Store } from '../model/store.ts';
import { NIGHT } from '../roles.ts';
import { numbered } from './articles/parameters.ts';
import { entrySchema, kindsFor } from './audit-log.ts';
import { pollSchema } from './live.ts';

/** Of the audit log; each role is shown what it may see. */
const LISTED = { kinds: ['watch', 'vote', 'urgent', 'stage', 'results', 'article'], limit: 20 };

const viewersSchema = z.object({
  now: z.int(),
  minutes: z
    .array(z.object({ at: z.string(), count: z.int() }))
    .describe('At the end of each minute of the last hour, the oldest first; since this server started'),
  is_all: z.boolean().describe('False: other servers on this database may have viewers of their own'),
});

function stored<Value extends z.ZodType>(value: Value) {
  return z.object({ value, version: z.number().int().describe('For `If-Match`') });
}

const deskSchema = z.object({
  id: idSchema,
  live: pollSchema.describe('As `GET /api/live?poll`'),
  programme: programmeSchema.describe('As `GET /api/programme` with a token'),
  results: documentSchema.nullable().describe('Of the show that was asked for, else of the one on stage'),
  watch: stored(watchSettingsSchema),
  vote: stored(voteSettingsSchema),
  urgent: stored(urgentSchema),
  log: z.array(entrySchema),
  viewers: viewersSchema,
});

type Options = { store: Store; live: Live; config: Pick<Config, 'databaseUrl'> };

/** What the control desk shows beside the public live state. */
export const deskApi: FastifyPluginAsyncZod<Options> = async (app, { store: { db }, live, config }) => {
  const counted = countViewers({ size: () => live.size() });
  app.addHook('onClose', async () => counted.stop());
  const viewers = () => ({ ...counted.read(), is_all: config.databaseUrl === undefined });

  app.get(
    '/api/admin/viewers',
    {
      config: { roles: NIGHT },
      schema: {
        tags: ['admin'],
        description: 'Open event streams of this server: one for all visible tabs of a browser.',
        response: { 200: viewersSchema },
      },
    },
    async () => viewers(),
  );

  app.get(
    '/api/admin/desk',
    {
      config: { roles: NIGHT },
      schema: {
        tags: ['admin'],
        description: 'Everything that the control desk shows; read again when an event brings a newer `id`.',
        querystring: z.object({ show: numbered('Концерт: нужен его номер.').optional() }),
        response: { 200: deskSchema },
      },
    },
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store');
      // First: what is read after it is not older.
      const id = await readId(db);
      const kinds = kindsFor(sessionOf(request).role, LISTED.kinds) ?? LISTED.kinds;
      const state = await live.poll();
      const show = request.query.show ?? state.stage.show?.id;
      const [programme, results, watch, vote, urgent, { entries: log }] = await Promise.all([
        readProgramme(db),
        show === undefined ? null : findDocument(db, show),
        readWatchSettings(db),
        readVoteSettings(db),
        readUrgent(db),
        listJournal(db, { limit: LISTED.limit, kinds }),
      ]);
      return { id, live: state, programme, results, watch, vote, urgent, log, viewers: viewers() };
    },
  );
};
