import { readChange } from '../db/change-counter.ts';
import type { Db } from '../db/tables.ts';
import { lastVisibilityChange, type Moments, nextVisibilityChange } from './articles/next-change.ts';
import { readStage } from './programme/stage.ts';
import { readUrgent, urgentEnd } from './settings/urgent.ts';
import { readVoteSettings } from './settings/vote.ts';
import { voteMoments } from './settings/vote-window.ts';
import { startMoments } from './settings/watch/phase.ts';
import { readWatchSettings } from './settings/watch/watch.ts';

/** Next scheduled change (ms) of articles, vote, start, stage or urgent message. From `closesAt` on the voting address must be hidden. */
export async function nextPublicChange(db: Db): Promise<Moments & { closesAt: number }> {
  const now = Date.now();
  const [articles, vote, watch, stage, urgent] = await Promise.all([
    nextVisibilityChange(db),
    readVoteSettings(db, now),
    readWatchSettings(db),
    readStage(db),
    readUrgent(db, now),
  ]);
  const urgentEndsAt = urgentEnd(urgent.value);
  const moments = [...voteMoments(vote.value), ...startMoments(watch.value), stage.until, urgentEndsAt];
  const { vote_state, closes_at } = vote.value;
  const closesAt = vote_state === 'open' && closes_at !== null ? Date.parse(closes_at) : Number.POSITIVE_INFINITY;
  const until = Math.min(articles.until, ...moments.filter((moment) => moment > now));
  return { until, expiresAt: Math.min(articles.expiresAt, urgentEndsAt), closesAt };
}

/** Time (ms) of the last change of news or texts, by a save or by schedule; equal on every server. */
export async function listsChangedAt(db: Db): Promise<number> {
  const [{ listsAt }, passed] = await Promise.all([readChange(db), lastVisibilityChange(db)]);
  return Math.max(Date.parse(listsAt), passed);
}
