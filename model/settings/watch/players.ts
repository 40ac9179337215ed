import { invalid } from '../../../errors.ts';
import { isHttpAddress } from '../../fields.ts';

/** Hosts of the well-known players; PLAYER_HOSTS and STREAM_PLAYER_URL add to them. */
export const KNOWN_PLAYER_HOSTS = [
  'vk.com',
  'vkvideo.ru',
  'rutube.ru',
  'www.youtube.com',
  'www.youtube-nocookie.com',
  'dzen.ru',
  'ok.ru',
];

/** The player that comes with the site. */
export const OWN_PLAYER = '/player';

/** A frame may show our own player or an https page of an allowed host (or of its subdomain). A host with a port allows that port alone. */
export function isAllowedPlayer(playerUrl: string, playerHosts: string[]): boolean {
  if (playerUrl === OWN_PLAYER) return true;
  if (!isHttpAddress(playerUrl)) return false;
  const { protocol, host } = new URL(playerUrl);
  return protocol === 'https:' && playerHosts.some((allowed) => host === allowed || host.endsWith(`.${allowed}`));
}

/** 400 for a player that no frame may show. */
export function assertAllowedPlayer(field: string, playerUrl: string, playerHosts: string[]): void {
  if (isAllowedPlayer(playerUrl, playerHosts)) return;
  throw invalid(
    field,
    `Адрес плеера: нужен /player или адрес https:// на одном из разрешённых сайтов (${playerHosts.join(', ')}).`,
  );
}
