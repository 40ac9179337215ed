import { spawnSync } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { rampa } from '../rig/command.ts';
import { LATER_STEP, LATER_VERSION } from '../rig/database/later-step.ts';
import { startRefusal, startServer } from '../rig/server.ts';
import { digestsIn, inDatabase, oldSite } from '../rig/world/backups.ts';

const copiesIn = async (dataDir: string) =>
  (await readdir(path.join(dataDir, 'backups'))).filter((name) => name.endsWith('.tar'));

test('before an upgrade of the schema the database is copied, once, and the copy can be restored', async () => {
  const dataDir = await oldSite();
  await (await startServer({ dataDir, env: LATER_VERSION })).stop();
  const names = await copiesIn(dataDir);
  const named = new RegExp(`^rampa-before-\\d+\\.\\d+\\.\\d+-${LATER_STEP}-.*Z\\.tar$`);
  expect(names).toEqual([expect.stringMatching(named)]);
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
