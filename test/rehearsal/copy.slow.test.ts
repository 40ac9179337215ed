import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { digestTables } from '../../db/copying/copying.ts';
import { openSqlite } from '../../db/dialect.ts';
import { databaseIn } from '../../db/open.ts';
import { listAdmins } from '../../model/admins/admins.ts';
import { EXCLUDED_TABLES } from '../../ops/backup/archive/snapshot.ts';
import { copySite } from '../../ops/rehearsal/copy.ts';
import { needFolder, needSite } from '../rig/needs.ts';
import { fillSite, inDatabase } from '../rig/world/backups.ts';

const site = await needSite();

test('the copy of a rehearsal holds the whole site and one more administrator, the site nothing new', async () => {
  await fillSite(site);
  const { db } = site.store;
  const before = await digestTables(db, { leaveOut: EXCLUDED_TABLES });
  const { dataDir, operator } = await copySite(site.config, path.join(await needFolder(), 'site'), () => {});
  const copy = openSqlite(databaseIn(dataDir));
  const copied = await digestTables(copy);
  const changed = Object.keys(before).filter((name) => copied[name]?.sha256 !== before[name]?.sha256);
  expect(changed.sort()).toEqual(['admins', 'journal']);
  const names = (await listAdmins(db)).map(({ username }) => username);
  expect((await listAdmins(copy)).map(({ username }) => username)).toEqual([...names, operator.username]);
  expect(await digestTables(db, { leaveOut: EXCLUDED_TABLES })).toEqual(before);
  await copy.destroy();
});

test('a database without tables is no site to rehearse', async () => {
  const home = await needFolder();
  await inDatabase(home, (db) => sql`create table other (x text)`.execute(db));
  const copying = copySite({ dataDir: home, databaseUrl: undefined }, path.join(home, 'copy'), () => {});
  await expect(copying).rejects.toThrow(/^База данных пуста: сайта в ней ещё нет\..* --demo\.$/);
});
