import type { Source } from '../../../../model/watch/sources.ts';

const OWN_PLAYER = '/player';

/** Whether a source is shown by another site's player. */
export function isForeign({ player_url }: Source): boolean {
  return player_url !== OWN_PLAYER;
}

/** What makes a source another one for who watches it: an editor may give it another address under the same id. */
export function identityOf({ id, player_url, stream_url }: Source): string {
  return JSON.stringify([id, player_url, stream_url]);
}

/** The address of the framed player with everything it has to know. `origin` is the site's own. */
export function frameAddress(source: Source, title: string, origin: string): string {
  const [address = '', fragment] = (source.player_url ?? OWN_PLAYER).split('#', 2);
  // A path of this site says nothing to another.
  const stream =
    isForeign(source) && source.stream_url?.startsWith('/') ? origin + source.stream_url : source.stream_url;
  const query = `${stream ? `src=${encodeURIComponent(stream)}&` : ''}title=${encodeURIComponent(title)}`;
  return `${address}${address.includes('?') ? '&' : '?'}${query}${fragment ? `#${fragment}` : ''}`;
}
