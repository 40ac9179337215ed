import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pino } from 'pino';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { BACKUP_JOB, backupJobs, RESTORE_TEST_JOB } from '../../ops/backup/jobs.ts';
import { INCOMPLETE, regularName } from '../../ops/backup/retention.ts';
import { backUp, restoreTest, tryRestore } from '../../ops/backup/run.ts';
import { backupState } from '../../ops/backup/state.ts';
import type { TestApp } from '../rig/app.ts';
import { rampa, refusalOf } from '../rig/command.ts';
import { environmentOf, isOnPostgres } from '../rig/database/databases.ts';
import { canMount, mountDisk, resizeDisk, unmountDisk } from '../rig/database/small-disk.ts';
import { lineOf } from '../rig/doctor.ts';
import { needFolder, needSite } from '../rig/needs.ts';
import { fillSite } from '../rig/world/backups.ts';
import { pdf } from '../rig/world/files.ts';
import { noise } from '../rig/world/pictures.ts';

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

const make = (choice: { accept?: boolean; file?: string } = {}) => backUp(t.config, t.store.db, undefined, choice);
const tryIncomplete = () => tryRestore(t.config.backupDir, path.join(t.config.backupDir, INCOMPLETE));

test('of a database that lost a table no copy is made, which would look sound', async () => {
  await t.store.db.schema.dropTable('partners').execute();
  const refusal = await refusalOf(['backup'], env);
  expect(refusal).toMatch(/^В базе нет таблиц, .*: partners\. Копия не сделана.* restore Файл\n$/);
  expect(existsSync(t.config.backupDir)).toBe(false);
  expect(await doctorLine('backup')).toMatchObject({ state: 'bad', text: expect.stringContaining('partners') });
});

test('a copy without the pictures that the database names has failed for everybody, and displaces none', async () => {
  expect((await rampa(['backup'], env)).code).toBe(0);
  const before = [await archives(t.config.backupDir), await archives(to)];
  expect(before).toEqual([[expect.stringMatching(/^rampa-2/)], before[0]]);
  await loseUploads();

  const refusal = await refusalOf(['backup'], env);
  expect(refusal).toMatch(/Копия неполная: нет картинок или файлов, которые названы в базе: .* и ещё 1\. /);
  expect(refusal).toContain(path.join(t.config.backupDir, INCOMPLETE));
  expect(refusal).toContain('backup --accept-loss');
  await expect(job(BACKUP_JOB)).rejects.toThrow('Копия неполная');
  await job('backup-copy');

  expect(await archives(t.config.backupDir)).toEqual([...(before[0] ?? []), INCOMPLETE]);
  expect(await archives(to)).toEqual(before[1]);
  expect((await t.editor('GET', '/api/admin/backup')).json()).toMatchObject({
    backup: { file: path.join(t.config.backupDir, before[0]?.[0] ?? '') },
    failure: { message: expect.stringContaining('Копия неполная') },
  });
  expect(await doctorLine('backup')).toMatchObject({ state: 'bad', text: expect.stringContaining('Копия неполная') });
  expect((await t.visitor('GET', '/metrics')).body).toContain('\nrampa_backup_success 0\n');

  expect(await refusalOf(['backup', '--check', INCOMPLETE], env)).toContain('Копия неполная');
  const newest = { code: 1, err: expect.stringContaining('Но после неё копия не удалась') };
  expect(await rampa(['backup', '--check'], env)).toMatchObject(newest);
  expect((await rampa(['backup', 'list'], env)).out).toMatch(/Неполная копия.*\n.* rampa-incomplete\.tar\n/);
});

test('a copy under a good name that lacks pictures does not pass the trial; where another name was asked for, none gets it', async () => {
  await loseUploads();
  await expect(make({ file: path.join(to, 'site.tar') })).rejects.toThrow('Копия неполная');
  expect(await readdir(to)).toEqual([INCOMPLETE]);
  await expect(make()).rejects.toThrow('Копия неполная');
  const { backupDir } = t.config;
  // As an earlier version named it.
  const file = path.join(backupDir, regularName(new Date()));
  await rename(path.join(backupDir, INCOMPLETE), file);
  await job(RESTORE_TEST_JOB);
  const { drill } = (await t.editor('GET', '/api/admin/backup')).json();
  expect(drill).toMatchObject({ file, problem: expect.stringContaining('Копия неполная') });
  expect(await doctorLine('drill')).toMatchObject({ state: 'bad' });
});

