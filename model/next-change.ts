import { sql } from 'kysely';
import type { Db } from '../db/tables.ts';
import { showMoments } from './programme/shows.ts';
import { readStage, type TimedStage } from './programme/stage.ts';
import { readUrgent, type Urgent, urgentEnd } from './settings/urgent.ts';
import { readVoteSettings, type VoteSettings } from './settings/vote.ts';
import { voteMoments } from './settings/vote-window.ts';
import { startMoments } from './settings/watch/phase.ts';
import { readWatchSettings, type WatchSettings } from './settings/watch/watch.ts';

/** State with live events that also changes by the clock. */
export interface Timed {
  watch: WatchSettings;
  vote: VoteSettings;
  urgent: Urgent;
  stage: TimedStage;
}

export async function readLiveState(db: Db, now = Date.now()): Promise<Timed> {
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
async function nextPublicChange(db: Db): Promise<Moments & { closesAt: number }> {
  const now = Date.now();
  const [articles, shows, timed] = await Promise.all([
    nextVisibilityChange(db),
    showMoments(db),
    readLiveState(db, now),
  ]);
  const { vote_state, closes_at } = timed.vote;
  const closesAt = vote_state === 'open' && closes_at !== null ? Date.parse(closes_at) : Number.POSITIVE_INFINITY;
  const until = Math.min(articles.until, nextOf(shows, now), nextMoment(timed, now));
  return { until, expiresAt: Math.min(articles.expiresAt, urgentEnd(timed.urgent)), closesAt };
}

function nextOf(moments: number[], now: number): number {
  return Math.min(...moments.filter((moment) => moment > now));
}

/** In ms since 1970; Infinity if there is none. */
interface Moments {
  until: number;
  expiresAt: number;
}

async function nextVisibilityChange(db: Db): Promise<Moments> {
  const now = new Date().toISOString();
  const next = (column: 'publish_at' | 'expires_at') => momentOf(db, 'min', column).where(column, '>', now);
  const row = await db
    .selectNoFrom([next('publish_at').as('appears'), next('expires_at').as('expires')])
    .executeTakeFirstOrThrow();
  const [appearsAt, expiresAt] = [row.appears, row.expires].map((moment) =>
    moment === null ? Number.POSITIVE_INFINITY : Date.parse(moment),
  ) as [number, number];
  return { until: Math.min(appearsAt, expiresAt), expiresAt };
}

/** Time (ms) of the last publication or expiration; 0 when there was none. */
export async function lastVisibilityChange(db: Db): Promise<number> {
  const now = new Date().toISOString();
  const last = (column: 'publish_at' | 'expires_at') => momentOf(db, 'max', column).where(column, '<=', now);
  const { appeared, expired } = await db
    .selectNoFrom([last('publish_at').as('appeared'), last('expires_at').as('expired')])
    .executeTakeFirstOrThrow();
  return Math.max(...[appeared, expired].map((moment) => (moment === null ? 0 : Date.parse(moment))));
}

function momentOf(db: Db, which: 'min' | 'max', column: 'publish_at' | 'expires_at') {
  return db
    .selectFrom('articles')
    .select(sql<string | null>`${sql.raw(which)}(${sql.ref(column)})`.as('moment'))
    .where('deleted_at', 'is', null);
}

type PublicChange = Awaited<ReturnType<typeof nextPublicChange>>;

/** Next public change by the clock, read once after each change. */
export class NextChange {
  readonly #db: Db;
  #cached: { readAt: number; moments: Promise<PublicChange> } | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  reset(): void {
    this.#cached = undefined;
  }

  async read(): Promise<PublicChange> {
    const cached = this.#cached;
    // Invalid in the future: the clock was set back.
    const moments = await (cached && cached.readAt <= Date.now() ? cached.moments : this.#query());
    return Date.now() < moments.until ? moments : this.#query();
  }

  #query(): Promise<PublicChange> {
    const query = { readAt: Date.now(), moments: nextPublicChange(this.#db) };
    this.#cached = query;
    query.moments.catch(() => {
      if (this.#cached === query) this.#cached = undefined;
    });
    return query.moments;
  }
}
