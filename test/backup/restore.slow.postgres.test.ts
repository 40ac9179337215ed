import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openPostgres, readDatabaseFacts } from '../../db/dialect.ts';
import { migrations } from '../../db/migrations/index.ts';
import { migrate } from '../../db/open.ts';
import type { Db } from '../../db/tables.ts';
import { countChanges } from '../../db/write.ts';
import { uploadsIn } from '../../model/uploads/storage/storage.ts';
import { compareUploads, storageOf } from '../../model/uploads/storage/transfer.ts';
import { createTestApp } from '../rig/app.ts';
import { rampa } from '../rig/command.ts';
import { LATER_STEP, laterStep } from '../rig/database/later-step.ts';
import { needDatabase, needFolder, needSite } from '../rig/needs.ts';
import { backUpSite, fillSite, lastingDigests, oldSite, restoreInto } from '../rig/world/backups.ts';

const t = await needSite();
afterEach(() => void delete migrations[LATER_STEP]);

test('an archive becomes the same site, and old tables only give way when told to', async () => {
  const urls = await fillSite(t);
  const { file } = await backUpSite(t);
  const before = await lastingDigests(t.store.db);
  const own = t.config.databaseUrl ?? '';
  const dataDir = await needFolder();
  await expect(restoreInto(file, dataDir, own, true)).rejects.toThrow('работает сервер или команда');
  const target = await needDatabase(dataDir, 'ru');
  await migrate(target.db);
  await target.db.insertInto('groups').values({ name: 'Прежняя', version: 1 }).execute();
  const { databaseUrl: url = '' } = target;
  await target.db.destroy();
  await expect(restoreInto(file, dataDir, url)).rejects.toThrow('--replace');
  const { aside } = (await restoreInto(file, dataDir, url, true)) ?? {};
  const schema = /схеме (\w+)/.exec(aside ?? '')?.[1] ?? '';
  const db = await openPostgres(url);
  expect(await lastingDigests(db)).toEqual(before);
  const stored = (of: Db) => {
    const storage = storageOf(of, uploadsIn(dataDir));
    return compareUploads(of, storage, storage, () => {});
  };
  expect(await stored(db)).toEqual(await stored(t.store.db));
  expect(await countChanges(db)).toBeGreaterThan(1_000_000);
  expect(await db.withSchema(schema).selectFrom('groups').select('name').execute()).toEqual([{ name: 'Прежняя' }]);
  const parts = await db.selectFrom('picture_parts').select('name').execute();
  expect(parts.map(({ name }) => name).sort()).toEqual(urls.map((each) => path.basename(each)).sort());
  await db.destroy();
});

test('an empty one takes an archive of an older schema, and the next start brings it up', async () => {
  const [site, dataDir] = [await oldSite(), await needFolder()];
  const archive = path.join(dataDir, 'old.tar');
  expect((await rampa(['backup', '--to', archive], { DATA_DIR: site })).code).toBe(0);
  const empty = await needDatabase(site, 'ru');
  const { databaseUrl: url = '' } = empty;
  const lastStep = async () => (await readDatabaseFacts(empty.db)).schema;
  // From here on this is the later version, for which that archive is old.
  migrations[LATER_STEP] = laterStep;
  await restoreInto(archive, dataDir, url);
  expect(await lastStep()).not.toBe(LATER_STEP);
  const restored = await createTestApp({}, url);
  expect((await restored.visitor('GET', '/api/news/old')).json().title).toBe('Старая');
  expect(await lastStep()).toBe(LATER_STEP);
  await restored.close();
});
