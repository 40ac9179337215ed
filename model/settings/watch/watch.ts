import { z } from 'zod';
import type { Db } from '../../../db/tables.ts';
import { invalid } from '../../../errors.ts';
import { address, filledLine, filledText, moment, toggle } from '../../fields.ts';
import type { Store } from '../../store.ts';
import { changeSetting, readSetting, type Versioned } from '../define.ts';
import { isOverAt, overAfter } from '../over.ts';
import { assumedEnd } from './phase.ts';
import { assertAllowedPlayer, isAllowedPlayer, OWN_PLAYER } from './players.ts';
import {
  activeSchema,
  identify,
  playerAddress,
  type Source,
  sourceSchema,
  sourcesSchema,
  streamAddress,
} from './sources.ts';

const MAX_DELAY = 300; // s
/** Path of a video served by a proxy in front of the site. */
export const OWN_RECORDING = /^\/(?!\/)[^\s\\<>"?#]*\.(m3u8|mp4)([?#][^\s\\<>"]*)?$/;

export const watchSettingsSchema = z.object({
  is_stream_enabled: z.boolean(),
  title: z.string(),
  description: z.string(),
  stream_url: z.string().nullable().describe('HLS source; null: the server’s configuration'),
  player_url: z.string().nullable().describe('Embedded player; null: the server’s configuration'),
  sources: z.array(sourceSchema).describe('In the order offered to visitors; take precedence over the two URLs above'),
  active_source: z.string().nullable().describe('id of the source shown to everybody; null is the first'),
  starts_at: z.string().nullable().describe('Start of the broadcast, ISO 8601 UTC; null if not announced'),
  is_stream_over: z.boolean().describe('The broadcast is off because it has ended; false: it has not begun yet'),
  delay_seconds: z
    .number()
    .describe('Seconds by which players without timestamps lag behind the hall: /watch delays the stage by this'),
  recording_url: z.string().nullable().describe('URL of the recording; null for visitors until the end'),
  recording_starts_at: z
    .string()
    .nullable()
    .describe('Moment of the first frame of the recording, ISO 8601 UTC; null: when the broadcast was switched on'),
});

/** While the stream is off, without links to it. */
export const publicWatchSchema = watchSettingsSchema.extend({ sources: watchSettingsSchema.shape.sources.nullable() });

export const watchChangeSchema = z.object({
  title: filledLine('Заголовок', 300),
  description: filledText('Описание', 5000),
  is_stream_enabled: toggle('Трансляция').optional(),
  stream_url: streamAddress.optional(),
  player_url: playerAddress.optional(),
  sources: sourcesSchema.optional(),
  active_source: activeSchema.optional(),
  starts_at: moment('Начало эфира').optional(),
  is_stream_over: toggle('Эфир завершён')
    .optional()
    .describe('Absent when the broadcast is switched off: over if its `starts_at` has passed'),
  delay_seconds: z
    .int('Отставание плеера: нужно целое число секунд.')
    .min(0, 'Отставание плеера: не меньше 0 секунд.')
    .max(MAX_DELAY, `Отставание плеера: не больше ${MAX_DELAY} секунд.`)
    .optional(),
  recording_url: address('Адрес записи', { scheme: 'https', local: OWN_RECORDING }).optional(),
  recording_starts_at: moment('Начало записи').optional(),
});

export type WatchSettings = z.output<typeof watchSettingsSchema>;
export type PublicWatchSettings = z.output<typeof publicWatchSchema>;
type WatchChange = z.output<typeof watchChangeSchema>;

export interface WatchDefaults {
  playerUrl: string;
  streamUrl: string | null;
}

const defaults: WatchSettings = {
  is_stream_enabled: false,
  title: 'Прямая трансляция',
  description: 'Главное музыкальное событие года',
  stream_url: null,
  player_url: null,
  sources: [],
  active_source: null,
  starts_at: null,
  is_stream_over: false,
  delay_seconds: 0,
  recording_url: null,
  recording_starts_at: null,
};
const WATCH = { name: 'watch', defaults, topic: 'watch-settings' } as const;

/** Stored settings with `is_stream_over` as at `now` (ms). */
export async function readWatchSettings(db: Db, now = Date.now()): Promise<Versioned<WatchSettings>> {
  const stored = await readSetting(db, 'watch', defaults);
  return { ...stored, value: watchSettingsAt(stored.value, now) };
}

