import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chown, cp, mkdir, readdir, readFile, rename, stat, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { readDatabaseFacts } from '../../db/dialect.ts';
import { makeBackup } from '../../ops/backup/create.ts';
import { finishRestore } from '../../ops/backup/swap.ts';
import { rampa, refusalOf, startCommand } from '../rig/command.ts';
import { LATER_STEP, LATER_VERSION } from '../rig/database/later-step.ts';
import { canMount, mountDisk, resizeDisk, unmountDisk } from '../rig/database/small-disk.ts';
import { needFolder, needProcess, needSite } from '../rig/needs.ts';
import { startRefusal, startServer } from '../rig/server.ts';
import { heardOn } from '../rig/sockets.ts';
import {
  backUpSite,
  digestsIn,
  fillSite,
  inDatabase,
  lastingDigests,
  oldSite,
  restoreInto,
} from '../rig/world/backups.ts';

const t = await needSite();
const pictures = (await fillSite(t)).map((url) => path.basename(url)).sort();
const { file } = await backUpSite(t);
const fresh = await lastingDigests(t.store.db);
let dataDir: string;
beforeEach(async () => {
  dataDir = await needFolder();
});

test('the old data are kept aside, whole', async () => {
  const site = await oldSite();
  const old = await digestsIn(site);
  await mkdir(path.join(site, 'uploads'));
  await writeFile(path.join(site, 'uploads', 'old.jpg'), 'старая');
  const { code, out } = await rampa(['restore', file, '--yes'], { DATA_DIR: site });
  const aside = /в папке (\S+)\./.exec(out)?.[1] ?? '';
  expect([code, await digestsIn(site), await readdir(path.join(site, 'uploads'))]).toEqual([0, fresh, pictures]);
  expect(await digestsIn(aside)).toEqual(old);
  expect(await readFile(path.join(aside, 'uploads', 'old.jpg'), 'utf8')).toBe('старая');
  expect((await rampa(['restore', file, '--yes'], { DATA_DIR: site })).out).not.toContain(`${aside}.`);
});

test('without --yes a copy is restored into an empty place, and where something lies nothing happens without a terminal', async () => {
  const { code, err } = await rampa(['restore', file], { DATA_DIR: dataDir });
  expect([code, err.includes('--yes')]).toEqual([0, false]);
  const before = await readdir(dataDir);
  expect(before).toContain('rampa.sqlite');
  const refused = await rampa(['restore', file], { DATA_DIR: dataDir });
  expect([refused.code, refused.err, await readdir(dataDir)]).toEqual([1, expect.stringContaining('--yes'), before]);
});

test('while a server runs on the data a restore is refused, and the server goes on', async () => {
  const server = await needProcess({ dataDir });
  for (const args of [['--yes'], []])
    expect(await refusalOf(['restore', file, ...args], { DATA_DIR: dataDir })).toMatch(/работает\. Остановите.*\n$/);
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
  expect(await readdir(path.join(dataDir))).not.toContain('restore.json');
});

test('with --wait it begins in the moment in which the server has ended', async () => {
  const server = await startServer({ dataDir });
  const { child, ended } = startCommand(['restore', file, '--yes', '--wait'], { DATA_DIR: dataDir });
  if (child.stderr) await once(child.stderr, 'data');
  await server.terminate();
  expect((await ended).code).toBe(0);
  expect(await digestsIn(dataDir)).toEqual(fresh);
});

