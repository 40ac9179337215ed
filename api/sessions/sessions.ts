import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { bearerToken, sessionOf } from '../../http/session.ts';
import { confirmOwnPassword } from '../../model/admins/own-password.ts';
import { PASSWORD_LENGTH } from '../../model/admins/password-rule.ts';
import { closeSession, listSessions, revokeSession } from '../../model/sessions/sessions.ts';
import type { Store } from '../../model/store.ts';

const ownSessionSchema = z.object({
  id: z.string(),
  device: z.string().describe('Browser and system, in words'),
  createdAt: z.string().describe('ISO 8601, UTC'),
  lastUsedAt: z.string().describe('ISO 8601, UTC, exact to a minute'),
  current: z.boolean().describe('The session of this very call'),
});

const ENTER = 'Введите свой пароль.';
const confirmSchema = z.object({
  password: z.string(ENTER).min(1, ENTER).max(PASSWORD_LENGTH.max, 'Пароль неверен.'),
  otp: z.string('Код: нужен текст.').max(100, 'Код неверен.').nullish().describe('Where a code is asked for'),
});
const verifiedSchema = z.object({ valid: z.literal(true) });

export const sessionsApi: FastifyPluginAsyncZod<{ store: Store }> = async (app, { store }) => {
  const { db } = store;

  app.get('/api/auth/verify', { schema: { tags: ['auth'], response: { 200: verifiedSchema } } }, async () => {
    return { valid: true as const };
  });

  app.post('/api/auth/logout', { schema: { tags: ['auth'], response: { 204: z.null() } } }, async (request, reply) => {
    await closeSession(store, bearerToken(request) ?? '');
    return reply.status(204).send(null);
  });

  app.post(
    '/api/auth/confirm',
    {
      schema: {
        tags: ['auth'],
        description:
          'The own password again, remembered with this session for ten minutes: changes of the team are 403 `password_required` without it. 400 `wrong_password`, `otp_required`, `wrong_otp`; 429.',
        body: confirmSchema,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await confirmOwnPassword(store, sessionOf(request), request.body);
      return reply.status(204).send(null);
    },
  );

  app.get(
    '/api/admin/sessions',
    { schema: { tags: ['admin'], response: { 200: z.array(ownSessionSchema) } } },
    async (request) => listSessions(db, sessionOf(request)),
  );

  app.delete(
    '/api/admin/sessions/:id',
    { schema: { tags: ['admin'], params: z.object({ id: z.string() }), response: { 204: z.null() } } },
    async (request, reply) => {
      await revokeSession(store, sessionOf(request), request.params.id);
      return reply.status(204).send(null);
    },
  );
};
