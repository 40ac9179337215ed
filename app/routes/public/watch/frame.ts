import type { Source } from '../../../../model/settings/watch/sources.ts';

const OWN_PLAYER = '/player';
/** Players of these sites have their film in their own address, which further parameters may break. */
const VIDEO_SITE =
  /^https:\/\/([\w-]+\.)*(youtube(-nocookie)?\.com|rutube\.ru|vk\.com|vkvideo\.ru|ok\.ru|dzen\.ru)[/?#]/i;

/** Whether a source is shown by another site's player. */
export function isForeign({ player_url }: Pick<Source, 'player_url'>): boolean {
  return player_url !== OWN_PLAYER;
}

/** What makes a source another one for who watches it: an editor may give it another address under the same id. */
export function identityOf({ id, player_url, stream_url }: Source): string {
  return JSON.stringify([id, player_url, stream_url]);
}

/** The address of the framed player with everything it has to know. `origin` is the site's own. */
export function frameAddress(source: Pick<Source, 'player_url' | 'stream_url'>, title: string, origin: string): string {
  const player = source.player_url ?? OWN_PLAYER;
  if (VIDEO_SITE.test(player)) return player;
  const [address = '', fragment] = player.split('#', 2);
  // A path of this site says nothing to another.
  const stream =
    isForeign(source) && source.stream_url?.startsWith('/') ? origin + source.stream_url : source.stream_url;
  const query = `${stream ? `src=${encodeURIComponent(stream)}&` : ''}title=${encodeURIComponent(title)}`;
  return `${address}${address.includes('?') ? '&' : '?'}${query}${fragment ? `#${fragment}` : ''}`;
}
