import { randomUUID } from 'node:crypto';
import type { Config } from '../config.ts';
import { databaseNow } from '../db/dialect.ts';
import type { Db } from '../db/tables.ts';
import { write } from '../db/write.ts';
import { INDEX_JOB } from '../model/articles/engines.ts';

export const COPY_JOB = 'backup-copy';
export const ALERTS_JOB = 'alerts';

const LEASE = 60_000; // ms; a run not renewed for this long is taken over by another server
/** Exponential backoff, never beyond the regular due time. In ms. */
const FIRST_RETRY = 5 * 60_000;
const MAX_DOUBLINGS = 6;
const MAX_ERROR = 500;

export interface Claim {
  name: string;
  holder: string;
}

/** Times are ISO 8601 UTC. */
export interface JobState {
  name: string;
  dueAt: string;
  isRunning: boolean;
  startedAt: string | null;
  finishedAt: string | null;
  succeededAt: string | null;
  failures: number;
  error: string | null;
}

/** Adds a job; a known one keeps its due time. */
export async function addJob(db: Db, name: string, dueAt: Date): Promise<void> {
  await change(db, (tx) =>
    tx
      .insertInto('jobs')
      .values({ name, due_at: dueAt.toISOString() })
      .onConflict((on) => on.column('name').doNothing())
      .execute(),
  );
}

/** Makes a known job due now, for the next server that polls. */
export async function runJobNow(db: Db, name: string): Promise<void> {
  await change(db, async (tx) => {
    const due_at = (await databaseNow(tx)).toISOString();
    await tx.updateTable('jobs').set({ due_at }).where('name', '=', name).where('due_at', '>', due_at).execute();
  });
}

/** Conditional UPDATE by the database's clock: exactly one server wins. Undefined when not due or leased. */
export function claimJob(db: Db, name: string): Promise<Claim | undefined> {
  const holder = randomUUID();
  return change(db, async (tx) => {
    const now = await databaseNow(tx);
    const { numUpdatedRows } = await tx
      .updateTable('jobs')
      .set({ holder, held_until: after(now, LEASE), started_at: now.toISOString() })
      .where('name', '=', name)
      .where('due_at', '<=', now.toISOString())
      .where((eb) => eb.or([eb('held_until', 'is', null), eb('held_until', '<=', now.toISOString())]))
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n ? { name, holder } : undefined;
  });
}

/** Extends the lease by 60 s; false when it was lost. */
export function renewClaim(db: Db, { name, holder }: Claim): Promise<boolean> {
  return change(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('jobs')
      .set({ held_until: after(await databaseNow(tx), LEASE) })
      .where((eb) => eb.and({ name, holder }))
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  });
}

/** Next due: `next`, or earlier by backoff after an `error`. Ignored when the lease was lost. */
export async function finishJob(db: Db, { name, holder }: Claim, next: (now: Date) => Date, error?: string) {
  await change(db, async (tx) => {
    const now = await databaseNow(tx);
    const before = await tx
      .selectFrom('jobs')
      .select('failures')
      .where((eb) => eb.and({ name, holder }))
      .executeTakeFirst();
    if (!before) return;
    const failures = error === undefined ? 0 : before.failures + 1;
    const due_at = failures === 0 ? next(now).toISOString() : retryAt(now, next(now), failures);
    const finished_at = now.toISOString();
    await tx
      .updateTable('jobs')
      .set({ due_at, finished_at, failures, error: error?.slice(0, MAX_ERROR) ?? null, holder: null, held_until: null })
      .$if(failures === 0, (query) => query.set({ succeeded_at: finished_at }))
      .where((eb) => eb.and({ name, holder }))
      .execute();
  });
}

/** Releases an aborted run: it stays due. */
export async function releaseJob(db: Db, { name, holder }: Claim): Promise<void> {
  await change(db, (tx) =>
    tx
      .updateTable('jobs')
      .set({ holder: null, held_until: null })
      .where((eb) => eb.and({ name, holder }))
      .execute(),
  );
}

export async function listJobs(db: Db): Promise<JobState[]> {
  const now = (await databaseNow(db)).toISOString();
  const rows = await db
    .selectFrom('jobs')
    .select(['name', 'due_at as dueAt', 'started_at as startedAt', 'finished_at as finishedAt'])
    .select(['succeeded_at as succeededAt', 'failures', 'error', 'held_until'])
    .orderBy('name')
    .execute();
  return rows.map(({ held_until, ...job }) => ({ ...job, isRunning: held_until !== null && held_until > now }));
}

/** Drops jobs that the settings no longer enable: their rows are obsolete. */
export function wantedJobs<T extends { name: string }>(
  jobs: T[],
  { backupTo, alertUrl, indexNowUrl }: Pick<Config, 'backupTo' | 'alertUrl' | 'indexNowUrl'>,
): T[] {
  const needs = new Map([
    [COPY_JOB, backupTo],
    [ALERTS_JOB, alertUrl],
    [INDEX_JOB, indexNowUrl],
  ]);
  return jobs.filter(({ name }) => !needs.has(name) || needs.get(name) !== undefined);
}

function change<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return write({ db, publish: () => {} }, work);
}

function retryAt(now: Date, next: Date, failures: number): string {
  const retry = after(now, FIRST_RETRY * 2 ** Math.min(failures - 1, MAX_DOUBLINGS));
  return retry < next.toISOString() ? retry : next.toISOString();
}

function after(now: Date, ms: number): string {
  return new Date(now.getTime() + ms).toISOString();
}
