import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { sessionOf } from '../../http/session.ts';
import { addAdmin, changeRole, listAdmins, removeAdmin } from '../../model/admins/admins.ts';
import { changeOwnPassword, resetPassword } from '../../model/admins/passwords.ts';
import type { Store } from '../../model/store.ts';
import { ROLES } from '../../roles.ts';

export const role = z.enum(ROLES, 'Роль: выберите администратора, редактора, эфир или автора.');

const adminSchema = z.object({
  id: z.number().int(),
  username: z.string(),
  role,
  createdAt: z.string().describe('ISO 8601, UTC'),
  lastLoginAt: z.string().nullable().describe('ISO 8601, UTC'),
  hasTotp: z.literal(true).optional().describe('Signs in with a code besides the password'),
});

const timeZone = z.string();
export const username = z.string('Имя пользователя: нужен текст.');
export const password = z.string('Пароль: нужен текст.').describe('12 to 1,024 characters, not easy to guess');
const newAdminSchema = z.object({
  username,
  password,
  role: role.optional().describe('An administrator without one'),
});
const current = z.string('Введите текущий пароль.').min(1, 'Введите текущий пароль.');
/** Anything else becomes 0: 404. */
export const byId = z.object({ id: z.string().transform((id) => (/^\d{1,9}$/.test(id) ? Number(id) : 0)) });

const done = { 204: z.null() };

export const adminsApi: FastifyPluginAsyncZod<{ store: Store }> = async (app, { store }) => {
  app.get('/api/admin/admins', { schema: { tags: ['admin'], response: { 200: z.array(adminSchema) } } }, async () =>
    listAdmins(store.db),
  );

  app.post(
    '/api/admin/admins',
    { schema: { tags: ['admin'], body: newAdminSchema, response: { 201: adminSchema } } },
    async (request, reply) => {
      const admin = await addAdmin(store, request.body, sessionOf(request).username);
      return reply.status(201).send(admin);
    },
  );

  app.put(
    '/api/admin/admins/:id/password',
    { schema: { tags: ['admin'], params: byId, body: z.object({ password }), response: done } },
    async (request, reply) => {
      await resetPassword(store, request.params.id, request.body.password, sessionOf(request).username);
      return reply.status(204).send(null);
    },
  );

  app.put(
    '/api/admin/admins/:id/role',
    {
      schema: {
        tags: ['admin'],
        description: 'Takes effect at once, on running sessions too. 409 `last_admin` for the only administrator.',
        params: byId,
        body: z.object({ role }),
        response: { 200: adminSchema },
      },
    },
    async (request) => changeRole(store, request.params.id, request.body.role, sessionOf(request).username),
  );

  app.delete(
    '/api/admin/admins/:id',
    { schema: { tags: ['admin'], params: byId, response: done } },
    async (request, reply) => {
      await removeAdmin(store, request.params.id, sessionOf(request).username);
      return reply.status(204).send(null);
    },
  );

  app.get(
    '/api/admin/me',
    {
      schema: {
        tags: ['admin'],
        response: { 200: adminSchema.pick({ id: true, username: true, role: true }).extend({ timeZone }) },
      },
    },
    async (request) => {
      const { adminId, username, role } = sessionOf(request);
      return { id: adminId, username, role, timeZone: store.timeZone };
    },
  );

  app.put(
    '/api/admin/me/password',
    { schema: { tags: ['admin'], body: z.object({ current, password }), response: done } },
    async (request, reply) => {
      await changeOwnPassword(store, sessionOf(request), request.body);
      return reply.status(204).send(null);
    },
  );
};
