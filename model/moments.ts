import { type Moments, nextVisibilityChange } from './articles/moments.ts';
import type { Db } from './tables.ts';
import { voteMoments } from './vote/window.ts';
import { readVoteSettings } from './vote.ts';
import { startMoments } from './watch/start.ts';
import { readWatchSettings } from './watch.ts';

/** The next moments at which something public changes by itself: an article, the vote, the start. `expiresAt` is of articles alone. */
export async function nextPublicChange(db: Db): Promise<Moments> {
  const now = Date.now();
  const [articles, vote, watch] = await Promise.all([
    nextVisibilityChange(db),
    readVoteSettings(db, now),
    readWatchSettings(db),
  ]);
  const moments = [...voteMoments(vote.value), ...startMoments(watch.value)];
  return { ...articles, until: Math.min(articles.until, ...moments.filter((moment) => moment > now)) };
}
