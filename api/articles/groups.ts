import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { expectedVersions, setVersion } from '../../http/etag.ts';
import { sessionOf } from '../../http/session.ts';
import {
  createGroup,
  deleteGroup,
  groupNameSchema,
  groupSchema,
  listGroups,
  renameGroup,
} from '../../model/articles/groups/groups.ts';
import type { Store } from '../../model/store.ts';
import { byId } from './parameters.ts';

const ONE = '/api/admin/groups/:id';

export const groupsApi: FastifyPluginAsyncZod<{ store: Store }> = async (app, { store }) => {
  app.get('/api/admin/groups', { schema: { tags: ['groups'], response: { 200: z.array(groupSchema) } } }, async () =>
    listGroups(store.db),
  );

  app.post(
    '/api/admin/groups',
    { schema: { tags: ['groups'], body: groupNameSchema, response: { 201: groupSchema } } },
    async (request, reply) => {
      const group = await createGroup(store, request.body, sessionOf(request).username);
      setVersion(reply, group.version);
      return reply.status(201).send(group);
    },
  );

  app.put(
    ONE,
    {
      config: { conditional: true },
      schema: { tags: ['groups'], params: byId, body: groupNameSchema, response: { 200: groupSchema } },
    },
    async (request, reply) => {
      const { username } = sessionOf(request);
      const group = await renameGroup(store, request.params.id, request.body, username, expectedVersions(request));
      setVersion(reply, group.version);
      return group;
    },
  );

  app.delete(
    ONE,
    {
      config: { conditional: true },
      schema: {
        tags: ['groups'],
        description: 'The articles stay, without a group.',
        params: byId,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await deleteGroup(store, request.params.id, sessionOf(request).username, expectedVersions(request));
      return reply.status(204).send(null);
    },
  );
};
