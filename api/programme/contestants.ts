import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { expectedVersions, setVersion } from '../../http/etag.ts';
import { sessionOf } from '../../http/session.ts';
import {
  contestantChangeSchema,
  contestantSchema,
  newContestantSchema,
} from '../../model/programme/contestant-schema.ts';
import { createContestant, deleteContestant, saveContestant } from '../../model/programme/contestants.ts';
import type { Store } from '../../model/store.ts';
import { byId } from '../articles/parameters.ts';

const CONTESTANT = '/api/admin/contestants/:id';
const tags = ['programme'];

export const contestantsApi: FastifyPluginAsyncZod<{ store: Store }> = async (app, { store }) => {
  app.post(
    '/api/admin/contestants',
    { schema: { tags, body: newContestantSchema, response: { 201: contestantSchema } } },
    async (request, reply) => {
      const contestant = await createContestant(store, request.body, sessionOf(request).username);
      setVersion(reply, contestant.version);
      return reply.status(201).send(contestant);
    },
  );

  app.put(
    CONTESTANT,
    {
      config: { conditional: true },
      schema: { tags, params: byId, body: contestantChangeSchema, response: { 200: contestantSchema } },
    },
    async (request, reply) => {
      const { username } = sessionOf(request);
      const { id } = request.params;
      const contestant = await saveContestant(store, id, request.body, username, expectedVersions(request));
      setVersion(reply, contestant.version);
      return contestant;
    },
  );

  app.delete(
    CONTESTANT,
    { config: { conditional: true }, schema: { tags, params: byId, response: { 204: z.null() } } },
    async (request, reply) => {
      await deleteContestant(store, request.params.id, sessionOf(request).username, expectedVersions(request));
      return reply.status(204).send(null);
    },
  );
};
