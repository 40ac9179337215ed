import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../db/tables.ts';
import { type Claim, claimJob, enterJob, finishJob, listJobs, releaseJob, renewClaim, runJobNow } from './jobs.ts';

/** Work that has to be done now and then, once for all servers on one database. It may be broken off and begun anew: it has to stand that. */
export interface Job {
  /** By which all servers and the administrator know it. */
  name: string;
  /** When it is due next, after `moment`. */
  next: (moment: Date) => Date;
  /** Whether this server can do it at all; one that cannot leaves it to the others. */
  isOurs?: () => Promise<boolean>;
  /** Ends early when the signal does: the server stops, or another one has taken the work over. */
  run: (signal: AbortSignal) => Promise<void>;
}

export interface Schedule {
  /** Has a job done now, here or on another server. */
  hurry: (name: string) => Promise<void>;
  /** Breaks off what is being done and gives it back. */
  stop: () => Promise<void>;
}

/** A server looks this often for work that is due, each at moments of its own; the first time when it has settled. In ms. */
const LOOK_EVERY = 20_000;
const FIRST_LOOK_AFTER = 10_000;
/** A third of the time for which a run is believed to be alive. In ms. */
const RENEW_EVERY = 20_000;

/** Looks for work that is due and does it, one job after the other. A database that is away is asked again later. */
export function startSchedule(db: Db, jobs: Job[], log: FastifyBaseLogger, lookEvery = LOOK_EVERY): Schedule {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout;
  let working: Promise<void> = Promise.resolve();

  function plan(within: number): void {
    clearTimeout(timer);
    if (stopping.signal.aborted) return;
    timer = setTimeout(() => look(), within * (0.75 + Math.random() / 2));
    timer.unref();
  }

  function look(): void {
    working = working
      .then(() => doWhatIsDue())
      .catch((err) => log.debug({ err }, 'scheduled work cannot be looked up now'))
      .then(() => plan(lookEvery));
  }

  async function doWhatIsDue(): Promise<void> {
    const now = new Date();
    const due = new Map((await listJobs(db)).map(({ name, dueAt }) => [name, dueAt]));
    for (const job of jobs) {
      if (stopping.signal.aborted) return;
      if (!due.has(job.name)) await enterJob(db, job.name, job.next(now));
      // By this clock first, which costs nothing; by the database's when it is taken.
      const dueAt = due.get(job.name);
      if (!dueAt || Date.parse(dueAt) > now.getTime() || (job.isOurs && !(await job.isOurs()))) continue;
      const claim = await claimJob(db, job.name);
      if (claim) await perform(db, job, claim, stopping.signal, log);
    }
  }

  plan(Math.min(FIRST_LOOK_AFTER, lookEvery));
  return {
    async hurry(name) {
      await runJobNow(db, name);
      look();
    },
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await working;
    },
  };
}

async function perform(db: Db, job: Job, claim: Claim, stopping: AbortSignal, log: FastifyBaseLogger): Promise<void> {
  const lost = new AbortController();
  const signal = AbortSignal.any([stopping, lost.signal]);
  const heart = setInterval(async () => {
    if (!(await renewClaim(db, claim).catch(() => true))) lost.abort();
  }, RENEW_EVERY);
  const { failure } = await job.run(signal).then(
    () => ({ failure: undefined }),
    (error: unknown) => ({ failure: error }),
  );
  clearInterval(heart);
  if (failure === undefined) return finishJob(db, claim, job.next);
  if (signal.aborted) return releaseJob(db, claim);
  log.error({ err: failure, job: job.name }, 'scheduled work failed');
  await finishJob(db, claim, job.next, failure instanceof Error ? failure.message : String(failure));
}

/** For work that is due every so many ms; a tenth sooner or later, so that servers and jobs do not move in step. */
export function every(ms: number): Job['next'] {
  return (moment) => new Date(moment.getTime() + ms * (0.9 + Math.random() * 0.2));
}
