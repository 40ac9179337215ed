import type { Db } from '../db/tables.ts';
import { type Moments, nextVisibilityChange } from './articles/next-change.ts';
import { showMoments } from './programme/shows.ts';
import { type KnownStage, readStage } from './programme/stage.ts';
import { readUrgent, type Urgent, urgentEnd } from './settings/urgent.ts';
import { readVoteSettings, type VoteSettings } from './settings/vote.ts';
import { voteMoments } from './settings/vote-window.ts';
import { startMoments } from './settings/watch/phase.ts';
import { readWatchSettings, type WatchSettings } from './settings/watch/watch.ts';

/** What open pages are told and what changes by the clock, as it is stored. */
export interface Timed {
  watch: WatchSettings;
  vote: VoteSettings;
  urgent: Urgent;
  stage: KnownStage;
}

export async function readTimed(db: Db, now = Date.now()): Promise<Timed> {
  const [watch, vote, urgent, stage] = await Promise.all([
    readWatchSettings(db, now),
    readVoteSettings(db, now),
    readUrgent(db, now),
    readStage(db),
  ]);
  return { watch: watch.value, vote: vote.value, urgent: urgent.value, stage };
}

/** When (ms) any of it changes after `now`; Infinity if never. */
export function nextMoment({ watch, vote, urgent, stage }: Timed, now = Date.now()): number {
  return nextOf([...voteMoments(vote), ...startMoments(watch), urgentEnd(urgent), stage.until], now);
}

/** Next scheduled change (ms) of anything public. From `closesAt` on the voting address must be hidden. */
export async function nextPublicChange(db: Db): Promise<Moments & { closesAt: number }> {
  const now = Date.now();
  const [articles, shows, timed] = await Promise.all([nextVisibilityChange(db), showMoments(db), readTimed(db, now)]);
  const { vote_state, closes_at } = timed.vote;
  const closesAt = vote_state === 'open' && closes_at !== null ? Date.parse(closes_at) : Number.POSITIVE_INFINITY;
  const until = Math.min(articles.until, nextOf(shows, now), nextMoment(timed, now));
  return { until, expiresAt: Math.min(articles.expiresAt, urgentEnd(timed.urgent)), closesAt };
}

function nextOf(moments: number[], now: number): number {
  return Math.min(...moments.filter((moment) => moment > now));
}
