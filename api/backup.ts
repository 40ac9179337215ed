import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Config } from '../config.ts';
import type { Db } from '../db/tables.ts';
import type { Store } from '../model/store.ts';
import type { Step } from '../ops/backup/child-process.ts';
import { BACKUP_JOB, RESTORE_TEST_JOB } from '../ops/backup/jobs.ts';
import { backupState, backupStateSchema, elsewhereSchema, elsewhereState } from '../ops/backup/state.ts';
import { addJob, COPY_JOB, listJobs, runJobNow } from '../ops/jobs.ts';
import { ADMINISTRATORS } from '../roles.ts';

/** Missing on servers that run no jobs: the job then waits for another server. */
export interface BackupWork {
  step: () => Step | undefined;
  runNow: (job: string) => Promise<void>;
}

interface Options {
  config: Pick<Config, 'backupTo'>;
  store: Pick<Store, 'db'>;
  backups?: BackupWork | undefined;
}

const stateSchema = backupStateSchema.extend({
  elsewhere: elsewhereSchema
    .extend({ to: z.string().describe('BACKUP_TO') })
    .nullable()
    .describe('The copies in BACKUP_TO; null without it'),
  nextAt: z.string().describe('ISO 8601, UTC').nullable(),
  running: z.enum(['backup', 'copy', 'drill']).nullable(),
  step: z
    .object({ what: z.string(), part: z.number().min(0).max(1) })
    .nullable()
    .describe('Progress, if this server runs it'),
});

export const backupApi: FastifyPluginAsyncZod<Options> = async (app, { store: { db }, config, backups }) => {
  app.get('/api/admin/backup', {
    config: { roles: ADMINISTRATORS },
    schema: { description: 'State of the site’s backups.', response: { 200: stateSchema } },
    handler: async () => {
      const jobs = new Map((await listJobs(db)).map((job) => [job.name, job]));
      const running = RUNNING.find(({ job }) => jobs.get(job)?.isRunning)?.task ?? null;
      const step = backups?.step();
      return {
        ...(await backupState(db)),
        elsewhere: config.backupTo === undefined ? null : await shownElsewhere(db, config.backupTo),
        nextAt: jobs.get(BACKUP_JOB)?.dueAt ?? null,
        running: step?.task ?? running,
        step: step ? { what: step.what, part: step.part } : null,
      };
    },
  });

  for (const [path, job, description] of JOB_ROUTES)
    app.post(path, {
      config: { roles: ADMINISTRATORS },
      schema: { description, response: { 202: z.null() } },
      handler: async (_request, reply) => {
        await addJob(db, job, new Date());
        await (backups ? backups.runNow(job) : runJobNow(db, job));
        return reply.status(202).send(null);
      },
    });
};

/** Omits the state of a former BACKUP_TO. */
async function shownElsewhere(db: Db, to: string) {
  const { copied, failure } = await elsewhereState(db);
  return { to, copied: copied?.to === to ? copied : null, failure };
}

const RUNNING = [
  { job: BACKUP_JOB, task: 'backup' },
  { job: COPY_JOB, task: 'copy' },
  { job: RESTORE_TEST_JOB, task: 'drill' },
] as const;

const JOB_ROUTES = [
  ['/api/admin/backup', BACKUP_JOB, 'Makes a copy now. While one is being made it changes nothing.'],
  ['/api/admin/backup/check', RESTORE_TEST_JOB, 'Restores the newest copy into a temporary folder and compares.'],
] as const;
