import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../db/tables.ts';
import { messageOf } from '../errors.ts';
import { addJob, type Claim, claimJob, finishJob, listJobs, releaseJob, renewClaim, runJobNow } from './jobs.ts';

/** Periodic work, run once for all servers on a database. Must tolerate being aborted and restarted. */
export interface Job {
  name: string;
  next: (moment: Date) => Date;
  isOurs?: () => Promise<boolean>;
  run: (signal: AbortSignal) => Promise<void>;
}

export interface Schedule {
  runNow: (name: string) => Promise<void>;
  stop: () => Promise<void>;
}

const POLL_INTERVAL = 20_000; // ms, with jitter
const FIRST_POLL_DELAY = 10_000;
const RENEWAL_INTERVAL = 20_000; // A third of the lease, in ms
const HOUR = 3600_000;

/** Polls for due jobs and runs them sequentially. An unreachable database is retried at the next poll. */
export function startSchedule(db: Db, jobs: Job[], log: FastifyBaseLogger, pollInterval = POLL_INTERVAL): Schedule {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout;
  let working: Promise<void> = Promise.resolve();

  function schedulePoll(within: number): void {
    clearTimeout(timer);
    if (stopping.signal.aborted) return;
    timer = setTimeout(() => poll(), within * (0.75 + Math.random() / 2));
    timer.unref();
  }

  function poll(): void {
    working = working
      .then(() => runDueJobs())
      .catch((err) => log.debug({ err }, 'scheduled work cannot be looked up now'))
      .then((hasWorked) => schedulePoll(hasWorked ? 0 : pollInterval));
  }

  /** Returns whether any job ran: it may have made another one due. */
  async function runDueJobs(): Promise<boolean> {
    let hasWorked = false;
    const now = new Date();
    const due = new Map((await listJobs(db)).map(({ name, dueAt }) => [name, dueAt]));
    for (const job of jobs) {
      if (stopping.signal.aborted) return false;
      if (!due.has(job.name)) await addJob(db, job.name, job.next(now));
      // The local clock is free; `claimJob` checks the database's.
      const dueAt = due.get(job.name);
      if (!dueAt || Date.parse(dueAt) > now.getTime() || (job.isOurs && !(await job.isOurs()))) continue;
      const claim = await claimJob(db, job.name);
      if (!claim) continue;
      await perform(db, job, claim, stopping.signal, log);
      hasWorked = true;
    }
    return hasWorked;
  }

  schedulePoll(Math.min(FIRST_POLL_DELAY, pollInterval));
  return {
    async runNow(name) {
      await addJob(db, name, new Date());
      await runJobNow(db, name);
      poll();
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
  const renewal = setInterval(async () => {
    if (!(await renewClaim(db, claim).catch(() => true))) lost.abort();
  }, RENEWAL_INTERVAL);
  const { failure } = await job.run(signal).then(
    () => ({ failure: undefined }),
    (error: unknown) => ({ failure: error }),
  );
  clearInterval(renewal);
  if (failure === undefined) return finishJob(db, claim, job.next);
  if (signal.aborted) return releaseJob(db, claim);
  log.error({ err: failure, job: job.name }, 'scheduled work failed');
  await finishJob(db, claim, job.next, messageOf(failure));
}

/** At `dueAt`, but in any case within an hour. */
export function hourly(dueAt: () => Date | undefined): Job['next'] {
  return (moment) => {
    const [due, latest] = [dueAt(), new Date(moment.getTime() + HOUR)];
    return due && due < latest ? due : latest;
  };
}

/** Every `ms` with 10 % jitter, so that servers and jobs do not synchronise. */
export function every(ms: number): Job['next'] {
  return (moment) => new Date(moment.getTime() + ms * (0.9 + Math.random() * 0.2));
}
