import { spawnSync } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openSqlite } from '../../db/dialect.ts';
import { rampa } from '../rig/command.ts';
import { LATER_STEP, LATER_VERSION } from '../rig/database/later-step.ts';
import { failToStart, startServer } from '../rig/server.ts';
import { digestsIn, oldSite } from '../rig/world/backups.ts';

test('before an upgrade of the schema the database is copied, once, and the copy can be restored', async () => {
  const dataDir = await oldSite();
  await (await startServer({ dataDir, env: LATER_VERSION })).stop();
  const names = (await readdir(path.join(dataDir, 'backups'))).filter((name) => name.endsWith('.tar'));
  expect(names).toEqual([
    expect.stringMatching(new RegExp(`^rampa-before-\\d+\\.\\d+\\.\\d+-${LATER_STEP}-.*Z\\.tar$`)),
  ]);
  await (await startServer({ dataDir, env: LATER_VERSION })).stop();
  expect(await readdir(path.join(dataDir, 'backups'))).toHaveLength(2);
  const copy = path.join(dataDir, 'backups', names[0] ?? '');
  await mkdir(path.join(dataDir, 'uploads'), { recursive: true });
  await writeFile(path.join(dataDir, 'uploads', 'old.jpg'), 'остаётся');
  const restored = await rampa(['restore', copy, '--yes'], { DATA_DIR: dataDir, ...LATER_VERSION });
  expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('картинок и файлов: они остались прежними') });
  expect(await readdir(path.join(dataDir, 'uploads'))).toEqual(['old.jpg']);
});

/** Something is in the way of the table that the step makes last. */
async function siteThatFails(): Promise<string> {
  const dataDir = await oldSite();
  const db = openSqlite(path.join(dataDir, 'rampa.sqlite'));
  await sql`create index sponsors on articles (id)`.execute(db);
  await db.destroy();
  return dataDir;
}

test('a step that fails leaves one line that names the copy, and the database as it was', async () => {
  const dataDir = await siteThatFails();
  const before = await digestsIn(dataDir);
  const { code, stderr } = await failToStart({ DATA_DIR: dataDir, ...LATER_VERSION });
  const [name = ''] = (await readdir(path.join(dataDir, 'backups'))).filter((each) => each.endsWith('.tar'));
  expect([code, stderr.trim().split('\n').length]).toEqual([1, 1]);
  expect(stderr).toContain(path.join(dataDir, 'backups', name));
  expect(name).toContain(LATER_STEP);
  expect(await digestsIn(dataDir)).toEqual(before);
});

test('without a copy there is no upgrade', async () => {
  const dataDir = await oldSite();
  await writeFile(path.join(dataDir, 'backups'), 'no folder');
  const { code, stderr } = await failToStart({ DATA_DIR: dataDir, ...LATER_VERSION });
  expect([code, stderr.trim().split('\n').length]).toEqual([1, 1]);
  expect(stderr).toMatch(/поэтому база не изменена\. .*лежит файл, а не папка/);
});

test.each([
  ['starts the whole new version', oldSite, 0, /^$/],
  ['says what fails', siteThatFails, 1, /sponsors.*\n$/],
])(
  'the rehearsal of an upgrade, on the database of a copy, %s, changes nothing and leaves nothing',
  async (_what, make, code, said) => {
    const dataDir = await make();
    const copy = (await rampa(['backup'], { DATA_DIR: dataDir })).out.trim().split('\n').at(-1) ?? '';
    const before = [await digestsIn(dataDir), await readdir(path.join(dataDir, 'backups'))];
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', './boot/runtime.mjs', 'cli/rehearse.ts', copy],
      { env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...LATER_VERSION }, encoding: 'utf8' },
    );
    expect([status, stdout, stderr]).toEqual([code, '', expect.stringMatching(said)]);
    expect([await digestsIn(dataDir), await readdir(path.join(dataDir, 'backups'))]).toEqual(before);
  },
);
