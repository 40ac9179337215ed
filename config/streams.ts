import { StartupError } from '../errors.ts';
import { isHttpAddress } from '../model/fields.ts';
import { isAllowedPlayer, KNOWN_PLAYER_HOSTS, OWN_PLAYER } from '../model/settings/watch/players.ts';
import { list } from './list.ts';

const HOST_NAME = /^([a-z0-9-]+\.)*[a-z0-9-]+$/i;

export function readHosts(value: string | undefined): string[] {
  const hosts = list(value);
  const bad = hosts.find((host) => !HOST_NAME.test(host));
  if (bad)
    throw new StartupError(`PLAYER_HOSTS содержит «${bad}»: нужны только имена серверов, например player.example.org.`);
  return hosts.map((host) => host.toLowerCase());
}

export function readPlayer(value: string): string {
  const url = isHttpAddress(value) ? new URL(value) : undefined;
  if (value === OWN_PLAYER || (url?.protocol === 'https:' && HOST_NAME.test(url.hostname))) return value;
  throw new StartupError(
    `STREAM_PLAYER_URL — «${value}»: нужен /player или адрес плеера, который начинается с https://.`,
  );
}

export function allowedHosts(configured: string[], streamPlayerUrl: string): string[] {
  const hosts = [...KNOWN_PLAYER_HOSTS, ...configured];
  return isAllowedPlayer(streamPlayerUrl, hosts) ? hosts : [...hosts, new URL(streamPlayerUrl).host];
}

export function readStream(value: string | undefined): string | null {
  if (value === undefined) return null;
  if (isHttpAddress(value) || /^\/(?!\/)\S*$/.test(value)) return value;
  throw new StartupError(`STREAM_HLS_URL — «${value}»: нужен адрес плейлиста HLS, который начинается с https://.`);
}
