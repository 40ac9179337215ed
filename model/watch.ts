import { z } from 'zod';
import { invalid } from './errors.ts';
import { address, filledText, isHttpAddress, toggle } from './fields.ts';
import { record } from './journal.ts';
import { lockSetting, readSetting, saveSetting, type Versioned } from './settings.ts';
import type { Db } from './tables.ts';
import { type Store, write } from './write.ts';

export const watchSettingsSchema = z.object({
  is_stream_enabled: z.boolean(),
  title: z.string(),
  description: z.string(),
  stream_url: z.string().nullable().describe('HLS source; null leaves it to the server’s configuration'),
  player_url: z.string().nullable().describe('Player that is framed; null leaves it to the server’s configuration'),
});

export const watchChangeSchema = z.object({
  title: filledText('Заголовок', 300),
  description: filledText('Описание', 5000),
  is_stream_enabled: toggle('Трансляция').optional(),
  stream_url: address('Адрес потока', { local: /^\/(?!\/)[^\s\\<>"]*$/ }).optional(),
  player_url: address('Адрес плеера', { local: /^\/player$/ }).optional(),
});

export type WatchSettings = z.output<typeof watchSettingsSchema>;
type WatchChange = z.output<typeof watchChangeSchema>;

/** Hosts of the well-known players; PLAYER_HOSTS adds to them. */
export const KNOWN_PLAYER_HOSTS = [
  'vk.com',
  'vkvideo.ru',
  'rutube.ru',
  'www.youtube.com',
  'www.youtube-nocookie.com',
  'dzen.ru',
  'ok.ru',
];

/** What stands in for values that nobody saved. */
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
};

/** The settings as they are stored: what the panel edits. */
export function readWatchSettings(db: Db): Promise<Versioned<WatchSettings>> {
  return readSetting(db, 'watch', defaults);
}

/** The settings as a visitor gets them: addresses nobody saved come from the configuration. */
export function publicWatchSettings(settings: WatchSettings, configured: WatchDefaults): WatchSettings {
  return {
    ...settings,
    stream_url: settings.stream_url ?? configured.streamUrl,
    player_url: settings.player_url ?? configured.playerUrl,
  };
}

/** Saves the settings; fields left out keep their value. 400 for a player on a host that is not in `playerHosts`, 412 as for articles. */
export function saveWatchSettings(
  store: Store,
  change: WatchChange,
  playerHosts: string[],
  by: string,
  expected?: number[],
): Promise<Versioned<WatchSettings>> {
  if (change.player_url) assertAllowedPlayer(change.player_url, playerHosts);
  const save = async (tx: Db) => {
    const { value, version } = await lockSetting(tx, 'watch', defaults);
    const saved = await saveSetting(tx, 'watch', { ...value, ...change }, version, expected);
    await record(tx, { who: by, action: 'watch.update', subject: '', title: switched(value, saved.value) });
    return saved;
  };
  return write(store, save, () => ({ topic: 'watch-settings' }));
}

/** A frame may show our own player or an https page of an allowed host (or of its subdomain). */
export function isAllowedPlayer(playerUrl: string, playerHosts: string[]): boolean {
  if (playerUrl === '/player') return true;
  if (!isHttpAddress(playerUrl)) return false;
  const { protocol, hostname } = new URL(playerUrl);
  return protocol === 'https:' && playerHosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
}

function switched(before: WatchSettings, now: WatchSettings): string {
  if (before.is_stream_enabled === now.is_stream_enabled) return '';
  return now.is_stream_enabled ? 'Трансляция включена' : 'Трансляция выключена';
}

function assertAllowedPlayer(playerUrl: string, playerHosts: string[]): void {
  if (isAllowedPlayer(playerUrl, playerHosts)) return;
  throw invalid(
    'player_url',
    `Адрес плеера: нужен /player или адрес https:// на одном из разрешённых сайтов (${playerHosts.join(', ')}).`,
  );
}
