import { existsSync } from 'node:fs';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/tables.ts';
import type { Job } from '../schedule.ts';
import { newestIn } from './archive/names.ts';
import { runInChild, type Step } from './child-process.ts';
import { BackupError, BusyError } from './errors.ts';
import { atNight } from './schedule.ts';
import { backupState } from './state.ts';

/** By which the scheduled work is known. */
export const BACKUP_JOB = 'backup';
export const DRILL_JOB = 'backup-drill';
/** A copy is tried when the one of the last night is there. */
const HOURS = { backup: 4, drill: 6 };
const DAYS_TO_NEXT_DRILL = 7;
/** What takes longer hangs: on a disk that has gone away, say. In ms. */
const LONGEST = 6 * 3600 * 1000;

export interface BackupJobs {
  jobs: Job[];
  /** What this server is doing right now. */
  step: () => Step | undefined;
}

/** A copy each night and a drill each week, by one of all servers on a database. */
export function backupJobs(db: Db, config: Config, log: FastifyBaseLogger): BackupJobs {
  let step: Step | undefined;
  const run = async (task: Step['task'], signal: AbortSignal) => {
    step = { task, what: '', part: 0 };
    try {
      await runInChild(config, task, AbortSignal.any([signal, AbortSignal.timeout(LONGEST)]), (next) => {
        step = next;
      });
    } finally {
      step = undefined;
    }
  };
  const backup: Job = {
    name: BACKUP_JOB,
    next: (moment) => atNight(config.timeZone, HOURS.backup, moment),
    run: (signal) => run('backup', signal),
  };
  const drill: Job = {
    name: DRILL_JOB,
    next: (moment) => atNight(config.timeZone, HOURS.drill, moment, DAYS_TO_NEXT_DRILL),
    isOurs: () => isLastHere(db, config.backupDir),
    async run(signal) {
      if (!(await newestIn(config.backupDir))) return;
      // Trying a damaged copy once more mends nothing: what was found is kept and shown until the next drill.
      await run('drill', signal).catch((error) => {
        if (!(error instanceof BackupError) || error instanceof BusyError) throw error;
        log.error({ err: error }, 'the backup cannot be restored');
      });
    },
  };
  return { jobs: [backup, drill], step: () => step };
}

/** Of several servers with folders of their own the one that has the last copy tries it; while that lies in none of them, any that has one does. */
async function isLastHere(db: Db, folder: string): Promise<boolean> {
  const { backup } = await backupState(db);
  if (!backup) return true;
  return path.dirname(backup.file) === folder ? existsSync(backup.file) : (await newestIn(folder)) !== undefined;
}
