import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { assertTarget, copyElsewhere } from '../../ops/backup/elsewhere/copy.ts';
import { regularName } from '../../ops/backup/retention.ts';
import { backUp } from '../../ops/backup/run.ts';
import { elsewhereState } from '../../ops/backup/state.ts';
import { UNFINISHED } from '../../ops/errors.ts';
import { parseValues } from '../../ops/metrics/text.ts';
import type { TestApp } from '../rig/app.ts';
import { rampa, startCommand } from '../rig/command.ts';
import { canMount, mountDisk, unmountDisk } from '../rig/database/small-disk.ts';
import { lineOf } from '../rig/doctor.ts';
import { needFolder, needProcess, needSite } from '../rig/needs.ts';
import { send, signIn } from '../rig/server.ts';
import { digestsIn, oldSite, restoreInto } from '../rig/world/backups.ts';

const DAY = 24 * 3600 * 1000;
const MARKER = 'rampa-site.txt';

let to: string;
beforeEach(async () => {
  to = await needFolder();
});

const archivesIn = async (folder: string) => (await readdir(folder)).filter((name) => /^rampa-\d.*\.tar$/.test(name));

test('a copy that the panel ordered goes to BACKUP_TO; a disk that is away is told of everywhere, and caught up with', async () => {
  const [away, dataDir] = [`${to}-away`, await oldSite()];
  expect((await rampa(['backup'], { DATA_DIR: dataDir })).code).toBe(0);
  await rename(to, away);
  const server = await needProcess({ dataDir, env: { BACKUP_TO: to } });
  const token = await signIn(server.origin);
  const get = async (address: string) => (await send(server.origin, 'GET', `/admin/${address}`, token)).json();
  const elsewhere = async () => (await get('backup')).elsewhere;
  const line = async () => lineOf(await get('doctor?fresh'), 'backup-elsewhere');
  const figure = async (name: string) => {
    const text = await (await fetch(`${server.origin}/metrics`)).text();
    return parseValues(text).find((each) => each.name === `rampa_backup_elsewhere_${name}`)?.value;
  };
  // At the start, and the site runs all the same.
  await expect.poll(async () => (await elsewhere()).failure?.message).toContain(`Папки ${to} из BACKUP_TO нет`);
  await expect.poll(server.log).toContain(`Папки ${to} из BACKUP_TO нет`);
  expect([existsSync(to), await elsewhere()]).toMatchObject([false, { to, copied: null }]);
  await expect.poll(line).toMatchObject({ state: 'bad', text: expect.stringContaining('диск не подключён') });
  expect(await figure('success')).toBe(0);

  await rename(away, to);
  await send(server.origin, 'POST', '/admin/backup', token);
  await expect.poll(elsewhere).toMatchObject({ failure: null, copied: { count: 2 } });
  const { backup } = await get('backup');
  const newest = path.basename(backup.file);
  expect((await elsewhere()).copied.newest.name).toBe(newest);
  expect(await archivesIn(to)).toEqual(await archivesIn(path.dirname(backup.file)));
  expect(await readFile(path.join(to, newest))).toEqual(await readFile(backup.file));
  await expect.poll(line).toMatchObject({ state: 'good', text: expect.stringContaining('2 копии') });
  expect([await figure('success'), await figure('timestamp_seconds')]).toEqual([1, expect.any(Number)]);
});

