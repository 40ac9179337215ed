import path from 'node:path';
import { expect, test } from 'vitest';
import { openPostgres, openSqlite } from '../../db/dialect.ts';
import { readCounter } from '../../db/ids.ts';
import type { Db } from '../../db/tables.ts';
import { uploadsIn } from '../../model/uploads/storage/folder.ts';
import { digestUploads, storageOf } from '../../model/uploads/storage/transfer.ts';
import { makeBackup } from '../../ops/backup/create.ts';
import { freshDatabase } from '../rig/database/databases.ts';
import { needFolder, needSite } from '../rig/needs.ts';
import { backUpSite, fillSite, lastingDigests, restoreInto } from '../rig/world/backups.ts';

/** More presses than a night has: after a restore the next one is above all that open pages know. */
const ANY_BEFORE = 1_000_000;

test('a site restored into files, and from them into a database like its own, is the same each time', async () => {
  const t = await needSite();
  const home = await needFolder();
  const [files, own] = [path.join(home, 'files'), path.join(home, 'own')];
  const digests = async (db: Db, dataDir: string) => ({
    tables: await lastingDigests(db),
    pictures: await digestUploads(db, storageOf(db, uploadsIn(dataDir))),
  });
  await fillSite(t);
  const before = await digests(t.store.db, t.config.dataDir);
  expect(before.pictures).toMatchObject({ uploads: 4, files: 6, absent: [] });

  await restoreInto((await backUpSite(t)).file, files);
  const asFiles = openSqlite(path.join(files, 'rampa.sqlite'));
  expect(await digests(asFiles, files)).toEqual(before);
  expect(Math.min(...(await lastPressIds(asFiles)))).toBeGreaterThan(ANY_BEFORE);

  const config = { dataDir: files, backupDir: path.join(home, 'backups') };
  const { file } = await makeBackup({ config, db: asFiles, file: path.join(home, 'second.tar') });
  await asFiles.destroy();
  const empty = await freshDatabase(home, 'ru');
  const url = empty.databaseUrl;
  await empty.db.destroy();
  await restoreInto(file, own, url);
  const again = url ? await openPostgres(url) : openSqlite(path.join(own, 'rampa.sqlite'));
  expect(await digests(again, own)).toEqual(before);
  expect(Math.min(...(await lastPressIds(again)))).toBeGreaterThan(ANY_BEFORE);

  await again.destroy();
  await empty.drop();
});

async function lastPressIds(db: Db): Promise<number[]> {
  return [(await readCounter(db, 'cues', 'id')) ?? 0, (await readCounter(db, 'reveals', 'id')) ?? 0];
}
