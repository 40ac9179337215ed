import type { FastifyContextConfig } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { expectedVersions, setVersion } from '../http/etag.ts';
import { readsStored, sessionOf } from '../http/session.ts';
import type { Versioned } from '../model/settings/define.ts';
import { readSiteText, saveSiteText, siteTextSchema } from '../model/settings/site-text.ts';
import { readUrgent, saveUrgent, urgentChangeSchema, urgentSchema } from '../model/settings/urgent.ts';
import {
  publicVoteSettings,
  readVoteSettings,
  saveVoteSettings,
  voteChangeSchema,
  voteSettingsSchema,
} from '../model/settings/vote.ts';
import {
  publicWatchSchema,
  publicWatchSettings,
  readWatchSettings,
  saveWatchSettings,
  watchChangeSchema,
  watchSettingsSchema,
} from '../model/settings/watch/watch.ts';
import type { Store } from '../model/store.ts';
import { EDITORS, OPERATORS, type Role } from '../roles.ts';
import { tagRoutes } from './parameters.ts';

const SITE_TEXT_LIMIT = 12 * 1024 * 1024;

type Options = {
  store: Store;
  config: Pick<Config, 'publicUrl' | 'streamPlayerUrl' | 'streamHlsUrl' | 'playerHosts'>;
};

export const settingsApi: FastifyPluginAsyncZod<Options> = async (app, { store, config }) => {
  tagRoutes(app, 'settings');
  const { playerHosts } = config;
  const configured = { playerUrl: config.streamPlayerUrl, streamUrl: config.streamHlsUrl };

  settingRoutes(app, store, '/api/watch-settings', {
    ...{ roles: OPERATORS, cached: 'pages', body: watchChangeSchema, answer: watchSettingsSchema },
    shownAnswer: publicWatchSchema,
    read: () => readWatchSettings(store.db),
    shown: (value) => publicWatchSettings(value, configured, playerHosts),
    // The response changes without a new version once the broadcast counts as over.
    formOf: ({ is_stream_over }) => (is_stream_over ? 'over' : undefined),
    save: (change, by, expected) => saveWatchSettings(store, change, playerHosts, by, expected),
  });

  settingRoutes(app, store, '/api/vote-settings', {
    roles: OPERATORS,
    cached: () => ({ target: '/api/vote-settings', partition: 'pages', endsWithVote: true }),
    ...{ body: voteChangeSchema, answer: voteSettingsSchema },
    read: () => readVoteSettings(store.db),
    shown: publicVoteSettings,
    // The response changes without a new version when voting opens or closes.
    formOf: ({ opens_at, closes_at, is_voting_over, vote_state }) =>
      opens_at || closes_at ? (is_voting_over ? 'over' : vote_state) : undefined,
    save: (change, by, expected) => saveVoteSettings(store, change, by, expected),
  });

  settingRoutes(app, store, '/api/urgent', {
    ...{ roles: OPERATORS, cached: 'pages', body: urgentChangeSchema, answer: urgentSchema },
    description: 'The urgent message at the top of every public page; without text it is removed.',
    read: () => readUrgent(store.db),
    // The response changes without a new version once the notice expires.
    formOf: ({ text }) => (text === '' ? 'none' : undefined),
    save: (change, by, expected) => saveUrgent(store, change, by, expected),
  });

  settingRoutes(app, store, '/api/site-content', {
    ...{ roles: EDITORS, cached: 'lists', answer: siteTextSchema, bodyLimit: SITE_TEXT_LIMIT },
    // Checked by the model: a record schema would drop `__proto__` before it could be refused.
    body: z
      .unknown()
      .describe(
        'Map of keys to texts; null removes a key; accent_color is #rrggbb, logo_image an upload, both may be empty',
      ),
    read: () => readSiteText(store.db),
    save: (change, by, expected) => saveSiteText(store, change, by, expected),
  });
};

interface Setting<Value, Body extends z.ZodType> {
  roles: readonly Role[]; // May change the setting and read the stored value
  cached: FastifyContextConfig['cached'];
  body: Body;
  answer: z.ZodType;
  shownAnswer?: z.ZodType; // Schema of the visitors' response, if different
  shown?: (value: Value) => unknown;
  formOf?: (value: Value) => string | undefined; // Part of the ETag: distinguishes representations of one version
  description?: string;
  bodyLimit?: number;
  read: () => Promise<Versioned<Value>>;
  save: (change: z.output<Body>, by: string, expected: number[] | undefined) => Promise<Versioned<Value>>;
}

/** GET, which returns the stored value to `roles` and the shown one to others, and PUT. */
function settingRoutes<Value, Body extends z.ZodType>(
  app: Parameters<FastifyPluginAsyncZod>[0],
  store: Store,
  path: string,
  { roles, cached, body, answer, description, bodyLimit, ...setting }: Setting<Value, Body>,
): void {
  app.get(path, {
    config: { public: true, roles, ...(cached && { cached }) },
    schema: { response: { 200: setting.shownAnswer ?? answer } },
    handler: async (request, reply) => {
      const { value, version } = await setting.read();
      const isStored = await readsStored(request, store.db);
      setVersion(reply, version, isStored ? undefined : setting.formOf?.(value));
      if (!isStored) return setting.shown?.(value) ?? value;
      reply.header('Cache-Control', 'no-store');
      return value;
    },
  });

  app.put(path, {
    config: { roles, conditional: true },
    ...(bodyLimit && { bodyLimit }),
    schema: { ...(description && { description }), body: body as z.ZodType, response: { 200: answer } },
    handler: async (request, reply) => {
      const change = request.body as z.output<Body>;
      const { value, version } = await setting.save(change, sessionOf(request).username, expectedVersions(request));
      setVersion(reply, version);
      return value;
    },
  });
}
