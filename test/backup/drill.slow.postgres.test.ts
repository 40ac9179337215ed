import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { regularName } from '../../ops/backup/archive/names.ts';
import { backupJobs, DRILL_JOB } from '../../ops/backup/jobs.ts';
import { recordBackup } from '../../ops/backup/state.ts';
import { createSite, type Site } from '../rig/site.ts';

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());

test('of servers that keep their copies apart the one that has the last copy tries it', async () => {
  const { db } = site.a.store;
  const folders = [await folder(), await folder()] as const;
  const isOurs = () =>
    Promise.all(
      folders.map((backupDir) => {
        const config = { ...readConfig({}), backupDir };
        return backupJobs(db, config, pino({ level: 'silent' }))
          .jobs.find(({ name }) => name === DRILL_JOB)
          ?.isOurs?.();
      }),
    );
  expect(await isOurs()).toEqual([true, true]);
  const file = path.join(folders[1], regularName(new Date()));
  await writeFile(file, '');
  const facts = { at: new Date().toISOString(), host: 'b', bytes: 0, pictures: 0, articles: 0, took: 0 };
  await recordBackup(db, { backup: { ...facts, file } });
  expect(await isOurs()).toEqual([false, true]);
  for (const each of folders) await rm(each, { recursive: true });
});

function folder(): Promise<string> {
  return mkdtemp(path.join(tmpdir(), 'rampa-copies-'));
}
