import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { networkOf } from '../http/limits/connections.ts';
import { bearerToken, readDeviceCookie, sessionOf, setDeviceCookie } from '../http/session.ts';
import { role } from '../model/admins/admins.ts';
import { PASSWORD_LENGTH } from '../model/admins/password-rule.ts';
import { confirmOwnPassword } from '../model/admins/passwords.ts';
import { type Device, describeDevice, type OpenedSession } from '../model/sessions/devices.ts';
import { acceptInvitation, findInvitation } from '../model/sessions/invitations.ts';
import { assertLink, openSessionByLink } from '../model/sessions/login-links.ts';
import { closeSession, listSessions, ownSessionSchema, revokeSession } from '../model/sessions/sessions.ts';
import { assertNotBlocked, createBlocked, createSignInQueues, signIn, WRONG_PAIR } from '../model/sessions/sign-in.ts';
import type { Store } from '../model/store.ts';
import { FIRST_PASSWORD_FILE } from '../ops/first-admin.ts';
import { ADMINISTRATORS, ROLES } from '../roles.ts';
import { password, username } from './admins.ts';
import { tagRoutes } from './parameters.ts';

const LOGIN_LIMIT = 4 * 1024;

const ENTER_BOTH = 'Введите имя пользователя и пароль';
const otp = z.string('Код: нужен текст.').max(100, 'Код неверен.').nullish();
const loginSchema = z.object({
  username: z.string(ENTER_BOTH).min(1, ENTER_BOTH).max(300, WRONG_PAIR),
  password: z.string(ENTER_BOTH).min(1, ENTER_BOTH).max(PASSWORD_LENGTH.max, WRONG_PAIR),
  otp: otp.describe('TOTP or recovery code, if required'),
});
const invitedSchema = z.object({ role, username: z.string().nullable().describe('Null: chosen by the person') });
const acceptSchema = z.object({ username: username.optional(), password });
const tokenSchema = z.object({ token: z.string() });

export const loginApi: FastifyPluginAsyncZod<{ store: Store; config: Config }> = async (app, { store, config }) => {
  tagRoutes(app, 'auth');
  const queues = createSignInQueues();
  const blocked = createBlocked();

  const refuseBlocked = (request: FastifyRequest) =>
    assertNotBlocked(
      store.db,
      { queues, blocked },
      { address: networkOf(request.ip), token: readDeviceCookie(request) },
    );

  app.post('/api/auth/login', {
    config: { public: true },
    bodyLimit: LOGIN_LIMIT,
    schema: { body: loginSchema, response: { 200: tokenSchema } },
    onRequest: refuseBlocked,
    handler: async (request, reply) => {
      const attempt = { ...request.body, address: networkOf(request.ip), device: deviceOf(request) };
      return welcome(reply, await signIn(store, queues, attempt));
    },
  });

  app.post('/api/auth/link', {
    // The link's secret is the bearer token: it reaches no log.
    config: { public: true },
    schema: { security: [{ bearer: [] }], response: { 200: tokenSchema } },
    onRequest: (request) => assertLink(store.db, bearerToken(request)),
    handler: async (request, reply) =>
      welcome(reply, await openSessionByLink(store, bearerToken(request) ?? '', deviceOf(request))),
  });

  // As with the link, the invitation's secret is the bearer token.
  const invited = async (request: FastifyRequest) => {
    await refuseBlocked(request);
    return findInvitation(store, bearerToken(request), networkOf(request.ip));
  };

  app.get('/api/auth/invitation', {
    config: { public: true },
    schema: { security: [{ bearer: [] }], response: { 200: invitedSchema } },
    handler: invited,
  });

  app.post('/api/auth/invitation', {
    config: { public: true },
    bodyLimit: LOGIN_LIMIT,
    schema: {
      description: 'Adds the invited person, under the chosen name unless it is fixed, and opens a session.',
      security: [{ bearer: [] }],
      body: acceptSchema,
      response: { 201: tokenSchema },
    },
    onRequest: async (request) => void (await invited(request)),
    handler: async (request, reply) =>
      welcome(reply, await acceptInvitation(store, bearerToken(request) ?? '', request.body, deviceOf(request))),
  });

  async function welcome(reply: FastifyReply, { token, deviceToken }: OpenedSession) {
    setDeviceCookie(reply, deviceToken, config.publicUrl);
    await rm(path.join(config.dataDir, FIRST_PASSWORD_FILE), { force: true });
    return { token };
  }
};

function deviceOf(request: FastifyRequest): Device {
  return { name: describeDevice(request.headers['user-agent']), token: readDeviceCookie(request) };
}

const ENTER = 'Введите свой пароль.';
const confirmSchema = z.object({
  password: z.string(ENTER).min(1, ENTER).max(PASSWORD_LENGTH.max, 'Пароль неверен.'),
  otp: otp.describe('TOTP or recovery code, if required'),
});

export const sessionsApi: FastifyPluginAsyncZod<{ store: Store }> = async (app, { store }) => {
  app.get('/api/auth/verify', {
    config: { roles: ROLES },
    schema: { tags: ['auth'], response: { 200: z.object({ valid: z.literal(true) }) } },
    handler: async () => ({ valid: true as const }),
  });

  app.post('/api/auth/logout', {
    config: { roles: ROLES },
    schema: { tags: ['auth'], response: { 204: z.null() } },
    handler: async (request) => closeSession(store, bearerToken(request) ?? ''),
  });

  app.post('/api/auth/confirm', {
    config: { roles: ADMINISTRATORS },
    schema: {
      tags: ['auth'],
      description:
        'Confirms the session by password for ten minutes: without it changes of the team are 403 `password_required`. 400 `wrong_password`, `otp_required`, `wrong_otp`; 429.',
      body: confirmSchema,
      response: { 204: z.null() },
    },
    handler: async (request) => confirmOwnPassword(store, sessionOf(request), request.body),
  });

  app.get('/api/admin/sessions', {
    config: { roles: ROLES },
    schema: { response: { 200: z.array(ownSessionSchema) } },
    handler: async (request) => listSessions(store.db, sessionOf(request)),
  });

  app.delete('/api/admin/sessions/:id', {
    config: { roles: ROLES },
    schema: { params: z.object({ id: z.string() }), response: { 204: z.null() } },
    handler: async (request) => revokeSession(store, sessionOf(request), request.params.id),
  });
};
