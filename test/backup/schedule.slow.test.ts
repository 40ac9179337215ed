import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { atNight, backupJobs, RESTORE_TEST_JOB } from '../../ops/backup/jobs.ts';
import { beforeMigrationName, newestIn, regularName, removeOld } from '../../ops/backup/retention.ts';
import { backUp } from '../../ops/backup/run.ts';
import { backupState } from '../../ops/backup/state.ts';
import { needFolder, needSite } from '../rig/needs.ts';

const DAY = 24 * 3600 * 1000;

test('a copy that cannot be restored is told of and not tried again at once; a try that another was in the way of is', async () => {
  const t = await needSite();
  const { jobs } = backupJobs(t.store.db, t.config, pino({ level: 'silent' }));
  const tryIt = () => jobs.find(({ name }) => name === RESTORE_TEST_JOB)?.run(new AbortController().signal);
  const { file } = await backUp(t.config, t.store.db);
  const lock = new DatabaseSync(path.join(t.config.backupDir, 'backup.lock'));
  lock.exec('begin exclusive');
  await expect(tryIt()).rejects.toThrow('Дождитесь');
  lock.close();
  expect((await backupState(t.store.db)).drill).toBe(null);
  const bytes = await readFile(file);
  bytes.writeUInt8(bytes.readUInt8(2000) ^ 1, 2000);
  await writeFile(file, bytes);
  await expect(tryIt()).resolves.toBeUndefined();
  expect((await backupState(t.store.db)).drill).toMatchObject({ file, problem: expect.stringContaining('повреждена') });
});

test('copies that were made while the clock was ahead do not push out later ones, and are not tried in their stead', async () => {
  const folder = await needFolder();
  const ahead = Array.from({ length: 40 }, (_, days) => new Date(Date.now() + (400 + days) * DAY));
  const made = regularName(new Date());
  for (const name of [...ahead.map(regularName), made]) await writeFile(path.join(folder, name), '');
  expect(await removeOld(folder, 'Europe/Moscow')).not.toContain(made);
  expect(await newestIn(folder)).toBe(path.join(folder, made));
});

test('kept are the newest copies, one a day for a week, one a week for a month, and whatever has another name', async () => {
  const folder = await needFolder();
  const now = Date.parse('2026-07-20T12:00:00Z');
  const nights = Array.from({ length: 60 }, (_, days) => new Date(now - days * DAY));
  const evening = [1, 2, 3].map((minutes) => new Date(now + minutes * 60_000));
  const upgrades = Array.from({ length: 8 }, (_, days) => new Date(now - days * DAY));
  for (const moment of [...nights, ...evening]) await writeFile(path.join(folder, regularName(moment)), '');
  for (const moment of upgrades) await writeFile(path.join(folder, beforeMigrationName('1.0.0', '0009-x', moment)), '');
  await writeFile(path.join(folder, 'rampa-важная.tar'), '');
  await removeOld(folder, 'Europe/Moscow');
  const names = await readdir(folder);
  const days = names
    .flatMap((name) => /^rampa-(\d{4}-\d\d-\d\d)T/.exec(name)?.[1] ?? [])
    .sort()
    .reverse();
  expect(days.map((day) => day.slice(5)).join(' ')).toBe(
    '07-20 07-20 07-20 07-19 07-18 07-17 07-16 07-15 07-14 07-12 07-05',
  );
  expect(names.filter((name) => name.startsWith('rampa-before-'))).toHaveLength(5);
  expect(names).toContain('rampa-важная.tar');
});

test('the next copy is due in the night of the site, also across a change of the clock', () => {
  const hourOf = (moment: Date, timeZone: string) =>
    Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(moment));
  for (const zone of ['Europe/Moscow', 'Asia/Kolkata', 'America/New_York', 'Europe/Berlin'])
    for (let hour = 0; hour < 24; hour += 1) {
      const after = new Date(Date.UTC(2026, 2, 28, hour));
      const due = atNight(zone, 4, after);
      expect(hourOf(due, zone)).toBe(4);
      expect(due.getTime() - after.getTime()).toBeGreaterThanOrEqual(2 * 3600 * 1000);
      expect(due.getTime() - after.getTime()).toBeLessThan(28 * 3600 * 1000);
    }
});