/** Loaded settings as at `now` (ms). */
export function watchSettingsAt(settings: WatchSettings, now: number): WatchSettings {
  return { ...settings, is_stream_over: !settings.is_stream_enabled && isOverAt(courseOf(settings), now) };
}

/** For visitors. On: at least one source, only allowed players. Off: no ids, no URL except the own player's. */
export function publicWatchSettings(
  settings: WatchSettings,
  configured: WatchDefaults,
  playerHosts: string[],
): PublicWatchSettings {
  const sources = shownSources(settings, configured, playerHosts);
  const active = activeOf(sources, settings.active_source);
  const { stream_url, player_url } = active;
  const shown = settings.is_stream_over ? settings : { ...settings, recording_url: null, recording_starts_at: null };
  if (settings.is_stream_enabled) return { ...shown, sources, active_source: active.id, stream_url, player_url };
  const hidden = { sources: null, active_source: null, stream_url: null };
  return { ...shown, ...hidden, player_url: player_url === OWN_PLAYER ? OWN_PLAYER : null };
}

/** Saves; omitted fields keep their value. 400 for a player on a host not allowed or an unknown active source, 412. */
export async function saveWatchSettings(
  store: Store,
  change: WatchChange,
  playerHosts: string[],
  by: string,
  expected?: number[],
): Promise<Versioned<WatchSettings>> {
  const now = Date.now();
  const saved = await changeSetting(store, WATCH, { by, expected }, (before) => {
    if (change.player_url) assertAllowedPlayer('player_url', change.player_url, playerHosts);
    for (const { player_url } of change.sources ?? [])
      if (player_url) assertAllowedPlayer('sources', player_url, playerHosts);
    const value = withSources(before, change);
    value.is_stream_over = overAfter(courseOf(before), courseOf(value), change.is_stream_over, now);
    return { value, action: 'watch.update', title: switchTitle(before, value) };
  });
  return { ...saved, value: watchSettingsAt(saved.value, now) };
}

/** A removed active source falls back to the first of the list; a newly chosen one must exist. */
function withSources(value: WatchSettings, { sources: given, ...change }: WatchChange): WatchSettings {
  const sources = given ? identify(given) : value.sources;
  const isKnown = (id: string | null) => id === null || sources.some((source) => source.id === id);
  const { active_source: asked = value.active_source } = change;
  if (asked !== value.active_source && !isKnown(asked))
    throw invalid('active_source', 'Основной источник: выберите один из списка источников.');
  const active_source = isKnown(asked) ? asked : null;
  return { ...value, ...change, sources, active_source };
}

function courseOf({ is_stream_enabled, is_stream_over, starts_at }: WatchSettings) {
  const endsAt = assumedEnd(starts_at);
  return { isOn: is_stream_enabled, isOver: is_stream_over, startsAt: starts_at, endsAt };
}

function shownSources(settings: WatchSettings, configured: WatchDefaults, playerHosts: string[]): Source[] {
  const { title, stream_url, player_url } = settings;
  const listed = settings.sources.length > 0;
  const stored = listed ? settings.sources : [{ id: 'main', title, stream_url, player_url }];
  return stored.map((source) => {
    const wanted = source.player_url ?? configured.playerUrl;
    const player = isAllowedPlayer(wanted, playerHosts) ? wanted : OWN_PLAYER;
    // An embedded player's URL contains its video.
    const standIn = listed && player !== OWN_PLAYER ? null : configured.streamUrl;
    return { ...source, player_url: player, stream_url: source.stream_url ?? standIn };
  });
}

function activeOf<S extends Source>(sources: S[], id: string | null): S {
  const active = sources.find((source) => source.id === id) ?? sources[0];
  if (!active) throw new Error('a list of sources that is shown is never empty');
  return active;
}

function switchTitle(before: WatchSettings, now: WatchSettings): string {
  if (before.is_stream_enabled === now.is_stream_enabled) return changedSource(before, now);
  return now.is_stream_enabled ? 'Трансляция включена' : 'Трансляция выключена';
}

function changedSource(before: WatchSettings, now: WatchSettings): string {
  if (now.sources.length === 0 || before.active_source === now.active_source) return '';
  return `Источник трансляции: ${activeOf(now.sources, now.active_source).title}`;
}
