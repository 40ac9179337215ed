import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { afterQuery, limitQuery, linkNext } from '../http/paging.ts';
import { sessionOf } from '../http/session.ts';
import { changeSchema, listActors, listAuditLog } from '../model/audit-log.ts';
import { queryText } from '../model/fields.ts';
import { markRevertible, revertSettings } from '../model/settings/revert.ts';
import type { Store } from '../model/store.ts';
import { editorialKinds, nightKinds, resources } from '../resources.ts';
import { EDITORS, OPERATORS, type Role } from '../roles.ts';
import { byId } from './parameters.ts';

const PAGE_SIZE = 50;
const KINDS = Object.keys(resources);

export const entrySchema = z.object({
  id: z.number().int(),
  at: z.string().describe('ISO 8601, UTC'),
  who: z.string().nullable().describe('Username; null is the server itself'),
  action: z.string().describe('A stable word such as `article.publish`'),
  subject: z.string().describe('Identifier of the subject: a slug, a username, the name of a picture'),
  title: z.string().describe('Title of the subject at that time; may be empty'),
  changes: z
    .array(changeSchema)
    .optional()
    .describe('Changed fields of settings, texts, partners, the programme and redirects; absent if not recorded'),
  canRevert: z
    .literal(true)
    .optional()
    .describe('`POST /api/admin/journal/{id}/revert` can undo it: the values are unchanged since'),
});

const kindQuery = z
  .string('Вид записей: нужен один список через запятую.')
  .transform((list) => list.split(','))
  .refine((kinds) => kinds.every((kind) => KINDS.includes(kind)), 'Вид записей: такого в журнале нет.')
  .optional()
  .describe(`Only of these kinds, separated by commas: ${KINDS.join(', ')}`);
const whoQuery = queryText('Кто', 200).optional().describe('Only of this username; empty is the server itself');

type Options = { store: Store; config: Pick<Config, 'playerHosts'> };

export const auditLogApi: FastifyPluginAsyncZod<Options> = async (app, { store, config }) => {
  app.get('/api/admin/journal', {
    config: { roles: OPERATORS },
    schema: {
      description: `Who did what, the newest first; ${PAGE_SIZE} entries without a limit. Editors do not see logins and changes of the team; the broadcast role sees only entries of the night.`,
      querystring: z.object({ limit: limitQuery, after: afterQuery, kind: kindQuery, who: whoQuery }),
      response: { 200: z.array(entrySchema) },
    },
    handler: async (request, reply) => {
      const { limit = PAGE_SIZE, after, kind, who } = request.query;
      const kinds = kindsFor(sessionOf(request).role, kind);
      const { entries, next } = await listAuditLog(store.db, { limit, after, kinds, who });
      linkNext(reply, '/api/admin/journal', { ...request.query, kind: kind?.join() }, next);
      return markRevertible(store.db, entries);
    },
  });

  app.get('/api/admin/journal/people', {
    config: { roles: EDITORS },
    schema: { description: 'Everybody who stands in it.', response: { 200: z.array(z.string()) } },
    handler: async () => listActors(store.db),
  });

  app.post('/api/admin/journal/:id/revert', {
    config: { roles: EDITORS },
    schema: {
      description: 'Saves the values from before this change. 409 when one of them has changed since.',
      params: byId,
      response: { 200: z.object({ id: z.number().int().optional().describe('The entry of this save') }) },
    },
    handler: async (request) => {
      const { username } = sessionOf(request);
      return { id: await revertSettings(store, request.params.id, username, config.playerHosts) };
    },
  });
};

function kindsFor(role: Role, asked: string[] | undefined): string[] | undefined {
  if (role === 'administrator') return asked;
  const shown = role === 'broadcast' ? nightKinds : editorialKinds;
  return asked ? asked.filter((kind) => shown.includes(kind)) : shown;
}
