import type { Source } from '../../../../model/settings/watch/sources.ts';

const OWN_PLAYER = '/player';
/** Players with the video in their URL, which further parameters may break. */
const VIDEO_SITE =
  /^https:\/\/([\w-]+\.)*(youtube(-nocookie)?\.com|rutube\.ru|vk\.com|vkvideo\.ru|ok\.ru|dzen\.ru)[/?#]/i;

export function isForeign({ player_url }: Pick<Source, 'player_url'>): boolean {
  return player_url !== OWN_PLAYER;
}

/** An editor may change the URL under the same id. */
export function identityOf({ id, player_url, stream_url }: Source): string {
  return JSON.stringify([id, player_url, stream_url]);
}

/** URL of the framed player with its parameters. `origin` is the site's. */
export function frameAddress(source: Pick<Source, 'player_url' | 'stream_url'>, title: string, origin: string): string {
  const player = source.player_url ?? OWN_PLAYER;
  if (VIDEO_SITE.test(player)) return player;
  const [address = '', fragment] = player.split('#', 2);
  // Absolute for another host's player.
  const stream =
    isForeign(source) && source.stream_url?.startsWith('/') ? origin + source.stream_url : source.stream_url;
  const query = `${stream ? `src=${encodeURIComponent(stream)}&` : ''}title=${encodeURIComponent(title)}`;
  return `${address}${address.includes('?') ? '&' : '?'}${query}${fragment ? `#${fragment}` : ''}`;
}
