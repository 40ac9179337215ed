import type { Config } from '../config.ts';
import { ALERTS_JOB } from './alerts/job.ts';
import { COPY_JOB } from './backup/jobs.ts';

/** Without those that the settings no longer ask for: what they left in the table says nothing. */
export function wantedJobs<T extends { name: string }>(
  jobs: T[],
  { backupTo, alertUrl }: Pick<Config, 'backupTo' | 'alertUrl'>,
): T[] {
  const unwanted = [backupTo === undefined && COPY_JOB, alertUrl === undefined && ALERTS_JOB];
  return jobs.filter(({ name }) => !unwanted.includes(name));
}
