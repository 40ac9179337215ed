import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { sessionOf } from '../../http/session.ts';
import { confirmTotp, readTotp, resetTotp, startTotp, stopTotp } from '../../model/admins/totp.ts';
import type { Store } from '../../model/store.ts';
import { byId } from './admins.ts';

const OWN = '/api/admin/me/totp';

const ENTER_PASSWORD = 'Введите текущий пароль.';
const ENTER_CODE = 'Введите код.';
const current = z.string(ENTER_PASSWORD).min(1, ENTER_PASSWORD);
const otp = z.string(ENTER_CODE).trim().min(1, ENTER_CODE).max(100, 'Код неверен.');

const stateSchema = z.object({ isOn: z.boolean(), recoveryCodesLeft: z.number().int() });
const keySchema = z.object({
  key: z.string().describe('Base32; shown only now'),
  address: z.string().describe('otpauth: address of the same key'),
});
const codesSchema = z.object({ recoveryCodes: z.array(z.string()).describe('Ten, each good once; shown only now') });
const done = { 204: z.null() };

/** RFC 6238. */
export const totpApi: FastifyPluginAsyncZod<{ store: Store }> = async (app, { store }) => {
  app.get(OWN, { schema: { tags: ['admin'], response: { 200: stateSchema } } }, async (request) =>
    readTotp(store.db, sessionOf(request)),
  );

  app.post(
    OWN,
    { schema: { tags: ['admin'], body: z.object({ current }), response: { 201: keySchema } } },
    async (request, reply) => {
      const key = await startTotp(store, sessionOf(request), request.body.current);
      return reply.status(201).send(key);
    },
  );

  app.put(
    OWN,
    { schema: { tags: ['admin'], body: z.object({ otp }), response: { 200: codesSchema } } },
    async (request) => ({
      recoveryCodes: await confirmTotp(store, sessionOf(request), request.body.otp),
    }),
  );

  app.post(
    `${OWN}/off`,
    { schema: { tags: ['admin'], body: z.object({ current, otp }), response: done } },
    async (request, reply) => {
      await stopTotp(store, sessionOf(request), request.body);
      return reply.status(204).send(null);
    },
  );

  app.delete(
    '/api/admin/admins/:id/totp',
    { schema: { tags: ['admin'], params: byId, response: done } },
    async (request, reply) => {
      await resetTotp(store, request.params.id, sessionOf(request).username);
      return reply.status(204).send(null);
    },
  );
};
