import { spawnSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../../config.ts';
import { runInChild } from '../../ops/backup/child-process.ts';
import { unfinishedIn } from '../../ops/backup/lock.ts';
import { backupState } from '../../ops/backup/state.ts';
import { rowsIn } from '../rig/cases.ts';
import { rampa, refusalOf } from '../rig/command.ts';
import { lineOf } from '../rig/doctor.ts';
import { needFolder } from '../rig/needs.ts';
import { inDatabase, oldSite } from '../rig/world/backups.ts';

const ROOT = path.join(import.meta.dirname, '../..');

let site: string;
let env: NodeJS.ProcessEnv;
let folder: string;
beforeEach(async () => {
  site = await oldSite();
  env = { DATA_DIR: site, PORT: '1' };
  folder = await needFolder();
});

const known = () => inDatabase(site, backupState);

test('a mistyped command with a place that cannot be gets one Russian sentence, and the panel hears nothing of it', async () => {
  const file = path.join(folder, 'file');
  await writeFile(file, 'x');
  for (const [line, saying] of rowsIn('backup/mistyped.txt', '', { FILE: file, FOLDER: folder })) {
    const { code, err } = await rampa(line.split(' '), env);
    expect([code, err.trim().split('\n').at(-1)], line).toEqual([1, expect.stringContaining(saying)]);
    expect(err).not.toMatch(/\n\s+at /);
  }
  expect(await known()).toEqual({ backup: null, failure: null, drill: null });
  expect([await readdir(folder), await readFile(file, 'utf8')]).toEqual([['file'], 'x']);
});

test('a copy is checked by restoring it, and a check that another one is in the way of says nothing about it', async () => {
  expect((await rampa(['backup', '--check'], env)).err).toContain('ещё нет ни одной копии');
  await rampa(['backup'], env);
  expect(await rampa(['backup', '--check'], env)).toMatchObject({ code: 0, out: expect.stringContaining('исправна') });
  const damaged = path.join(folder, 'damaged.tar');
  await rampa(['backup', '--to', damaged], env);
  await truncate(damaged, (await stat(damaged)).size - 512);
  expect(await refusalOf(['backup', '--check', damaged], env)).toMatch(/повреждена.*\n$/);
  expect(await readdir(path.join(site, 'backups'))).toEqual(['backup.lock', expect.stringMatching(/^rampa-.*\.tar$/)]);
  const before = await known();
  const lock = new DatabaseSync(path.join(site, 'backups', 'backup.lock'));
  lock.exec('begin exclusive');
  for (const args of [['backup', '--check'], ['backup']]) expect(await refusalOf(args, env)).toContain('Дождитесь');
  lock.close();
  expect(await known()).toEqual(before);
  expect(before.drill).toMatchObject({ problem: null });
});

test('on a disk that sites share, a copy clears away its own left-overs and nobody else’s', async () => {
  const own = unfinishedIn(path.join(site, 'backups'));
  const foreign = unfinishedIn(path.join(folder, 'other'));
  for (const name of [own, foreign]) await mkdir(path.join(folder, name));
  await rampa(['backup', '--to', path.join(folder, 'site.tar')], env);
  expect(await readdir(folder)).toEqual([foreign, 'site.tar']);
});

test('a copy on a disk that was taken out is no alarm, one that is gone from its place is', async () => {
  const state = async () => lineOf(JSON.parse((await rampa(['doctor', '--json'], env)).out), 'backup');
  await rampa(['backup', '--to', `${folder}/`], env);
  await rm(folder, { recursive: true });
  expect(await state()).toMatchObject({ state: 'good', text: expect.stringContaining(folder) });
  await rampa(['backup'], env);
  await rm(path.join(site, 'backups'), { recursive: true });
  expect(await state()).toMatchObject({ state: 'bad', text: expect.stringContaining('больше нет') });
});

test('the process that copies has what a connection to the database needs, and no secret of the server', async () => {
  const seen = path.join(folder, 'seen.json');
  const spy = path.join(folder, 'spy.mjs');
  await writeFile(spy, `import fs from 'node:fs'; fs.writeFileSync(process.env.SEEN, JSON.stringify(process.env));`);
  const given = {
    SEEN: seen,
    NODE_OPTIONS: `--import=${spy}`,
    PGPASSWORD: 'x',
    DATABASE_URL: 'postgres://other/x',
    DATABASE_URL_FILE: '/nonexistent/address',
    ADMIN_PASSWORD: 'kanareika-password',
    METRICS_TOKEN: 'kanareika-metrics',
  };
  for (const [name, value] of Object.entries(given)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  await runInChild(readConfig({ DATA_DIR: site }), 'backup', new AbortController().signal, () => {});
  const child = JSON.parse(await readFile(seen, 'utf8'));
  expect(child).toMatchObject({ PGPASSWORD: 'x', DATA_DIR: site });
  for (const name of ['DATABASE_URL', 'DATABASE_URL_FILE', 'ADMIN_PASSWORD', 'METRICS_TOKEN'])
    expect(child).not.toHaveProperty(name);
});

const STRANGER = { uid: 65534, gid: 65534 };
const hasStranger =
  process.getuid?.() === 0 && spawnSync('test', ['-r', 'cli/rampa.ts'], { ...STRANGER, cwd: ROOT }).status === 0;

function asStranger(args: string[]) {
  const options = { ...STRANGER, cwd: ROOT, env, encoding: 'utf8' } as const;
  const { status, stderr } = spawnSync(process.execPath, args, options);
  return [status, stderr.trim().split('\n').at(-1)];
}

test.runIf(hasStranger)('as another user than the server, every command says whose rights it needs', async () => {
  const copy = path.join(folder, 'site.tar');
  await rampa(['backup', '--to', copy], env);
  await chmod(copy, 0o644);
  await chmod(folder, 0o755);
  const expectAdvice = (...args: string[]) =>
    expect(asStranger(['cli/rampa.ts', ...args])).toEqual([1, expect.stringContaining('под которым работает')]);
  expectAdvice('admin', 'list');
  expectAdvice('backup');
  expectAdvice('restore', copy, '--yes');
  await chmod(site, 0o755);
  expectAdvice('backup');
});
