import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { CacheKey } from '../../http/cache/key.ts';
import { expectedVersions, setVersion } from '../../http/etag.ts';
import { readsStored, sessionOf } from '../../http/session.ts';
import {
  publicVoteSettings,
  readVoteSettings,
  saveVoteSettings,
  type VoteSettings,
  voteChangeSchema,
  voteSettingsSchema,
} from '../../model/settings/vote.ts';
import type { Store } from '../../model/store.ts';

const sharedVote = (): CacheKey => ({ target: '/api/vote-settings', partition: 'pages', endsWithVote: true });

const stateOf = ({ is_voting_over, vote_state }: VoteSettings) => (is_voting_over ? 'over' : vote_state);

export const voteApi: FastifyPluginAsyncZod<{ store: Store }> = async (app, { store }) => {
  app.get(
    '/api/vote-settings',
    {
      config: { public: true, cached: sharedVote, knowsAdmins: true },
      schema: { tags: ['settings'], response: { 200: voteSettingsSchema } },
    },
    async (request, reply) => {
      const { value, version } = await readVoteSettings(store.db);
      // One stored version has other contents before, in and after its window.
      setVersion(reply, version, value.opens_at || value.closes_at ? stateOf(value) : undefined);
      if (!(await readsStored(request, store.db))) return publicVoteSettings(value);
      setVersion(reply, version);
      reply.header('Cache-Control', 'no-store');
      return value;
    },
  );

  app.put(
    '/api/vote-settings',
    {
      config: { conditional: true },
      schema: { tags: ['settings'], body: voteChangeSchema, response: { 200: voteSettingsSchema } },
    },
    async (request, reply) => {
      const { value, version } = await saveVoteSettings(
        store,
        request.body,
        sessionOf(request).username,
        expectedVersions(request),
      );
      setVersion(reply, version);
      return value;
    },
  );
};
