import { existsSync } from 'node:fs';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../config.ts';
import { newerStep } from '../../db/open.ts';
import type { Db } from '../../db/tables.ts';
import { BackupError, BusyError } from '../errors.ts';
import { COPY_JOB, runJobNow } from '../jobs.ts';
import type { Job } from '../schedule.ts';
import { runInChild, type Step } from './child-process.ts';
import { newestIn } from './retention.ts';
import { backupState, recordElsewhere } from './state.ts';

export const BACKUP_JOB = 'backup';
export const RESTORE_TEST_JOB = 'backup-drill';
/** Local hours; the restore test follows the backup of the same night. */
const HOURS = { backup: 4, copy: 5, drill: 6 };
const DAYS_TO_NEXT_RESTORE_TEST = 7;
const MAX_DURATION = 6 * 3600_000; // ms; a longer run hangs, for example on a lost disk
/** In ms without any progress, for example on a disconnected network folder. */
const STALL_TIMEOUT = 10 * 60_000;
const QUARTER = 15 * 60_000;
const HOUR = 3600_000;
const DAY = 24 * HOUR;
const NOT_BEFORE = 2 * HOUR;

/** A nightly backup and a weekly restore test, once for all servers on a database. `step`: its progress. */
export function backupJobs(db: Db, config: Config, log: FastifyBaseLogger) {
  let step: Step | undefined;
  const isReadable = readableBy(db, log);
  const run = async (task: Step['task'], signal: AbortSignal) => {
    step = { task, what: '', part: 0 };
    const stalled = new AbortController();
    const stall = setTimeout(() => stalled.abort(), STALL_TIMEOUT);
    const limits = [signal, AbortSignal.timeout(MAX_DURATION), ...(task === 'copy' ? [stalled.signal] : [])];
    try {
      await runInChild(config, task, AbortSignal.any(limits), (next) => {
        step = { task, ...next };
        stall.refresh();
      });
    } finally {
      clearTimeout(stall);
      step = undefined;
    }
  };
  const backup: Job = {
    name: BACKUP_JOB,
    next: (moment) => atNight(config.timeZone, HOURS.backup, moment),
    isOurs: isReadable,
    async run(signal) {
      await run('backup', signal);
      await runJobNow(db, COPY_JOB);
    },
  };
  const copy: Job = {
    name: COPY_JOB,
    next: (moment) => atNight(config.timeZone, HOURS.copy, moment),
    isOurs: () => isLastHere(db, config.backupDir),
    async run(signal) {
      await run('copy', signal).catch(async (error: unknown) => {
        // A killed child has recorded nothing.
        const message = `Копирование в ${config.backupTo} оборвалось или зависло.`;
        if (!(error instanceof BackupError || signal.aborted))
          await recordElsewhere(db, { failure: { at: new Date().toISOString(), message } });
        throw error;
      });
    },
  };
  const drill: Job = {
    name: RESTORE_TEST_JOB,
    next: (moment) => atNight(config.timeZone, HOURS.drill, moment, DAYS_TO_NEXT_RESTORE_TEST),
    isOurs: async () => (await isReadable()) && isLastHere(db, config.backupDir),
    async run(signal) {
      if (!(await newestIn(config.backupDir))) return;
      // Retrying a damaged backup is useless: the result is shown until the next restore test.
      await run('drill', signal).catch((error) => {
        if (!(error instanceof BackupError) || error instanceof BusyError) throw error;
        log.error({ err: error }, 'the backup cannot be restored');
      });
    },
  };
  const jobs = [backup, ...(config.backupTo === undefined ? [] : [copy]), drill];
  return { jobs, step: (): Step | undefined => step };
}

/** False once a newer version has migrated the database (rolling upgrade): its servers do the work. Logged once. */
function readableBy(db: Db, log: FastifyBaseLogger): () => Promise<boolean> {
  let hasWarned = false;
  return async () => {
    const newer = await newerStep(db);
    if (newer !== undefined && !hasWarned)
      log.warn(`a newer version has migrated the database (${newer}): backups and trials are left to its servers`);
    hasWarned ||= newer !== undefined;
    return newer === undefined;
  };
}

/** Random moment in local hour `hour` (DST-safe), at least 2 h and `days` - 1 days later, as jitter between servers. */
export function atNight(timeZone: string, hour: number, after: Date, days = 1): Date {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' });
  const earliest = after.getTime() + NOT_BEFORE + (days - 1) * DAY;
  for (let at = Math.ceil(earliest / QUARTER) * QUARTER; ; at += QUARTER)
    if (Number(clock.format(at)) === hour) return new Date(at + Math.random() * QUARTER);
}

/** The server whose folder has the last backup runs the restore test; when no folder has it, any server with a backup does. */
async function isLastHere(db: Db, folder: string): Promise<boolean> {
  const { backup } = await backupState(db);
  if (!backup) return true;
  return path.dirname(backup.file) === folder ? existsSync(backup.file) : (await newestIn(folder)) !== undefined;
}