describe('the folder of BACKUP_TO', () => {
  let site: TestApp;
  beforeEach(async () => {
    site = await needSite({ BACKUP_TO: to });
  });
  const copy = () => copyElsewhere(site.config, site.store.db, () => {});
  const known = () => elsewhereState(site.store.db);

  test('keeps what BACKUP_DIR keeps, besides copies that are gone there, and nothing else is removed', async () => {
    const now = Date.now();
    const nights = Array.from({ length: 40 }, (_, days) => regularName(new Date(now - (days + 1) * DAY)));
    await mkdir(site.config.backupDir, { recursive: true });
    await writeFile(path.join(site.config.backupDir, nights[0] ?? ''), 'newest');
    await copy();
    for (const name of nights.slice(1)) await writeFile(path.join(to, name), 'old');
    const foreign = ['rampa-важная.tar', 'photo.jpg', '.unfinished-of-others-1'];
    for (const name of foreign) await writeFile(path.join(to, name), '');
    await copy();
    expect(await readdir(to)).toEqual(expect.arrayContaining([...foreign, MARKER]));
    // Three, then of the following days and weeks.
    expect([9, 10, 11]).toContain((await archivesIn(to)).length);
    expect(await archivesIn(to)).toEqual(expect.arrayContaining(nights.slice(0, 7)));
  });

  test('takes a copy anew that was cut short there', async () => {
    const { file } = await backUp(site.config, site.store.db);
    await copy();
    const there = path.join(to, path.basename(file));
    await writeFile(there, (await readFile(file)).subarray(0, 1000));
    await copy();
    expect(await readFile(there)).toEqual(await readFile(file));
  });

  test('that holds copies of another site, or of nobody known, is refused and left as it is', async () => {
    const refused = async (sentence: string) => {
      const before = await readdir(to);
      await expect(assertTarget(site.config, site.store.db)).rejects.toThrow(sentence);
      await expect(copy()).rejects.toThrow(sentence);
      expect(await readdir(to)).toEqual(before);
      expect((await known()).failure?.message).toContain(sentence);
    };
    const { file } = await backUp(site.config, site.store.db);
    await writeFile(path.join(to, 'rampa-2020-01-01T00-00-00Z.tar'), 'of others');
    await refused('чьи они, неизвестно');
    await writeFile(path.join(to, MARKER), 'another\n');
    await refused('копии другого сайта');
    await rm(path.join(to, MARKER));
    await rm(path.join(to, 'rampa-2020-01-01T00-00-00Z.tar'));
    await copy();
    expect(await known()).toMatchObject({ failure: null, copied: { newest: { name: path.basename(file) } } });
  });

  test('that leads back to the data is refused', async () => {
    await mkdir(path.join(site.config.dataDir, 'inside'));
    await rm(to, { recursive: true });
    spawnSync('ln', ['-s', path.join(site.config.dataDir, 'inside'), to]);
    await expect(copy()).rejects.toThrow('ведёт в');
  });

  test('is known to a site that was restored from it, and not to a new one', async () => {
    const { file } = await backUp(site.config, site.store.db);
    // Names of archives are exact to the second: the copy of the restored site must not take the same one.
    const yesterday = path.join(path.dirname(file), regularName(new Date(Date.now() - DAY)));
    await rename(file, yesterday);
    await copy();
    const dataDir = await needFolder();
    await restoreInto(path.join(to, path.basename(yesterday)), dataDir);
    const env = { DATA_DIR: dataDir, BACKUP_TO: to };
    expect(await rampa(['backup'], env)).toMatchObject({ code: 0, out: expect.stringContaining(to) });
    expect(await archivesIn(to)).toHaveLength(2);
    const { code, out, err } = await rampa(['backup'], { DATA_DIR: await oldSite(), BACKUP_TO: to });
    expect([code, out, err]).toEqual([1, expect.stringContaining('rampa-'), expect.stringContaining('другого сайта')]);
    expect(await archivesIn(to)).toHaveLength(2);
  });

  /** An archive whose bytes the test gives when it likes. */
  async function slowArchive(): Promise<string> {
    const pipe = path.join(site.config.backupDir, regularName(new Date(Date.now() - DAY)));
    await mkdir(site.config.backupDir, { recursive: true });
    spawnSync('mkfifo', [pipe]);
    return pipe;
  }
  const unfinished = async () => (await readdir(to)).filter((name) => name.startsWith(UNFINISHED)).length;
  const feed = (pipe: string, bytes: number) => writeFile(pipe, Buffer.alloc(bytes, 1)).catch(() => {});

  test('that goes away in the middle of a copy has no half of one afterwards', async () => {
    const pipe = await slowArchive();
    const failed = expect(copy()).rejects.toThrow(/нет|места/);
    await expect.poll(async () => (await readdir(to)).includes(MARKER) && (await unfinished())).toBe(1);
    const away = `${to}-away`;
    await rename(to, away);
    await feed(pipe, 1000);
    await failed;
    await rename(away, to);
    expect(await archivesIn(to)).toEqual([]);
    await rm(pipe);
    await writeFile(pipe, 'whole');
    await copy();
    expect(await archivesIn(to)).toEqual([path.basename(pipe)]);
    expect(await unfinished()).toBe(0);
  });

  test('that gives back other bytes than were written gets no copy', async () => {
    const pipe = await slowArchive();
    const failed = expect(copy()).rejects.toThrow('не такой, какой была записана');
    const source = await open(pipe, 'w');
    await source.write(Buffer.alloc(1000, 1));
    await expect.poll(unfinished).toBe(1);
    const [half = ''] = (await readdir(to)).filter((name) => name.startsWith(UNFINISHED));
    await expect.poll(async () => (await stat(path.join(to, half))).size).toBe(1000);
    const disk = await open(path.join(to, half), 'r+');
    await disk.write('x', 500);
    await disk.close();
    await source.close();
    await failed;
    expect(await archivesIn(to)).toEqual([]);
  });

  test('is cleared of what a killed copy left', async () => {
    const pipe = await slowArchive();
    const { child, ended } = startCommand(['backup'], { DATA_DIR: site.config.dataDir, BACKUP_TO: to });
    await expect.poll(async () => (await archivesIn(to)).length).toBe(1);
    await expect.poll(unfinished).toBe(1);
    child.kill('SIGKILL');
    await ended;
    expect(await unfinished()).toBe(1);
    await rm(pipe);
    await copy();
    expect([await unfinished(), (await archivesIn(to)).length]).toEqual([0, 1]);
  });

  test.runIf(canMount())('on a disk without room gets nothing, before or in the middle of a copy', async () => {
    mountDisk(to, '20m');
    onTestFinished(() => unmountDisk(to));
    const pipe = await slowArchive();
    const failed = expect(copy()).rejects.toThrow('не хватило места');
    await expect.poll(unfinished).toBe(1);
    await feed(pipe, 24 * 1024 ** 2);
    await failed;
    expect(await readdir(to)).toEqual([MARKER]);
    await rm(pipe);
    await writeFile(path.join(to, 'of-others'), Buffer.alloc(5 * 1024 ** 2));
    const { file } = await backUp(site.config, site.store.db);
    await expect(copy()).rejects.toThrow('не хватает места');
    expect((await readdir(to)).toSorted()).toEqual(['of-others', MARKER].toSorted());
    await rm(path.join(to, 'of-others'));
    await copy();
    expect(await archivesIn(to)).toEqual([path.basename(file)]);
    unmountDisk(to);
    // An empty folder, but not that disk.
    await expect(copy()).rejects.toThrow(`Диск ${to}, на котором лежат копии из BACKUP_TO, не подключён`);
    expect(await readdir(to)).toEqual([]);
  });
});