test('killed at any moment, it leaves the old data or the new ones', async () => {
  const site = await oldSite();
  await mkdir(path.join(site, 'uploads'));
  const old = await digestsIn(site);
  const seen = new Set<string>();
  for (const [stage, delay] of MOMENTS) {
    const copy = path.join(dataDir, `${stage}-${delay}`);
    await cp(site, copy, { recursive: true });
    await killRestore(copy, stage, delay);
    await finishRestore(copy);
    const found = await digestsIn(copy);
    const isOld = JSON.stringify(found) === JSON.stringify(old);
    expect(found).toEqual(isOld ? old : fresh);
    expect((await readdir(path.join(copy, 'uploads'))).sort()).toEqual(isOld ? [] : pictures);
    expect((await readdir(copy)).filter((name) => name.startsWith('.restore-') || name === 'restore.json')).toEqual([]);
    seen.add(isOld ? 'old' : 'new');
  }
  expect(seen).toContain('old');
});

const isRoot = process.getuid?.() === 0;
const ENOUGH = '64m';
const STEP = 128 * 1024; // bytes

test.runIf(canMount())('a disk without room for a backup from elsewhere keeps the site that is on it', async () => {
  mountDisk(dataDir, ENOUGH);
  onTestFinished(() => unmountDisk(dataDir));
  await cp(await oldSite(), dataDir, { recursive: true });
  await mkdir(path.join(dataDir, 'uploads'));
  for (const name of ['uploads/old.jpg', 'server.lock']) await writeFile(path.join(dataDir, name), '');
  const site = async () => [await digestsIn(dataDir), (await readdir(dataDir, { recursive: true })).toSorted()];
  const before = await site();
  const { blocks, bfree, bsize } = await statfs(dataDir);
  let room = 0;
  for (; room < 64 * STEP; room += STEP) {
    resizeDisk(dataDir, String((blocks - bfree) * bsize + room));
    const refusal = await restoreInto(file, dataDir).then(() => undefined, String);
    resizeDisk(dataDir, ENOUGH);
    if (refusal === undefined) break;
    expect(refusal).toMatch(/На диске не хват(ает|ило) места: .+\. Освободите место и повторите\.$/);
    expect([room, await site()]).toEqual([room, before]);
  }
  expect(room).toBeGreaterThan(STEP);
  expect(await digestsIn(dataDir)).toEqual(fresh);
});

test.runIf(canMount())('a disk of its own in place of the uploads keeps a site from a half restore', async () => {
  const uploads = path.join(dataDir, 'uploads');
  await mkdir(uploads);
  mountDisk(uploads, ENOUGH);
  onTestFinished(() => unmountDisk(uploads));
  await expect(restoreInto(file, dataDir)).rejects.toThrow(`На место ${uploads} подключён отдельный диск.`);
  expect(await readdir(dataDir)).toEqual(['server.lock', 'uploads']);
});

/** Lines that the command prints as it goes on, and how long to wait behind each, in ms. */
const MOMENTS: [stage: string, delay: number][] = [
  ['Проверяю архив', 0],
  ['Распаковываю базу', 0],
  ['Проверяю базу', 5],
  ...[0, 4, 8, 16].map((delay): [string, number] => ['Распаковываю картинки и файлы', delay]),
];

async function killRestore(site: string, stage: string, delay: number): Promise<void> {
  const { child, ended } = startCommand(['restore', file, '--yes'], { DATA_DIR: site });
  const said = heardOn(child.stderr);
  child.stderr.on('data', async () => {
    if (!said().includes(stage)) return;
    if (delay > 0) await sleep(delay);
    child.kill('SIGKILL');
  });
  await ended;
}

