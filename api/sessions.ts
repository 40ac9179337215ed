import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { PASSWORD_LENGTH } from '../model/admins/password-rule.ts';
import { checkPassword } from '../model/admins.ts';
import { ModelError } from '../model/errors.ts';
import { countFailure, forgetFailures } from '../model/login-failures.ts';
import { describeDevice } from '../model/sessions/device.ts';
import { closeSession, listSessions, openSession, revokeSession } from '../model/sessions.ts';
import type { Store } from '../model/write.ts';
import { FIRST_PASSWORD_FILE } from '../server/first-admin.ts';
import { bearerToken, sessionOf } from '../server/session.ts';
import { refuseTooManyAttempts, sourceOf } from '../server/throttle.ts';

const LOGIN_LIMIT = 4 * 1024;

const ENTER_BOTH = 'Введите имя пользователя и пароль';
const WRONG = 'Неверные учетные данные';
const loginSchema = z.object({
  username: z.string(ENTER_BOTH).min(1, ENTER_BOTH).max(300, WRONG),
  password: z.string(ENTER_BOTH).min(1, ENTER_BOTH).max(PASSWORD_LENGTH.max, WRONG),
});

const ownSessionSchema = z.object({
  id: z.string(),
  device: z.string().describe('Browser and system, in words'),
  createdAt: z.string().describe('ISO 8601, UTC'),
  lastUsedAt: z.string().describe('ISO 8601, UTC, exact to a minute'),
  current: z.boolean().describe('The session of this very call'),
});

export const sessionsApi: FastifyPluginAsyncZod<{ store: Store; dataDir: string }> = async (
  app,
  { store, dataDir },
) => {
  const { db } = store;

  app.post(
    '/api/auth/login',
    {
      config: { public: true },
      bodyLimit: LOGIN_LIMIT,
      schema: { tags: ['auth'], body: loginSchema, response: { 200: z.object({ token: z.string() }) } },
      onRequest: (request, reply) => refuseTooManyAttempts(db, sourceOf(request.ip), reply),
    },
    async (request) => {
      const { username, password } = request.body;
      // Counted before the password is looked at: a burst of parallel guesses must not outrun the counter.
      await countFailure(store, sourceOf(request.ip));
      const admin = await checkPassword(store, username, password);
      const token = admin && (await openSession(store, admin, describeDevice(request.headers['user-agent'])));
      if (!token) throw new ModelError(401, 'wrong_credentials', WRONG);
      await forgetFailures(store, sourceOf(request.ip));
      await rm(path.join(dataDir, FIRST_PASSWORD_FILE), { force: true });
      return { token };
    },
  );

  app.get(
    '/api/auth/verify',
    { schema: { tags: ['auth'], response: { 200: z.object({ valid: z.literal(true) }) } } },
    async () => ({ valid: true as const }),
  );

  app.post('/api/auth/logout', { schema: { tags: ['auth'], response: { 204: z.null() } } }, async (request, reply) => {
    await closeSession(store, bearerToken(request) ?? '');
    return reply.status(204).send(null);
  });

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
