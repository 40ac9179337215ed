import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { conditions } from '../../ops/alerts/conditions.ts';
import { BACKUP_JOB, backupJobs, RESTORE_TEST_JOB } from '../../ops/backup/jobs.ts';
import { INCOMPLETE, regularName, removeOld } from '../../ops/backup/retention.ts';
import { backUp } from '../../ops/backup/run.ts';
import type { TestApp } from '../rig/app.ts';
import { rampa, refusalOf } from '../rig/command.ts';
import { environmentOf, isOnPostgres } from '../rig/database/databases.ts';
import { lineOf } from '../rig/doctor.ts';
import { needFolder, needSite } from '../rig/needs.ts';
import { fillSite } from '../rig/world/backups.ts';
import { pdf } from '../rig/world/files.ts';

let t: TestApp;
let to: string;
let env: NodeJS.ProcessEnv;
beforeEach(async () => {
  to = await needFolder();
  t = await needSite({ BACKUP_TO: to });
  env = { ...environmentOf(t.config.dataDir), BACKUP_TO: to, PORT: '1' };
  await fillSite(t);
});

async function loseUploads(): Promise<void> {
  if (isOnPostgres) await t.store.db.deleteFrom('picture_parts').execute();
  else await rm(path.join(t.config.dataDir, 'uploads'), { recursive: true });
}

/** Other bytes under each name that ends like this. */
async function damageUploads(ending = ''): Promise<void> {
  const { db } = t.store;
  const zeros = { bytes: Buffer.alloc(2000) };
  if (isOnPostgres)
    return void (await db.updateTable('picture_parts').set(zeros).where('name', 'like', `%${ending}`).execute());
  const uploads = path.join(t.config.dataDir, 'uploads');
  for (const name of await readdir(uploads))
    if (name.endsWith(ending)) await writeFile(path.join(uploads, name), zeros.bytes);
}

async function job(name: string): Promise<void> {
  const { jobs } = backupJobs(t.store.db, t.config, pino({ level: 'silent' }));
  await jobs.find((each) => each.name === name)?.run(new AbortController().signal);
}

const archives = async (folder: string) => (await readdir(folder)).filter((name) => name.endsWith('.tar')).sort();

const doctorLine = async (id: string) => lineOf((await t.editor('GET', '/api/admin/doctor?fresh')).json(), id);

test('a copy without the pictures that the database names has failed for everybody, and displaces none', async () => {
  expect((await rampa(['backup'], env)).code).toBe(0);
  const before = [await archives(t.config.backupDir), await archives(to)];
  expect(before).toEqual([[expect.stringMatching(/^rampa-2/)], before[0]]);
  await loseUploads();

  for (let time = 1; time <= 2; time += 1) {
    const refusal = await refusalOf(['backup'], env);
    expect(refusal).toMatch(/Копия неполная: нет картинок или файлов, которые названы в базе: .* и ещё 1\. /);
    expect(refusal).toContain(path.join(t.config.backupDir, INCOMPLETE));
    expect(refusal).toContain('backup --accept-loss');
  }
  await expect(job(BACKUP_JOB)).rejects.toThrow('Копия неполная');
  await job('backup-copy');

  expect(await archives(t.config.backupDir)).toEqual([...(before[0] ?? []), INCOMPLETE]);
  expect(await archives(to)).toEqual(before[1]);
  expect((await t.editor('GET', '/api/admin/backup')).json()).toMatchObject({
    backup: { file: path.join(t.config.backupDir, before[0]?.[0] ?? '') },
    failure: { message: expect.stringContaining('Копия неполная') },
  });
  expect(await doctorLine('backup')).toMatchObject({ state: 'bad', text: expect.stringContaining('Копия неполная') });
  const seen = await conditions(t.store.db, t.config, { open: {}, certificate: null }, Date.now());
  expect(seen.find(({ code }) => code === 'backup_failed')).toMatchObject({
    isBad: true,
    message: expect.stringContaining('Копия неполная'),
  });
  expect((await t.visitor('GET', '/metrics')).body).toContain('\nrampa_backup_success 0\n');

  expect(await refusalOf(['backup', '--check', INCOMPLETE], env)).toContain('Копия неполная');
  const newest = await rampa(['backup', '--check'], env);
  expect([newest.code, newest.err]).toEqual([1, expect.stringContaining('Но после неё копия не удалась')]);
  expect((await rampa(['backup', 'list'], env)).out).toMatch(/Неполная копия.*\n.* rampa-incomplete\.tar\n/);
});

test('a copy under a good name that lacks pictures does not pass the trial', async () => {
  await loseUploads();
  await expect(backUp(t.config, t.store.db)).rejects.toThrow('Копия неполная');
  const { backupDir } = t.config;
  // As an earlier version named it.
  const file = path.join(backupDir, regularName(new Date()));
  await rename(path.join(backupDir, INCOMPLETE), file);
  await job(RESTORE_TEST_JOB);
  const { drill } = (await t.editor('GET', '/api/admin/backup')).json();
  expect(drill).toMatchObject({ file, problem: expect.stringContaining('Копия неполная') });
  expect(await doctorLine('drill')).toMatchObject({ state: 'bad' });
});

