import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { regularName } from '../../ops/backup/archive/names.ts';
import { rampa } from '../rig/command.ts';
import { freshDatabase } from '../rig/database/databases.ts';
import { failToStart, startServer } from '../rig/server.ts';
import { oldSite } from '../rig/world/backups.ts';

let dataDir: string;
let databaseUrl: string;
let drop: () => Promise<void>;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'rampa-lost-'));
  const fresh = await freshDatabase(dataDir);
  await fresh.db.destroy();
  databaseUrl = fresh.databaseUrl ?? '';
  drop = fresh.drop;
});
afterEach(async () => {
  await drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function refused(sign: RegExp): Promise<void> {
  const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
  const { code, stderr } = await failToStart(env);
  expect([code, stderr.trim().split('\n').length]).toEqual([1, 1]);
  expect(stderr).toMatch(/^DATABASE_URL: база postgres.* пуста, а рядом есть /);
  expect(stderr).toMatch(sign);
  for (const args of [['admin', 'list'], ['backup']]) {
    const { code, err } = await rampa(args, env);
    expect([args, code, err]).toEqual([args, 1, expect.stringMatching(sign)]);
  }
}

test('an empty database beside copies starts no new site, and is none afterwards', async () => {
  const copy = regularName(new Date());
  await mkdir(path.join(dataDir, 'backups'));
  await writeFile(path.join(dataDir, 'backups', copy), 'x');
  await refused(new RegExp(`резервные копии .*restore ${copy}`));
  await rm(path.join(dataDir, 'backups'), { recursive: true });
  const server = await startServer({ dataDir, env: { DATABASE_URL: databaseUrl } });
  await server.terminate();
});

test('an empty database beside pictures, or a site on SQLite that was not moved, starts no new site', async () => {
  await mkdir(path.join(dataDir, 'uploads'));
  await writeFile(path.join(dataDir, 'uploads', 'x.jpg'), 'x');
  await refused(/картинки или файлы .*сайт потерял базу/);
  await rm(dataDir, { recursive: true });
  const site = await oldSite();
  const { stderr } = await failToStart({ DATA_DIR: site, DATABASE_URL: databaseUrl });
  expect(stderr).toMatch(/база SQLite \(.*перенесите сайт \(npm run rampa -- move\)/);
  await rm(site, { recursive: true });
});
