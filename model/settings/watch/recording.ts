import { embedOf, playerOf } from './embeds.ts';
import { isAllowedPlayer, OWN_PLAYER } from './players.ts';
import type { Source } from './sources.ts';

const PLAYABLE = /^[^?#]*\.(m3u8|mp4)([?#]|$)/i;

/** How a recording is framed: a video by the own player, the page of a known site by its player. Undefined: only linked. */
export function framedRecording(
  address: string,
  playerHosts: string[],
): Pick<Source, 'player_url' | 'stream_url'> | undefined {
  if (PLAYABLE.test(address)) return { player_url: OWN_PLAYER, stream_url: address };
  const embed = embedOf(address);
  if (!embed || !('address' in embed) || !isAllowedPlayer(embed.address, playerHosts)) return undefined;
  return { player_url: embed.address, stream_url: null };
}

/** Address of a foreign player that starts at a second; undefined where its site knows no such address. */
export function startingAt(player: string, second: number): string | undefined {
  const start = playerOf(player)?.start?.(second);
  if (!start) return undefined;
  const url = new URL(player);
  url.searchParams.set(...start);
  return url.href;
}
