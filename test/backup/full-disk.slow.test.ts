import { readdir } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { canMount, mountDisk, resizeDisk, unmountDisk } from '../rig/database/small-disk.ts';
import { lineOf } from '../rig/doctor.ts';
import { needFolder, needProcess } from '../rig/needs.ts';
import { send, signIn } from '../rig/server.ts';
import { pictureForm } from '../rig/world/pictures.ts';

/** Full in the copy of the database, in its first picture, in a later one. */
const TOO_SMALL = ['64k', '500k', '2m'];

test.runIf(canMount())(
  'a disk that fills up during a copy leaves no half of one, the panel and the doctor say so, and the next one works',
  async () => {
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
  },
);