test('a place of rclone is told of where that program is missing, and the copy is here', async () => {
  const dataDir = await oldSite();
  const env = { DATA_DIR: dataDir, BACKUP_TO: 'remote:copies', PATH: '/nowhere' };
  const { code, out, err } = await rampa(['backup'], env);
  expect([code, err]).toEqual([1, expect.stringContaining('а этой программы на сервере нет')]);
  expect(out).toContain(path.join(dataDir, 'backups', 'rampa-'));
});

test('the command lists copies of both places and takes their names', async () => {
  const dataDir = await oldSite();
  const env = { DATA_DIR: dataDir, BACKUP_TO: to };
  const backups = path.join(dataDir, 'backups');
  expect((await rampa(['backup'], env)).code).toBe(0);
  const [name = ''] = await archivesIn(to);
  const list = async () =>
    (await rampa(['backup', 'list'], env)).out.split('\n').map((line) => line.split(/ {2,}/).at(-1));
  expect(await list()).toEqual([`Копии в папке ${backups}:`, name, `Копии в другом месте, ${to}:`, name, '']);
  await rm(path.join(backups, name));
  expect(await list()).toEqual([`Копии в другом месте, ${to}:`, name, '']);
  expect(await rampa(['backup', '--check', name], env)).toMatchObject({ code: 0 });
  const fresh = await needFolder();
  expect(await rampa(['restore', name, '--yes'], { DATA_DIR: fresh, BACKUP_TO: to })).toMatchObject({ code: 0 });
  expect((await digestsIn(fresh)).articles).toEqual((await digestsIn(dataDir)).articles);
  await rm(to, { recursive: true });
  expect(await rampa(['backup', 'list'], env)).toMatchObject({ code: 1, err: expect.stringContaining('BACKUP_TO') });
});