test('a copy that cannot be restored is told of and not tried again at once; a try that another was in the way of is', async () => {
  const { file } = await make();
  const lock = new DatabaseSync(path.join(t.config.backupDir, 'backup.lock'));
  lock.exec('begin exclusive');
  await expect(job(RESTORE_TEST_JOB)).rejects.toThrow('Дождитесь');
  lock.close();
  expect((await backupState(t.store.db)).drill).toBe(null);
  const bytes = await readFile(file);
  bytes.writeUInt8(bytes.readUInt8(2000) ^ 1, 2000);
  await writeFile(file, bytes);
  await expect(job(RESTORE_TEST_JOB)).resolves.toBeUndefined();
  expect((await backupState(t.store.db)).drill).toMatchObject({ file, problem: expect.stringContaining('повреждена') });
});

test.runIf(canMount())('a disk that fills up during a copy leaves no half of one, and the next one works', async () => {
  for (const seed of [1, 2, 3]) await t.store.images.put(await noise(700, 500, seed).png().toBuffer(), null, 'Шум.png');
  const { backupDir } = t.config;
  await mkdir(backupDir);
  mountDisk(backupDir, '64k');
  onTestFinished(() => unmountDisk(backupDir));
  const known = async () => (await t.editor('GET', '/api/admin/backup')).json();
  // Full in the copy of the database, in its first picture, in a later one.
  for (const size of ['64k', '700k', '2m']) {
    resizeDisk(backupDir, size);
    await expect(job(BACKUP_JOB)).rejects.toThrow('не хватило места');
    const message = expect.stringContaining(`На диске не хватило места: ${backupDir}`);
    expect(await known(), size).toMatchObject({ backup: null, failure: { message } });
    expect([size, await readdir(backupDir)]).toEqual([size, ['backup.lock']]);
    expect(await doctorLine('backup')).toMatchObject({
      state: 'bad',
      text: expect.stringContaining('не хватило места'),
    });
  }
  resizeDisk(backupDir, '64m');
  await job(BACKUP_JOB);
  expect(await known()).toMatchObject({ backup: { pictures: 5 }, failure: null });
  expect((await doctorLine('backup'))?.text).not.toContain('не хватило места');
  await job(RESTORE_TEST_JOB);
  expect(await known()).toMatchObject({ drill: { problem: null } });
});

test('a loss that is accepted is not told of again, a further one is', async () => {
  const images: { name: string }[] = (await t.editor('GET', '/api/admin/images')).json();
  const [first = '', second = ''] = images.map(({ name }) => name);
  await damageUploads(first);
  await expect(make()).rejects.toThrow(first);
  const accepted = await rampa(['backup', '--accept-loss'], env);
  const said = 'Картинок и файлов, которые на сайте уже пропали или повреждены: 1.';
  expect([accepted.code, accepted.out]).toEqual([0, expect.stringContaining(said)]);
  await make();
  await restoreTest(t.config, t.store.db);
  expect(await doctorLine('backup')).toMatchObject({ state: 'good' });
  await damageUploads(second);
  const refusal = await make().catch(String);
  expect(refusal).toContain(second);
  expect(refusal).not.toContain(first);
});

test('an upload that lies there with other bytes counts as lost, but for a smaller copy, which has no hash of its own', async () => {
  await damageUploads('-480.webp');
  await make();
  await damageUploads('.pdf');
  const named = /Копия неполная: повреждены картинки или файлы: \w{32}\.pdf\./;
  for (const attempt of [make, tryIncomplete]) await expect(attempt()).rejects.toThrow(named);
  expect((await make({ accept: true })).manifest.lost).toHaveLength(1);
  await make();
  await damageUploads();
  await expect(make()).rejects.toThrow(/повреждены картинки или файлы: \S+\.jpg, \S+\.jpg, \S+\.mp3[.;]/);
});

test('a copy of a database that lost most of its rows has failed until that is accepted, also where only the newest copy tells how many there were', async () => {
  const { db } = t.store;
  const halved = /Копия неполная: в ней меньше половины прежних новостей, страниц, картинок и файлов: 2 вместо 6\./;
  await make();
  for (const table of ['images', 'files'] as const) await db.deleteFrom(table).execute();
  await expect(make()).rejects.toThrow(halved);
  await expect(tryIncomplete()).rejects.toThrow('Копия неполная');
  await db.deleteFrom('settings').where('name', '=', 'backup').execute();
  await expect(make()).rejects.toThrow(halved);
  for (const accept of [true, false]) await make({ accept });
});

test('whatever an editor deletes is no loss', async () => {
  await t.store.files.put(await t.store.files.receive([pdf('Большой', 1_000_000)]), 'Большой.pdf');
  const { bytes } = await make();
  for (const library of ['files', 'news'])
    for (const { name, slug } of (await t.editor('GET', `/api/admin/${library}`)).json())
      expect((await t.editor('DELETE', `/api/admin/${library}/${name ?? slug}`)).statusCode).toBeLessThan(300);
  expect((await make()).bytes).toBeLessThan(bytes / 2);
});
