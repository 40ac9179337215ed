import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openSqlite } from '../../db/dialect.ts';
import { oldSite } from '../backups.ts';
import { rampa } from '../command.ts';
import { failToStart, startServer } from '../server.ts';

test('before an upgrade of the schema the database is copied, once, and the copy can be restored', async () => {
  const dataDir = await oldSite('0003-team');
  await (await startServer({ dataDir })).stop();
  const names = (await readdir(path.join(dataDir, 'backups'))).filter((name) => name.endsWith('.tar'));
  expect(names).toEqual([expect.stringMatching(/^rampa-before-\d+\.\d+\.\d+-0004-changes-.*Z\.tar$/)]);
  await (await startServer({ dataDir })).stop();
  expect(await readdir(path.join(dataDir, 'backups'))).toHaveLength(2);
  const copy = path.join(dataDir, 'backups', names[0] ?? '');
  await mkdir(path.join(dataDir, 'uploads'), { recursive: true });
  await writeFile(path.join(dataDir, 'uploads', 'old.jpg'), 'остаётся');
  const restored = await rampa(['restore', copy, '--yes'], { DATA_DIR: dataDir });
  expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('картинок: они остались прежними') });
  expect(await readdir(path.join(dataDir, 'uploads'))).toEqual(['old.jpg']);
});

test('a step that fails leaves one line that names the copy, and the database as it was', async () => {
  const dataDir = await oldSite('0005-growth');
  const db = openSqlite(path.join(dataDir, 'rampa.sqlite'));
  await sql`create index devices_admin on articles (id)`.execute(db);
  await db.destroy();
  const { code, stderr } = await failToStart({ DATA_DIR: dataDir });
  const [name = ''] = (await readdir(path.join(dataDir, 'backups'))).filter((each) => each.endsWith('.tar'));
  expect([code, stderr.trim().split('\n').length]).toEqual([1, 1]);
  expect(stderr).toContain(path.join(dataDir, 'backups', name));
  expect(name).toContain('0006-entry');
});

test('without a copy there is no upgrade', async () => {
  const dataDir = await oldSite('0005-growth');
  await writeFile(path.join(dataDir, 'backups'), 'no folder');
  const { code, stderr } = await failToStart({ DATA_DIR: dataDir });
  expect([code, stderr.trim().split('\n').length]).toEqual([1, 1]);
  expect(stderr).toContain('nothing was changed');
  expect(stderr).not.toMatch(/[а-яё]/i);
});
