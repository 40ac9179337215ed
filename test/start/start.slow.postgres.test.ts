import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { openPostgres } from '../../db/dialect.ts';
import { listAdmins } from '../../model/admins/admins.ts';
import { regularName } from '../../ops/backup/retention.ts';
import { refusalOf } from '../rig/command.ts';
import { needDatabase, needFolder, needProcess } from '../rig/needs.ts';
import { signIn, startRefusal } from '../rig/server.ts';
import { oldSite } from '../rig/world/backups.ts';

let dataDir: string;
let databaseUrl: string;
beforeEach(async () => {
  dataDir = await needFolder();
  const fresh = await needDatabase(dataDir);
  await fresh.db.destroy();
  databaseUrl = fresh.databaseUrl ?? '';
});

async function refused(sign: RegExp): Promise<void> {
  const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
  const refusal = await startRefusal(env);
  expect(refusal).toMatch(/^DATABASE_URL: база postgres.* пуста, а рядом есть /);
  expect(refusal).toMatch(sign);
  for (const args of [['admin', 'list'], ['backup']]) expect(await refusalOf(args, env), args[0]).toMatch(sign);
}

test('an empty database beside copies starts no new site, and is none afterwards', async () => {
  const copy = regularName(new Date());
  await mkdir(path.join(dataDir, 'backups'));
  await writeFile(path.join(dataDir, 'backups', copy), 'x');
  await refused(new RegExp(`резервные копии .*restore ${copy}`));
  await rm(path.join(dataDir, 'backups'), { recursive: true });
  await needProcess({ dataDir, env: { DATABASE_URL: databaseUrl } });
});

test('an empty database beside pictures, or a site on SQLite that was not moved, starts no new site', async () => {
  await mkdir(path.join(dataDir, 'uploads'));
  await writeFile(path.join(dataDir, 'uploads', 'x.jpg'), 'x');
  await refused(/картинки или файлы .*сайт потерял базу/);
  await rm(dataDir, { recursive: true });
  const refusal = await startRefusal({ DATA_DIR: await oldSite(), DATABASE_URL: databaseUrl });
  expect(refusal).toMatch(/база SQLite \(.*перенесите сайт \(npm run rampa -- move\)/);
});

const SERVERS = 5;

test('five servers that start at once on an empty database make one administrator, with one password', async () => {
  const env = { DATABASE_URL: databaseUrl, ADMIN_PASSWORD: '' };
  const servers = await Promise.all(Array.from({ length: SERVERS }, () => needProcess({ env })));
  const look = await openPostgres(databaseUrl);
  expect(await listAdmins(look)).toHaveLength(1);
  await look.destroy();
  const files = servers.map(({ dataDir: own }) => path.join(own, 'first-password')).filter(existsSync);
  expect(files).toHaveLength(1);
  const password = readFileSync(files[0] ?? '', 'utf8').trim();
  const others = servers.filter(({ dataDir: own }) => !files[0]?.startsWith(own));
  await signIn(others[0]?.origin ?? '', { username: 'admin', password });
  await expect.poll(() => files.filter(existsSync)).toEqual([]);
});