test('a loss that is accepted is not told of again, a further one is', async () => {
  const lost = async (seen: number) => {
    const { json } = await t.editor('GET', '/api/admin/images');
    const name: string = json()[seen].name;
    if (isOnPostgres) await t.store.db.deleteFrom('picture_parts').where('name', '=', name).execute();
    else await writeFile(path.join(t.config.dataDir, 'uploads', name), '');
    return name;
  };
  const first = await lost(0);
  expect((await rampa(['backup'], env)).err).toContain(first);
  const accepted = await rampa(['backup', '--accept-loss'], env);
  expect(accepted.code).toBe(0);
  expect(accepted.out).toContain('Картинок и файлов, которые на сайте уже пропали или повреждены: 1.');
  expect([(await rampa(['backup'], env)).code, (await rampa(['backup', '--check'], env)).code]).toEqual([0, 0]);
  expect(await doctorLine('backup')).toMatchObject({ state: 'good' });
  const second = await lost(1);
  const { code, err } = await rampa(['backup'], env);
  expect([code, err.includes(second), err.includes(first)]).toEqual([1, true, false]);
});

test('an upload that lies there with other bytes counts as lost, but for a smaller copy, which has no hash of its own', async () => {
  await damageUploads('-480.webp');
  expect((await rampa(['backup'], env)).code).toBe(0);
  await damageUploads('.pdf');
  const named = /Копия неполная: повреждены картинки или файлы: \w{32}\.pdf\./;
  for (const args of [[], ['--check', INCOMPLETE]]) expect(await refusalOf(['backup', ...args], env)).toMatch(named);
  const accepted = await rampa(['backup', '--accept-loss'], env);
  expect([accepted.code, accepted.out]).toEqual([0, expect.stringContaining('пропали или повреждены: 1.')]);
  expect((await rampa(['backup'], env)).code).toBe(0);
  await damageUploads();
  expect((await rampa(['backup'], env)).err).toMatch(/повреждены картинки или файлы: \S+\.jpg, \S+\.jpg, \S+\.mp3[.;]/);
});

async function loseRows(): Promise<void> {
  for (const table of ['images', 'files'] as const) await t.store.db.deleteFrom(table).execute();
}

const HALVED = /Копия неполная: в ней меньше половины прежних новостей, страниц, картинок и файлов: 2 вместо 6\./;

test('a copy of a database that lost most of its rows has failed until it is accepted', async () => {
  await backUp(t.config, t.store.db);
  await loseRows();
  expect(await refusalOf(['backup'], env)).toMatch(HALVED);
  expect((await rampa(['backup', '--check', INCOMPLETE], env)).code).toBe(1);
  expect([(await rampa(['backup', '--accept-loss'], env)).code, (await rampa(['backup'], env)).code]).toEqual([0, 0]);
});

test('whatever an editor deletes is no loss', async () => {
  await t.store.files.put(await t.store.files.receive([pdf('Большой', 1_000_000)]), 'Большой.pdf');
  const { bytes } = await backUp(t.config, t.store.db);
  for (const library of ['files', 'news'])
    for (const { name, slug } of (await t.editor('GET', `/api/admin/${library}`)).json())
      expect((await t.editor('DELETE', `/api/admin/${library}/${name ?? slug}`)).statusCode).toBeLessThan(300);
  expect((await backUp(t.config, t.store.db)).bytes).toBeLessThan(bytes / 2);
});

test('a site without a record of its copies is held against the newest that lies there', async () => {
  const { db } = t.store;
  await backUp(t.config, db);
  await db.deleteFrom('settings').where('name', '=', 'backup').execute();
  await loseRows();
  await expect(backUp(t.config, db)).rejects.toThrow(HALVED);
});

test('into a folder of one’s own an incomplete copy goes under its own name, and the one that is there stays', async () => {
  const folder = await needFolder();
  const file = path.join(folder, 'site.tar');
  await loseUploads();
  const { code } = await rampa(['backup', '--to', file], env);
  expect([code, existsSync(file), (await stat(path.join(folder, INCOMPLETE))).size > 1000]).toEqual([1, false, true]);
});

test.each([
  ['lack pictures', loseUploads],
  ['hold damaged ones', damageUploads],
])('copies that %s, which earlier versions named as good ones, displace no whole one', async (_, lose) => {
  const { dataDir, backupDir } = t.config;
  await backUp(t.config, t.store.db);
  const [whole = ''] = await archives(backupDir);
  await lose();
  await expect(backUp(t.config, t.store.db)).rejects.toThrow('Копия неполная');
  const folder = path.join(dataDir, 'earlier');
  await mkdir(folder);
  const night = (ago: number) => path.join(folder, regularName(new Date(Date.now() - ago * 24 * 3600 * 1000)));
  for (let ago = 1; ago <= 40; ago += 1) await copyFile(path.join(backupDir, INCOMPLETE), night(ago));
  for (const ago of [50, 60, 70]) await copyFile(path.join(backupDir, whole), night(ago));
  const before = await archives(folder);
  await removeOld(folder, 'Europe/Moscow');
  const left = await archives(folder);
  expect(left.slice(0, 3)).toEqual(before.slice(0, 3));
  expect(left.length).toBeLessThan(20);
});

test('of many copies within an hour none goes, older ones make room as before', async () => {
  const folder = await needFolder();
  const minutes = [1, 2, 3, 4, 5, 59, 62, 63, 64].map((ago) => regularName(new Date(Date.now() - ago * 60_000)));
  for (const name of minutes) {
    await writeFile(path.join(folder, name), '');
    await utimes(path.join(folder, name), 0, 0);
  }
  await removeOld(folder, 'Europe/Moscow');
  expect(await archives(folder)).toEqual(expect.arrayContaining(minutes.slice(0, 6)));
  expect(await archives(folder)).not.toContain(minutes[7]);
});
