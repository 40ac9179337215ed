import { nextVisibilityChange } from './articles/moments.ts';
import type { Db } from './tables.ts';
import { voteMoments } from './vote/window.ts';
import { readVoteSettings } from './vote.ts';
import { startMoments } from './watch/start.ts';
import { readWatchSettings } from './watch.ts';

/** The next moment (ms since 1970) when something public changes by itself: an article, the vote, the start. Infinity when there is none. */
export async function nextPublicChange(db: Db): Promise<number> {
  const now = Date.now();
  const [articles, vote, watch] = await Promise.all([
    nextVisibilityChange(db),
    readVoteSettings(db, now),
    readWatchSettings(db),
  ]);
  const moments = [...voteMoments(vote.value), ...startMoments(watch.value)];
  return Math.min(articles, ...moments.filter((moment) => moment > now));
}
