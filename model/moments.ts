import { lastVisibilityChange, type Moments, nextVisibilityChange } from './articles/moments.ts';
import { readChange } from './changes.ts';
import type { Db } from './tables.ts';
import { voteMoments } from './vote/window.ts';
import { readVoteSettings } from './vote.ts';
import { startMoments } from './watch/phase.ts';
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

/** When (ms) news or texts changed last, by a change or by the clock: the same on every server of the site. */
export async function listsChangedAt(db: Db): Promise<number> {
  const [{ listsAt }, passed] = await Promise.all([readChange(db), lastVisibilityChange(db)]);
  return Math.max(Date.parse(listsAt), passed);
}
