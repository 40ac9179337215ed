import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { checkPassword, PASSWORD_LENGTH } from '../model/admins.ts';
import { ModelError } from '../model/errors.ts';
import { countFailure, forgetFailures, secondsToWait } from '../model/login-failures.ts';
import { closeSession, openSession } from '../model/sessions.ts';
import type { Store } from '../model/write.ts';
import { FIRST_PASSWORD_FILE } from '../server/first-admin.ts';
import { bearerToken } from '../server/session.ts';

const LOGIN_LIMIT = 4 * 1024;

const ENTER_BOTH = 'Введите имя пользователя и пароль';
const loginSchema = z.object({
  username: z.string(ENTER_BOTH).min(1, ENTER_BOTH).max(300, 'Неверные учетные данные'),
  password: z.string(ENTER_BOTH).min(1, ENTER_BOTH).max(PASSWORD_LENGTH.max, 'Неверные учетные данные'),
});

export const sessionsApi: FastifyPluginAsyncZod<{ store: Store; dataDir: string }> = async (app, { store, dataDir }) => {
  const { db } = store;

  app.post(
    '/api/auth/login',
    {
      config: { public: true },
      bodyLimit: LOGIN_LIMIT,
      schema: { tags: ['auth'], body: loginSchema, response: { 200: z.object({ token: z.string() }) } },
      onRequest: async (request, reply) => {
        const seconds = await secondsToWait(db, request.ip);
        if (seconds === 0) return;
        reply.header('Retry-After', String(seconds));
        throw new ModelError(429, 'too_many_attempts', `Слишком много попыток входа. Подождите ${seconds} с и попробуйте снова.`);
      },
    },
    async (request) => {
      const { username, password } = request.body;
      // Counted before the password is looked at: a burst of parallel guesses must not outrun the counter.
      await countFailure(db, request.ip);
      const adminId = await checkPassword(db, username, password);
      if (adminId === undefined) throw new ModelError(401, 'wrong_credentials', 'Неверные учетные данные');
      await forgetFailures(db, request.ip);
      const token = await openSession(db, adminId);
      await rm(path.join(dataDir, FIRST_PASSWORD_FILE), { force: true });
      return { token };
    },
  );

  app.get('/api/auth/verify', { schema: { tags: ['auth'], response: { 200: z.object({ valid: z.literal(true) }) } } }, async () => ({ valid: true as const }));

  app.post('/api/auth/logout', { schema: { tags: ['auth'], response: { 204: z.null() } } }, async (request, reply) => {
    await closeSession(db, bearerToken(request) ?? '');
    return reply.status(204).send(null);
  });
};
