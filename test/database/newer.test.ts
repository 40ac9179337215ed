import { readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { migrate } from '../../db/open.ts';
import type { Db } from '../../db/tables.ts';
import { BACKUP_JOB, backupJobs, RESTORE_TEST_JOB } from '../../ops/backup/jobs.ts';
import { listJobs } from '../../ops/jobs.ts';
import { startSchedule } from '../../ops/schedule.ts';
import { rampa, refusalOf } from '../rig/command.ts';
import { environmentOf } from '../rig/database/databases.ts';
import { LATER_STEP, laterStep } from '../rig/database/later-step.ts';
import { needDatabase, needFolder, needSite } from '../rig/needs.ts';
import { inDatabase, oldSite } from '../rig/world/backups.ts';

async function newerSite(): Promise<{ dataDir: string; env: NodeJS.ProcessEnv }> {
  const dataDir = await needFolder();
  const { db } = await needDatabase(dataDir);
  await migrate(db);
  await becomeNewer(db);
  await db.destroy();
  return { dataDir, env: { ...environmentOf(dataDir), PORT: '1' } };
}

async function becomeNewer(db: Db): Promise<void> {
  await laterStep.up(db as never);
  const at = new Date().toISOString();
  await sql`insert into kysely_migration (name, timestamp) values (${LATER_STEP}, ${at})`.execute(db);
}

test('every command refuses a newer database in one sentence and changes nothing', async () => {
  const { dataDir, env } = await newerSite();
  const target = await needFolder();
  const orders = ['admin list', 'admin add Анна --generate', 'backup', 'backup --check', 'doctor'];
  const further = [`move --to ${target}`, `export ${target}/site`, 'rehearse --viewers 1 --speed 1000'];
  for (const line of [...orders, ...further]) {
    const refusal = await refusalOf(line.split(' '), env);
    const said = refusal.split('\n').filter((each) => each && !each.endsWith(' …'));
    expect(said, line).toEqual([expect.stringContaining('более новая версия rampa')]);
  }
  const { out } = await rampa(['doctor', '--json'], env);
  expect(JSON.parse(out)).toEqual({ message: expect.stringContaining('более новая версия rampa') });
  expect(await readdir(target)).toEqual([]);
  expect(await readdir(dataDir)).not.toContain('backups');
});

test('a site is not moved to where a newer version has been, nor to what that has begun to move', async () => {
  const [site, begun] = [await oldSite(), await needFolder()];
  const { dataDir, env } = await newerSite();
  await inDatabase(begun, async (db) => {
    await migrate(db);
    await sql`create table unfinished_move (source text not null)`.execute(db);
    await becomeNewer(db);
  });
  for (const target of [env.DATABASE_URL ?? dataDir, begun]) {
    const refusal = await refusalOf(['move', '--to', target], { DATA_DIR: site });
    expect(refusal).toContain('более новая версия rampa');
    expect(refusal).not.toMatch(/\n\s+at /);
  }
});

test('in a rolling upgrade the older server leaves copies and trials to the newer, says so once and raises nothing', async () => {
  const t = await needSite();
  const said: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void said.push(line) });
  const { jobs } = backupJobs(t.store.db, t.config, log);
  await becomeNewer(t.store.db);
  const schedule = startSchedule(t.store.db, jobs, log, 20);
  for (const name of [BACKUP_JOB, RESTORE_TEST_JOB]) await schedule.runNow(name);
  await expect.poll(() => said.length).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 500));
  await schedule.stop();
  expect(said).toEqual([expect.stringContaining('a newer version has migrated the database')]);
  const now = new Date(Date.now() + 1000).toISOString();
  for (const job of await listJobs(t.store.db))
    expect(job).toMatchObject({ failures: 0, error: null, startedAt: null, dueAt: expect.any(String) });
  expect((await listJobs(t.store.db)).every(({ dueAt }) => dueAt < now)).toBe(true);
  const state = (await t.editor('GET', '/api/admin/backup')).json();
  expect(state).toMatchObject({ backup: null, failure: null, drill: null });
  expect(await readdir(t.config.dataDir)).not.toContain('backups');
});
