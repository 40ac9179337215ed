import type { Config } from '../config.ts';
import { INDEX_JOB } from '../model/articles/index-notes.ts';
import { ALERTS_JOB } from './alerts/job.ts';
import { COPY_JOB } from './backup/jobs.ts';

/** Leaves out jobs that the settings no longer ask for: their rows are obsolete. */
export function wantedJobs<T extends { name: string }>(
  jobs: T[],
  { backupTo, alertUrl, indexNowUrl }: Pick<Config, 'backupTo' | 'alertUrl' | 'indexNowUrl'>,
): T[] {
  const unwanted = [
    backupTo === undefined && COPY_JOB,
    alertUrl === undefined && ALERTS_JOB,
    indexNowUrl === undefined && INDEX_JOB,
  ];
  return jobs.filter(({ name }) => !unwanted.includes(name));
}
