import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, cp, mkdir, readdir, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, test } from 'vitest';
import { rampa, refusalOf } from '../rig/command.ts';
import { needFolder, needProcess } from '../rig/needs.ts';
import { startRefusal } from '../rig/server.ts';
import { digestsIn, oldSite } from '../rig/world/backups.ts';

const NOBODY = 65_534;

/** A site with one copy beside it. */
const world = await oldSite();
expect((await rampa(['backup'], { DATA_DIR: world })).code).toBe(0);
const [copy = ''] = (await readdir(path.join(world, 'backups'))).filter((name) => name.endsWith('.tar'));
const { articles } = await digestsIn(world);

let dataDir: string;
let file: string;
beforeEach(async () => {
  dataDir = await needFolder();
  await cp(world, dataDir, { recursive: true });
  file = path.join(dataDir, 'rampa.sqlite');
});

const WAYS: [how: string, lose: () => Promise<unknown>, said: string][] = [
  ['is gone', () => rm(file), 'базы данных'],
  ['has no bytes', () => truncate(file), 'пуста'],
  ['has no tables', () => rm(file).then(makeEmpty), 'пуста'],
];

async function makeEmpty(): Promise<void> {
  const raw = new DatabaseSync(file);
  raw.exec('pragma user_version = 1');
  raw.close();
}

describe.each(WAYS)('a database that %s', (_how, lose, said) => {
  test('beside copies starts no new site, names the newest of them, and the copy brings the site back', async () => {
    await lose();
    const before = await stat(file).catch(() => undefined);
    const refusal = await startRefusal({ DATA_DIR: dataDir });
    expect(refusal).toMatch(/^DATA_DIR: .*резервные копии .*сайт потерял базу/);
    for (const words of [said, `npm run rampa -- restore ${copy}`]) expect(refusal).toContain(words);
    expect((await stat(file).catch(() => undefined))?.size).toBe(before?.size);
    expect(await readdir(dataDir)).not.toContain('first-password');
    expect((await rampa(['restore', copy, '--yes'], { DATA_DIR: dataDir })).code).toBe(0);
    expect((await digestsIn(dataDir)).articles).toEqual(articles);
  });

  test('beside pictures or a log of it starts nothing either, and no command touches it', async () => {
    await rm(path.join(dataDir, 'backups'), { recursive: true });
    await mkdir(path.join(dataDir, 'uploads'));
    await writeFile(path.join(dataDir, 'uploads', `${'0'.repeat(32)}.jpg`), 'x');
    await lose();
    expect(await startRefusal({ DATA_DIR: dataDir })).toMatch(/картинки или файлы .*сайт потерял базу/);
    for (const args of [['admin', 'list'], ['backup'], ['move', '--to', `${dataDir}-2`]]) {
      const refusal = await refusalOf(args, { DATA_DIR: dataDir });
      expect([args, refusal.trim().split('\n').length]).toEqual([args, 1]);
      expect(refusal).toMatch(said === 'пуста' && args[0] === 'move' ? /пуста/ : /сайт потерял базу/);
    }
    const doctor = await rampa(['doctor'], { DATA_DIR: dataDir, PORT: '1' });
    expect([doctor.code, doctor.out]).toEqual([2, expect.stringMatching(/сайт потерял базу|пуста/)]);
    // Once; the other lines refer to it.
    expect(doctor.out.match(/Узнать не удалось/g)).toBeNull();
  });
});

test('a folder that is lost with its copies starts nothing while BACKUP_TO has some, and a new site while it is away', async () => {
  const to = await needFolder();
  const env = { DATA_DIR: dataDir, BACKUP_TO: to };
  await rename(path.join(dataDir, 'backups', copy), path.join(to, copy));
  await rm(dataDir, { recursive: true });
  for (const isThere of [false, true]) {
    if (isThere) await mkdir(dataDir);
    const refusal = await startRefusal(env);
    expect(refusal).toContain(`а рядом есть резервные копии (${to}): похоже, сайт потерял базу`);
    expect(refusal).toMatch(new RegExp(`restore ${copy}\\. .* пустую папку в DATA_DIR и в BACKUP_TO`));
    expect([existsSync(file), existsSync(dataDir)]).toEqual([false, isThere]);
  }
  await rename(to, `${to}-away`);
  const server = await needProcess({ dataDir, env: { BACKUP_TO: to } });
  expect((await fetch(`${server.origin}/news/old`)).status).toBe(404);
});

test('a log beside a database that is gone starts nothing, whatever is in it', async () => {
  await rm(path.join(dataDir, 'backups'), { recursive: true });
  for (const log of ['', 'x']) {
    await rm(file, { force: true });
    await writeFile(`${file}-wal`, log);
    expect(await startRefusal({ DATA_DIR: dataDir })).toMatch(/^DATA_DIR: .*её журнал .*restore Файл/);
  }
});

test('an empty file with nothing of a site beside it becomes a new one', async () => {
  await truncate(file);
  await writeFile(`${file}-wal`, '');
  await rm(path.join(dataDir, 'backups', copy));
  await mkdir(path.join(dataDir, 'uploads', 'lost+found'), { recursive: true });
  const server = await needProcess({ dataDir, env: { DATA_DIR: path.relative(process.cwd(), dataDir) } });
  expect((await fetch(`${server.origin}/news/old`)).status).toBe(404);
  // A relative setting depends on the folder of the start.
  expect(server.log().split('\n')[0]).toContain(`"msg":"DATA_DIR is ${dataDir}"`);
});

test.runIf(process.getuid?.() === 0)(
  'a database or a lock of another user, which would not hold, is refused with the command that gives them away',
  async () => {
    await chown(dataDir, NOBODY, NOBODY);
    const lock = path.join(dataDir, 'server.lock');
    await writeFile(lock, '');
    for (const [closed, mode] of [
      [file, 0o600],
      [file, 0o644],
      [lock, 0o644],
    ] as const) {
      for (const each of [file, lock]) await chown(each, each === closed ? 0 : NOBODY, NOBODY);
      await chmod(closed, mode);
      const { status, stderr } = spawnSync(process.execPath, ['server.ts'], {
        env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0' },
        uid: NOBODY,
        gid: NOBODY,
        encoding: 'utf8',
      });
      expect([status, stderr]).toEqual([1, expect.stringContaining('нельзя писать')]);
      expect(stderr.trim()).toMatch(new RegExp(`sudo chown -R ${NOBODY} ${dataDir}$`));
    }
  },
);
