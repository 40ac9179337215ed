import { invalid } from '../../../errors.ts';
import { sourceOf, toUrl } from '../../embeds/embeds.ts';
import { PROVIDERS, type Provider } from '../../embeds/providers.ts';
import { isHttpAddress } from '../../fields.ts';
import type { Source } from './sources.ts';

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

/** Pure: shared by the model and the panel. */

type Embed = { address: string } | { refusal: string };

const { youtube, rutube, vkvideo, ok, dzen } = PROVIDERS;
const PLAYABLE = /^[^?#]*\.(m3u8|mp4)([?#]|$)/i;
const STREAMED: readonly Provider[] = [youtube, rutube, vkvideo, ok, dzen];

/** Embed for a pasted URL or `<iframe>` code; undefined for no URL or that of an unknown site. */
export function embedOf(pasted: string): Embed | undefined {
  const text = pasted.trim();
  const isCode = /<iframe\b/i.test(text);
  const address = isCode ? sourceOf(text) : text;
  if (address === undefined) return { refusal: 'Адрес плеера: в коде <iframe> нет адреса. Скопируйте код целиком.' };
  const page = toUrl(address);
  const provider = page && STREAMED.find(({ hosts }) => hosts.test(page.hostname));
  if (!provider) return isCode ? { address } : undefined;
  if (provider.players?.test(page.pathname)) return { address: toFrame(address, page) };
  const id = provider.read(page);
  const frame = id !== undefined && provider.id.test(id) ? provider.frame(id) : undefined;
  return frame ? { address: ofStream(frame, page) } : { refusal: refusalOf(provider.title) };
}

function playerOf(address: string): Provider | undefined {
  const url = toUrl(address);
  return url && STREAMED.find(({ hosts, players }) => hosts.test(url.hostname) && players?.test(url.pathname));
}

/** Player of a recording: the own one for a video, the site's for a page of a known site. Undefined: only a link. */
export function framedRecording(
  address: string,
  playerHosts: string[],
): Pick<Source, 'player_url' | 'stream_url'> | undefined {
  if (PLAYABLE.test(address)) return { player_url: OWN_PLAYER, stream_url: address };
  const embed = embedOf(address);
  if (!embed || !('address' in embed) || !isAllowedPlayer(embed.address, playerHosts)) return undefined;
  return { player_url: embed.address, stream_url: null };
}

/** URL of a third-party player that starts at a second; undefined if its site does not support this. */
export function startingAt(player: string, second: number): string | undefined {
  const start = playerOf(player)?.start?.(second);
  if (!start) return undefined;
  const url = new URL(player);
  url.searchParams.set(...start);
  return url.href;
}

function refusalOf(name: string): string {
  return (
    `Адрес плеера: эту страницу (${name}) нельзя показать внутри сайта. ` +
    'Откройте само видео, нажмите «Поделиться», затем «Встроить» и скопируйте код сюда целиком.'
  );
}

/** Rewrites host and scheme to an allowed equivalent. */
function toFrame(address: string, page: URL): string {
  const hostname = page.hostname.replace(/^(m\.)?vk\.ru$/, 'vk.com').replace(/^youtube/, 'www.youtube');
  if (hostname === page.hostname && page.protocol === 'https:') return address;
  return Object.assign(new URL(page), { hostname, protocol: 'https:' }).href;
}

/** Rewrites the host to the one used in stored settings and the API. */
function ofStream(frame: string, { hostname }: URL): string {
  const full = frame.replace('//www.youtube-nocookie.com/', '//www.youtube.com/');
  return hostname.endsWith('vkvideo.ru') ? full : full.replace('//vkvideo.ru/', '//vk.com/');
}
