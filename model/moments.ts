import { nextVisibilityChange } from './articles/moments.ts';
import type { Db } from './tables.ts';
import { voteMoments } from './vote/window.ts';
import { readVoteSettings } from './vote.ts';

/** The next moment (ms since 1970) when something public changes by itself: an article, the vote. Infinity when there is none. */
export async function nextPublicChange(db: Db): Promise<number> {
  const now = Date.now();
  const [articles, vote] = await Promise.all([nextVisibilityChange(db), readVoteSettings(db, now)]);
  return Math.min(articles, ...voteMoments(vote.value).filter((moment) => moment > now));
}
