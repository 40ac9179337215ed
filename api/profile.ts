import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { sessionOf } from '../http/session.ts';
import { adminSchema, changeDisplayName, displayNameSchema, displayNames } from '../model/admins/admins.ts';
import { changeOwnPassword } from '../model/admins/passwords.ts';
import { confirmTotp, newKeySchema, ownTotpSchema, readTotp, startTotp, stopTotp } from '../model/admins/totp.ts';
import type { Store } from '../model/store.ts';
import { ROLES } from '../roles.ts';
import { done, password } from './admins.ts';

const ENTER_PASSWORD = 'Введите текущий пароль.';
const current = z.string(ENTER_PASSWORD).min(1, ENTER_PASSWORD);
const timeZone = z.string();
const names = z.record(z.string(), z.string()).describe('Display names by username, where set');
const ENTER_CODE = 'Введите код.';
const otp = z.string(ENTER_CODE).trim().min(1, ENTER_CODE).max(100, 'Код неверен.');
const codesSchema = z.object({ recoveryCodes: z.array(z.string()).describe('Ten single-use codes; shown only now') });

/** A user's own account: name, password, second factor (RFC 6238). */
export const profileApi: FastifyPluginAsyncZod<{ store: Store }> = async (app, { store }) => {
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

  app.get('/api/admin/me/totp', {
    config: { roles: ROLES },
    schema: { response: { 200: ownTotpSchema } },
    handler: async (request) => readTotp(store.db, sessionOf(request)),
  });

  app.post('/api/admin/me/totp', {
    config: { roles: ROLES },
    schema: { body: z.object({ current }), response: { 201: newKeySchema } },
    handler: async (request) => startTotp(store, sessionOf(request), request.body.current),
  });

  app.put('/api/admin/me/totp', {
    config: { roles: ROLES },
    schema: { body: z.object({ otp }), response: { 200: codesSchema } },
    handler: async (request) => ({ recoveryCodes: await confirmTotp(store, sessionOf(request), request.body.otp) }),
  });

  app.post('/api/admin/me/totp/off', {
    config: { roles: ROLES },
    schema: { body: z.object({ current, otp }), response: done },
    handler: async (request) => stopTotp(store, sessionOf(request), request.body),
  });
};