test('a swap that was cut off behind any of its steps is ended by the next start', async () => {
  const moves = [
    ['rampa.sqlite-wal', 'aside/rampa.sqlite-wal'],
    ['rampa.sqlite', 'aside/rampa.sqlite'],
    ['.restore-1/rampa.sqlite', 'rampa.sqlite'],
    ['uploads', 'aside/uploads'],
    ['.restore-1/uploads', 'uploads'],
    ['first-password', 'aside/first-password'],
  ] as const;
  const parts = ['rampa.sqlite-wal', 'rampa.sqlite-shm', 'rampa.sqlite', 'uploads', 'first-password'];
  for (let steps = 0; steps <= moves.length; steps += 1) {
    const site = path.join(dataDir, String(steps));
    for (const each of ['uploads', 'aside', '.restore-1/uploads'])
      await mkdir(path.join(site, each), { recursive: true });
    for (const each of ['rampa.sqlite', 'rampa.sqlite-wal', 'first-password', 'uploads/old'])
      await writeFile(path.join(site, each), 'old');
    for (const each of ['rampa.sqlite', 'uploads/new']) await writeFile(path.join(site, '.restore-1', each), 'new');
    await writeFile(path.join(site, 'restore.json'), JSON.stringify({ from: '.restore-1', aside: 'aside', parts }));
    for (const [from, to] of moves.slice(0, steps)) await rename(path.join(site, from), path.join(site, to));
    await finishRestore(site);
    expect((await readdir(site)).sort()).toEqual(['aside', 'rampa.sqlite', 'uploads']);
    expect(await readFile(path.join(site, 'rampa.sqlite'), 'utf8')).toBe('new');
    expect(await readdir(path.join(site, 'uploads'))).toEqual(['new']);
    const aside = ['first-password', 'rampa.sqlite', 'rampa.sqlite-wal', 'uploads'];
    expect((await readdir(path.join(site, 'aside'))).sort()).toEqual(aside);
  }
});

test('a server that starts on a cut off restore ends it first, and a command waits for it', async () => {
  await rampa(['restore', file, '--yes'], { DATA_DIR: path.join(dataDir, '.restore-1') });
  const swap = { from: '.restore-1', aside: 'aside', parts: ['rampa.sqlite', 'uploads'] };
  await writeFile(path.join(dataDir, 'restore.json'), JSON.stringify(swap));
  expect(await refusalOf(['admin', 'list'], { DATA_DIR: dataDir })).toContain('не закончено');
  const server = await needProcess({ dataDir });
  expect(await (await fetch(`${server.origin}/api/news?fields=card`)).json()).toHaveLength(2);
});

test('a copy of a newer version is refused', async () => {
  const newer = await oldSite();
  const future = path.join(dataDir, 'future.tar');
  await inDatabase(newer, async (db) => {
    await sql`insert into kysely_migration (name, timestamp) values ('9999-future', '2030')`.execute(db);
    await makeBackup({ config: { dataDir: newer, backupDir: path.join(newer, 'backups') }, db, file: future });
  });
  const refusal = await refusalOf(['restore', future, '--yes'], { DATA_DIR: path.join(dataDir, 'site') });
  expect(refusal).toContain('более новой версией');
});

test('a copy killed in the middle leaves no archive, and the next one clears up after it', async () => {
  const site = await oldSite();
  const { child, ended } = startCommand(['backup'], { DATA_DIR: site });
  child.stderr?.on('data', (piece) => String(piece).includes('Копирую базу') && child.kill('SIGKILL'));
  await ended;
  expect((await readdir(path.join(site, 'backups'))).filter((name) => name.endsWith('.tar'))).toEqual([]);
  expect((await rampa(['backup'], { DATA_DIR: site })).code).toBe(0);
  expect(await readdir(path.join(site, 'backups'))).toEqual(['backup.lock', expect.stringMatching(/^rampa-.*\.tar$/)]);
});

test.runIf(isRoot)('run by root, commands leave nothing that the site’s own user cannot use', async () => {
  const site = await oldSite();
  for (const each of [site, path.join(site, 'rampa.sqlite')]) await chown(each, NOBODY, NOBODY);
  expect((await rampa(['backup'], { DATA_DIR: site })).code).toBe(0);
  expect((await rampa(['restore', file, '--yes'], { DATA_DIR: site })).code).toBe(0);
  for (const name of await readdir(site, { recursive: true }))
    expect([name, (await stat(path.join(site, name))).uid]).toEqual([name, NOBODY]);
});

const NOBODY = 65_534;

