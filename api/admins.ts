import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { sessionOf } from '../http/session.ts';
import {
  addAdmin,
  adminSchema,
  changeDisplayName,
  changeRole,
  displayNameSchema,
  displayNames,
  listAdmins,
  removeAdmin,
  role,
} from '../model/admins/admins.ts';
import { changeOwnPassword, resetPassword } from '../model/admins/passwords.ts';
import {
  confirmTotp,
  newKeySchema,
  ownTotpSchema,
  readTotp,
  resetTotp,
  startTotp,
  stopTotp,
} from '../model/admins/totp.ts';
import { invitationSchema, invite, listInvitations, revokeInvitation } from '../model/sessions/invitations.ts';
import type { Store } from '../model/store.ts';
import { ADMINISTRATORS, ROLES } from '../roles.ts';
import { byId } from './parameters.ts';

const timeZone = z.string();
const names = z.record(z.string(), z.string()).describe('Display names by user names, of those who have one');
export const username = z.string('Имя пользователя: нужен текст.');
export const password = z.string('Пароль: нужен текст.').describe('12 to 1,024 characters, not easy to guess');
const newAdminSchema = z.object({ username, password, role: role.optional().describe('An administrator without one') });
const ENTER_PASSWORD = 'Введите текущий пароль.';
const current = z.string(ENTER_PASSWORD).min(1, ENTER_PASSWORD);

const done = { 204: z.null() };
/** Changes of the team could be used to take over an account. */
const ofTeam = { roles: ADMINISTRATORS, asksPassword: true };

export const adminsApi: FastifyPluginAsyncZod<{ store: Store }> = async (app, { store }) => {
  app.get('/api/admin/admins', {
    config: { roles: ADMINISTRATORS },
    schema: { response: { 200: z.array(adminSchema) } },
    handler: async () => listAdmins(store.db),
  });

  app.post('/api/admin/admins', {
    config: ofTeam,
    schema: { body: newAdminSchema, response: { 201: adminSchema } },
    handler: async (request) => addAdmin(store, request.body, sessionOf(request).username),
  });

  app.put('/api/admin/admins/:id/password', {
    config: ofTeam,
    schema: { params: byId, body: z.object({ password }), response: done },
    handler: async (request) =>
      resetPassword(store, request.params.id, request.body.password, sessionOf(request).username),
  });

  app.put('/api/admin/admins/:id/role', {
    config: ofTeam,
    schema: {
      description: 'Takes effect at once, on running sessions too. 409 `last_admin` for the only administrator.',
      params: byId,
      body: z.object({ role }),
      response: { 200: adminSchema },
    },
    handler: async (request) => changeRole(store, request.params.id, request.body.role, sessionOf(request).username),
  });

  app.delete('/api/admin/admins/:id', { config: ofTeam, schema: { params: byId, response: done } }, async (request) =>
    removeAdmin(store, request.params.id, sessionOf(request).username),
  );

  app.get('/api/admin/me', {
    config: { roles: ROLES },
    schema: {
      response: { 200: adminSchema.pick({ id: true, username: true, role: true }).extend({ timeZone, names }) },
    },
    handler: async (request) => {
      const { adminId, username, role } = sessionOf(request);
      return { id: adminId, username, role, timeZone: store.timeZone, names: await displayNames(store.db) };
    },
  });

  app.put('/api/admin/me/name', {
    config: { roles: ROLES },
    schema: { body: displayNameSchema, response: done },
    handler: async (request) => changeDisplayName(store, sessionOf(request).adminId, request.body.displayName),
  });

  app.put('/api/admin/me/password', {
    config: { roles: ROLES },
    schema: { body: z.object({ current, password }), response: done },
    handler: async (request) => changeOwnPassword(store, sessionOf(request), request.body),
  });
};

const newSchema = z.object({
  role,
  username: username.nullish().describe('Empty or absent: the invited person chooses it'),
});
const madeSchema = invitationSchema.extend({
  url: z.string().describe('Below the site’s own address; the secret in its fragment is shown only now'),
});

export const invitationsApi: FastifyPluginAsyncZod<{ store: Store }> = async (app, { store }) => {
  app.get('/api/admin/invitations', {
    config: { roles: ADMINISTRATORS },
    schema: { response: { 200: z.array(invitationSchema) } },
    handler: async () => listInvitations(store.db),
  });

  app.post('/api/admin/invitations', {
    config: ofTeam,
    schema: {
      description: 'A link that adds one person with this role, once, within 72 hours.',
      body: newSchema,
      response: { 201: madeSchema },
    },
    handler: async (request) => {
      const { invitation, secret } = await invite(store, request.body, sessionOf(request).username);
      return { ...invitation, url: `/admin/login#invitation=${secret}` };
    },
  });

  app.delete('/api/admin/invitations/:id', {
    config: { roles: ADMINISTRATORS },
    schema: { params: byId, response: done },
    handler: async (request) => revokeInvitation(store, request.params.id, sessionOf(request).username),
  });
};

const OWN = '/api/admin/me/totp';

const ENTER_CODE = 'Введите код.';
const otp = z.string(ENTER_CODE).trim().min(1, ENTER_CODE).max(100, 'Код неверен.');

const codesSchema = z.object({ recoveryCodes: z.array(z.string()).describe('Ten, each good once; shown only now') });

/** RFC 6238. */
export const totpApi: FastifyPluginAsyncZod<{ store: Store }> = async (app, { store }) => {
  app.get(OWN, { config: { roles: ROLES }, schema: { response: { 200: ownTotpSchema } } }, async (request) =>
    readTotp(store.db, sessionOf(request)),
  );

  app.post(OWN, {
    config: { roles: ROLES },
    schema: { body: z.object({ current }), response: { 201: newKeySchema } },
    handler: async (request) => startTotp(store, sessionOf(request), request.body.current),
  });

  app.put(OWN, {
    config: { roles: ROLES },
    schema: { body: z.object({ otp }), response: { 200: codesSchema } },
    handler: async (request) => ({ recoveryCodes: await confirmTotp(store, sessionOf(request), request.body.otp) }),
  });

  app.post(`${OWN}/off`, {
    config: { roles: ROLES },
    schema: { body: z.object({ current, otp }), response: done },
    handler: async (request) => stopTotp(store, sessionOf(request), request.body),
  });

  app.delete('/api/admin/admins/:id/totp', {
    config: ofTeam,
    schema: { params: byId, response: done },
    handler: async (request) => resetTotp(store, request.params.id, sessionOf(request).username),
  });
};
