import { readdir, readFile, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { atNight, backupJobs, RESTORE_TEST_JOB } from '../../ops/backup/jobs.ts';
import { beforeMigrationName, newestIn, regularName, removeOld } from '../../ops/backup/retention.ts';
import { backUp } from '../../ops/backup/run.ts';
import { backupState } from '../../ops/backup/state.ts';
import { canMount, mountDisk, resizeDisk, unmountDisk } from '../rig/database/small-disk.ts';
import { lineOf } from '../rig/doctor.ts';
import { needFolder, needProcess, needSite } from '../rig/needs.ts';
import { send, signIn } from '../rig/server.ts';
import { backUpSite, digestsIn, fillSite, restoreInto } from '../rig/world/backups.ts';
import { pictureForm } from '../rig/world/pictures.ts';

/** Full in the copy of the database, in its first picture, in a later one. */
const TOO_SMALL = ['64k', '500k', '2m'];
const ENOUGH = '64m';
const STEP = 128 * 1024; // bytes

describe.runIf(canMount())('on a disk that is too small', () => {
  test('a disk that fills up during a copy leaves no half of one, the panel and the doctor say so, and the next one works', async () => {
    const folder = await needFolder();
    mountDisk(folder, '64k');
    onTestFinished(() => unmountDisk(folder));
    const server = await needProcess({ env: { BACKUP_DIR: folder } });
    const token = await signIn(server.origin);
    const call = (method: string, to: string, form?: FormData) => send(server.origin, method, to, token, form);
    const state = async () => (await call('GET', '/admin/backup')).json();
    const doctor = async () => lineOf(await (await call('GET', '/admin/doctor?fresh')).json(), 'backup');
    for (const seed of [1, 2, 3])
      expect((await call('POST', '/upload', await pictureForm(700, 500, seed))).status).toBe(201);
    const order = async () => {
      const before = (await state()).failure?.at;
      expect((await call('POST', '/admin/backup')).status).toBe(202);
      await expect
        .poll(async () => {
          const { failure, backup, running } = await state();
          return running === null && (backup !== null || (failure !== null && failure.at !== before));
        })
        .toBe(true);
    };

    for (const size of TOO_SMALL) {
      resizeDisk(folder, size);
      await order();
      const message = expect.stringContaining(`На диске не хватило места: ${folder}`);
      expect(await state(), size).toMatchObject({ backup: null, failure: { message } });
      expect([size, await readdir(folder)]).toEqual([size, ['backup.lock']]);
      expect(await doctor()).toMatchObject({ state: 'bad', text: expect.stringContaining('не хватило места') });
    }

    resizeDisk(folder, '64m');
    await order();
    expect(await state()).toMatchObject({ backup: { pictures: 3 }, failure: null });
    expect((await doctor())?.text).not.toContain('не хватило места');
    expect((await call('POST', '/admin/backup/check')).status).toBe(202);
    await expect.poll(async () => (await state()).drill).toMatchObject({ problem: null });
  });

  test('a disk without room for a backup that lies elsewhere keeps the site that is on it', async () => {
    const t = await needSite();
    await fillSite(t);
    const older = await backUpSite(t);
    await t.editor('DELETE', '/api/admin/news/novost-1');
    const newer = await backUpSite(t);
    const disk = await needFolder();
    mountDisk(disk, ENOUGH);
    onTestFinished(() => unmountDisk(disk));
    const names = async () => (await readdir(disk, { recursive: true })).toSorted();
    const site = async () => ({ rows: await digestsIn(disk), names: await names() });
    await restoreInto(newer.file, disk);
    const before = await site();
    const { blocks, bfree, bsize } = await statfs(disk);
    let room = 0;
    for (; room < 64 * STEP; room += STEP) {
      resizeDisk(disk, String((blocks - bfree) * bsize + room));
      const refusal = await restoreInto(older.file, disk).then(() => undefined, String);
      resizeDisk(disk, ENOUGH);
      if (refusal === undefined) break;
      expect(refusal).toMatch(/На диске не хват(ает|ило) места: .+\. Освободите место и повторите\.$/);
      expect([room, await site()]).toEqual([room, before]);
    }
    expect(room).toBeGreaterThan(STEP);
    expect((await digestsIn(disk)).articles).not.toEqual(before.rows.articles);
  });
});

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