const copiesIn = async (dataDir: string) =>
  (await readdir(path.join(dataDir, 'backups'))).filter((name) => name.endsWith('.tar'));

test('before an upgrade of the schema the database is copied, once, and the copy can be restored, copied and upgraded again', async () => {
  const dataDir = await oldSite();
  const env = { DATA_DIR: dataDir, ...LATER_VERSION };
  await (await startServer({ dataDir, env: LATER_VERSION })).stop();
  const names = await copiesIn(dataDir);
  const named = new RegExp(`^rampa-before-\\d+\\.\\d+\\.\\d+-${LATER_STEP}-.*Z\\.tar$`);
  expect(names).toEqual([expect.stringMatching(named)]);
  await (await startServer({ dataDir, env: LATER_VERSION })).stop();
  expect(await readdir(path.join(dataDir, 'backups'))).toHaveLength(2);
  const copy = path.join(dataDir, 'backups', names[0] ?? '');
  await mkdir(path.join(dataDir, 'uploads'), { recursive: true });
  await writeFile(path.join(dataDir, 'uploads', 'old.jpg'), 'остаётся');
  const restored = await rampa(['restore', copy, '--yes'], env);
  expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('картинок и файлов: они остались прежними') });
  expect(await readdir(path.join(dataDir, 'uploads'))).toEqual(['old.jpg']);
  expect((await rampa(['backup'], env)).code).toBe(0);
  const lastStep = async () => (await inDatabase(dataDir, readDatabaseFacts)).schema;
  expect(await lastStep()).not.toBe(LATER_STEP);
  const server = await needProcess({ dataDir, env: LATER_VERSION });
  expect((await (await fetch(`${server.origin}/api/news/old`)).json()).title).toBe('Старая');
  expect(await lastStep()).toBe(LATER_STEP);
});

/** Something is in the way of the table that the step makes last. */
async function siteThatFails(): Promise<string> {
  const dataDir = await oldSite();
  await inDatabase(dataDir, (db) => sql`create index sponsors on articles (id)`.execute(db));
  return dataDir;
}

test('a step that fails leaves one line that names the copy, and the database as it was', async () => {
  const dataDir = await siteThatFails();
  const before = await digestsIn(dataDir);
  const refusal = await startRefusal({ DATA_DIR: dataDir, ...LATER_VERSION });
  const [name = ''] = await copiesIn(dataDir);
  expect(refusal).toContain(path.join(dataDir, 'backups', name));
  expect(name).toContain(LATER_STEP);
  expect(await digestsIn(dataDir)).toEqual(before);
});

test('without a copy there is no upgrade', async () => {
  const dataDir = await oldSite();
  await writeFile(path.join(dataDir, 'backups'), 'no folder');
  const refusal = await startRefusal({ DATA_DIR: dataDir, ...LATER_VERSION });
  expect(refusal).toMatch(/поэтому база не изменена\. .*лежит файл, а не папка/);
});

test.each([
  ['starts the whole new version', oldSite, 0, /^$/],
  ['says what fails', siteThatFails, 1, /sponsors.*\n$/],
])('a rehearsal of an upgrade, on a copy, %s, changes and leaves nothing', async (_what, make, code, said) => {
  const dataDir = await make();
  const copy = (await rampa(['backup'], { DATA_DIR: dataDir })).out.trim().split('\n').at(-1) ?? '';
  const before = [await digestsIn(dataDir), await readdir(path.join(dataDir, 'backups'))];
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, ...LATER_VERSION };
  const order = ['--import', './boot/runtime.mjs', 'cli/rehearse.ts', copy];
  const { status, stdout, stderr } = spawnSync(process.execPath, order, { env, encoding: 'utf8' });
  expect([status, stdout, stderr]).toEqual([code, '', expect.stringMatching(said)]);
  expect([await digestsIn(dataDir), await readdir(path.join(dataDir, 'backups'))]).toEqual(before);
});
