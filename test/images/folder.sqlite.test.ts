import { chmod, mkdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { openSqlite } from '../../db/dialect.ts';
import { migrate } from '../../db/open.ts';
import { createImageStore } from '../../model/images/images.ts';
import { canMount, mountDisk, unmountDisk } from '../rig/database/small-disk.ts';
import { needImages } from '../rig/needs.ts';
import { flatPng, noise } from '../rig/world/pictures.ts';

const t = await needImages();
beforeEach(t.empty);

test('the row waits for a database that another program has locked', async () => {
  const file = path.join(path.dirname(t.directory), 'locked.sqlite');
  const [db, other] = [openSqlite(file), openSqlite(file)];
  await migrate(db);
  const locked = createImageStore({ db, directory: t.directory });
  let isFree = false;
  const free = other.transaction().execute(async () => {
    await sleep(1000);
    isFree = true;
  });
  const put = locked.put(await noise().png().toBuffer());
  await expect(put).resolves.toBeDefined();
  const { url } = await put;
  expect(isFree).toBe(true);
  expect(await db.selectFrom('images').select('name').execute()).toEqual([{ name: path.basename(url) }]);
  await free;
  await locked.close();
  await Promise.all([db.destroy(), other.destroy()]);
});

test('the folder that cannot be written gives 503', async () => {
  await writeFile(t.directory, 'a file stands here');
  const answer = await t.upload(await noise().png().toBuffer());
  expect([answer.statusCode, answer.json().code, await t.rows()]).toEqual([503, 'not_stored', []]);
});

const isBound = process.getuid?.() !== 0 && process.platform !== 'win32';
test.runIf(isBound)('the folder that may not be written gives 503', async () => {
  await mkdir(t.directory, { mode: 0o500 });
  expect((await t.upload(await noise().png().toBuffer())).statusCode).toBe(503);
  await chmod(t.directory, 0o700);
  await t.expectNothingStored();
});

test.runIf(canMount())('the folder on a full disk gives 507 and keeps nothing', async () => {
  await mkdir(t.directory);
  mountDisk(t.directory, '64k');
  try {
    await t.expectRefused(await t.upload(await noise(400, 300).png().toBuffer()), 507, 'disk_full');
    expect((await t.upload(flatPng(5, 5))).statusCode).toBe(201);
  } finally {
    unmountDisk(t.directory);
  }
});

test('the folder loses its temporary files after a day, and nothing else', async () => {
  await mkdir(t.directory);
  const yesterday = new Date(Date.now() - 25 * 3600 * 1000);
  for (const name of ['.tmp-old', '.tmp-new', '.other', 'a.png']) {
    await writeFile(path.join(t.directory, name), 'x');
    if (name !== '.tmp-new') await utimes(path.join(t.directory, name), yesterday, yesterday);
  }
  await createImageStore({ db: t.db, directory: t.directory }).close();
  expect((await t.files()).sort()).toEqual(['.other', '.tmp-new', 'a.png']);
});
