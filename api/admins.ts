import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { sessionOf } from '../http/session.ts';
import { addAdmin, adminSchema, changeRole, listAdmins, removeAdmin, role } from '../model/admins/admins.ts';
import { resetPassword } from '../model/admins/passwords.ts';
import { resetTotp } from '../model/admins/totp.ts';
import { invitationSchema, invite, listInvitations, revokeInvitation } from '../model/sessions/invitations.ts';
import type { Store } from '../model/store.ts';
import { ADMINISTRATORS } from '../roles.ts';
import { byId } from './parameters.ts';

export const username = z.string('Имя пользователя: нужен текст.');
export const password = z.string('Пароль: нужен текст.').describe('12 to 1,024 characters, not easy to guess');
const newAdminSchema = z.object({ username, password, role: role.optional().describe('Default: administrator') });

export const done = { 204: z.null() };
/** A stolen session could otherwise take over another account. */
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
      description: 'Takes effect at once, also for open sessions. 409 `last_admin` for the only administrator.',
      params: byId,
      body: z.object({ role }),
      response: { 200: adminSchema },
    },
    handler: async (request) => changeRole(store, request.params.id, request.body.role, sessionOf(request).username),
  });

  app.delete('/api/admin/admins/:id', { config: ofTeam, schema: { params: byId, response: done } }, async (request) =>
    removeAdmin(store, request.params.id, sessionOf(request).username),
  );

  app.delete('/api/admin/admins/:id/totp', {
    config: ofTeam,
    schema: { params: byId, response: done },
    handler: async (request) => resetTotp(store, request.params.id, sessionOf(request).username),
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
