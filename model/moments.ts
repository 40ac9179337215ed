import { type Moments, nextVisibilityChange } from './articles/moments.ts';
import type { Db } from './tables.ts';
import { voteMoments } from './vote/window.ts';
import { readVoteSettings } from './vote.ts';
import { startMoments } from './watch/start.ts';
import { readWatchSettings } from './watch.ts';

/**
 * The next moments at which something public changes by itself: an article, the vote, the start. `expiresAt` is of articles alone;
 * from `closesAt` on nobody may learn the voting address that is public now.
 */
export async function nextPublicChange(db: Db): Promise<Moments & { closesAt: number }> {
  const now = Date.now();
  const [articles, vote, watch] = await Promise.all([
    nextVisibilityChange(db),
    readVoteSettings(db, now),
    readWatchSettings(db),
  ]);
  const moments = [...voteMoments(vote.value), ...startMoments(watch.value)];
  const { vote_state, closes_at } = vote.value;
  const closesAt = vote_state === 'open' && closes_at !== null ? Date.parse(closes_at) : Number.POSITIVE_INFINITY;
  return { ...articles, closesAt, until: Math.min(articles.until, ...moments.filter((moment) => moment > now)) };
}
