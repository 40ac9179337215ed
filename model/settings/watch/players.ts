import { invalid } from '../../../errors.ts';
import { isHttpAddress } from '../../fields.ts';

/** Extended by PLAYER_HOSTS and STREAM_PLAYER_URL. */
export const KNOWN_PLAYER_HOSTS = [
  'vk.com',
  'vkvideo.ru',
  'rutube.ru',
  'www.youtube.com',
  'www.youtube-nocookie.com',
  'dzen.ru',
  'ok.ru',
];

export const OWN_PLAYER = '/player';

/** True for the own player or https on an allowed host or subdomain. A host with a port allows that port only. */
export function isAllowedPlayer(playerUrl: string, playerHosts: string[]): boolean {
  if (playerUrl === OWN_PLAYER) return true;
  if (!isHttpAddress(playerUrl)) return false;
  const { protocol, host } = new URL(playerUrl);
  return protocol === 'https:' && playerHosts.some((allowed) => host === allowed || host.endsWith(`.${allowed}`));
}

/** 400 for a player that must not be framed. */
export function assertAllowedPlayer(field: string, playerUrl: string, playerHosts: string[]): void {
  if (isAllowedPlayer(playerUrl, playerHosts)) return;
  throw invalid(field, playerRefusal(playerHosts));
}

export function playerRefusal(playerHosts: string[]): string {
  return `Адрес плеера: нужен /player или адрес https:// на одном из разрешённых сайтов (${playerHosts.join(', ')}).`;
}
