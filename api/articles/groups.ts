import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  createGroup,
  deleteGroup,
  groupNameSchema,
  groupSchema,
  listGroups,
  renameGroup,
} from '../../model/articles/groups.ts';
import type { Store } from '../../model/store.ts';
import { EDITORS } from '../../roles.ts';
import { rowRoutes, tagRoutes } from '../parameters.ts';

export const groupsApi: FastifyPluginAsyncZod<{ store: Store }> = async (app, { store }) => {
  tagRoutes(app, 'groups');
  app.get('/api/admin/groups', {
    config: { roles: EDITORS },
    schema: { response: { 200: z.array(groupSchema) } },
    handler: async () => listGroups(store.db),
  });

  rowRoutes(app, store, {
    path: '/api/admin/groups',
    roles: EDITORS,
    description: 'Keeps the articles, without a group.',
    bodies: { create: groupNameSchema, save: groupNameSchema },
    answer: groupSchema,
    verbs: { create: createGroup, save: renameGroup, remove: deleteGroup },
  });
};
