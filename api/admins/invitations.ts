import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { sessionOf } from '../../http/session.ts';
import { invitationSchema, invite, listInvitations, revokeInvitation } from '../../model/sessions/invitations.ts';
import type { Store } from '../../model/store.ts';
import { byId, role, username } from './admins.ts';

const newSchema = z.object({
  role,
  username: username.nullish().describe('Empty or absent: the invited person chooses it'),
});
const madeSchema = invitationSchema.extend({
  url: z.string().describe('Below the site’s own address; the secret in its fragment is shown only now'),
});

export const invitationsApi: FastifyPluginAsyncZod<{ store: Store }> = async (app, { store }) => {
  app.get(
    '/api/admin/invitations',
    { schema: { tags: ['admin'], response: { 200: z.array(invitationSchema) } } },
    async () => listInvitations(store.db),
  );

  app.post(
    '/api/admin/invitations',
    {
      schema: {
        tags: ['admin'],
        description: 'A link that adds one person with this role, once, within 72 hours.',
        body: newSchema,
        response: { 201: madeSchema },
      },
    },
    async (request, reply) => {
      const { invitation, secret } = await invite(store, request.body, sessionOf(request).username);
      return reply.status(201).send({ ...invitation, url: `/admin/login#invitation=${secret}` });
    },
  );

  app.delete(
    '/api/admin/invitations/:id',
    { schema: { tags: ['admin'], params: byId, response: { 204: z.null() } } },
    async (request, reply) => {
      await revokeInvitation(store, request.params.id, sessionOf(request).username);
      return reply.status(204).send(null);
    },
  );
};
