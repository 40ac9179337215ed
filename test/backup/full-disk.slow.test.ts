import { readdir, statfs } from 'node:fs/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { canMount, mountDisk, resizeDisk, unmountDisk } from '../rig/database/small-disk.ts';
import { lineOf } from '../rig/doctor.ts';
import { needFolder, needProcess, needSite } from '../rig/needs.ts';
import { send, signIn } from '../rig/server.ts';
import { backUpSite, digestsIn, fillSite, restoreInto } from '../rig/world/backups.ts';
import { pictureForm } from '../rig/world/pictures.ts';

/** Full in the copy of the database, in its first picture, in a later one. */
const TOO_SMALL = ['64k', '500k', '2m'];
const ENOUGH = '64m';
const STEP = 128 * 1024; // bytes

describe.runIf(canMount())('on a disk that is too small', () => {
  test('a disk that fills up during a copy leaves no half of one, the panel and the doctor say so, and the next one works', async () => {
    const folder = await needFolder();
    mountDisk(folder, '64k');
    onTestFinished(() => unmountDisk(folder));
    const server = await needProcess({ env: { BACKUP_DIR: folder } });
    const token = await signIn(server.origin);
    const call = (method: string, to: string, form?: FormData) => send(server.origin, method, to, token, form);
    const state = async () => (await call('GET', '/admin/backup')).json();
    const doctor = async () => lineOf(await (await call('GET', '/admin/doctor?fresh')).json(), 'backup');
    for (const seed of [1, 2, 3])
      expect((await call('POST', '/upload', await pictureForm(700, 500, seed))).status).toBe(201);
    const order = async () => {
      const before = (await state()).failure?.at;
      expect((await call('POST', '/admin/backup')).status).toBe(202);
      await expect
        .poll(async () => {
          const { failure, backup, running } = await state();
          return running === null && (backup !== null || (failure !== null && failure.at !== before));
        })
        .toBe(true);
    };

    for (const size of TOO_SMALL) {
      resizeDisk(folder, size);
      await order();
      const message = expect.stringContaining(`На диске не хватило места: ${folder}`);
      expect(await state(), size).toMatchObject({ backup: null, failure: { message } });
      expect([size, await readdir(folder)]).toEqual([size, ['backup.lock']]);
      expect(await doctor()).toMatchObject({ state: 'bad', text: expect.stringContaining('не хватило места') });
    }

    resizeDisk(folder, '64m');
    await order();
    expect(await state()).toMatchObject({ backup: { pictures: 3 }, failure: null });
    expect((await doctor())?.text).not.toContain('не хватило места');
    expect((await call('POST', '/admin/backup/check')).status).toBe(202);
    await expect.poll(async () => (await state()).drill).toMatchObject({ problem: null });
  });

  test('a disk without room for a backup that lies elsewhere keeps the site that is on it', async () => {
    const t = await needSite();
    await fillSite(t);
    const older = await backUpSite(t);
    await t.editor('DELETE', '/api/admin/news/novost-1');
    const newer = await backUpSite(t);
    const disk = await needFolder();
    mountDisk(disk, ENOUGH);
    onTestFinished(() => unmountDisk(disk));
    const names = async () => (await readdir(disk, { recursive: true })).toSorted();
    const site = async () => ({ rows: await digestsIn(disk), names: await names() });
    await restoreInto(newer.file, disk);
    const before = await site();
    const { blocks, bfree, bsize } = await statfs(disk);
    let room = 0;
    for (; room < 64 * STEP; room += STEP) {
      resizeDisk(disk, String((blocks - bfree) * bsize + room));
      const refusal = await restoreInto(older.file, disk).then(() => undefined, String);
      resizeDisk(disk, ENOUGH);
      if (refusal === undefined) break;
      expect(refusal).toMatch(/На диске не хват(ает|ило) места: .+\. Освободите место и повторите\.$/);
      expect([room, await site()]).toEqual([room, before]);
    }
    expect(room).toBeGreaterThan(STEP);
    expect((await digestsIn(disk)).articles).not.toEqual(before.rows.articles);
  });
});
