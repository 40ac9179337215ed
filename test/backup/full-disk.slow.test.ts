import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { DoctorReport } from '../../ops/doctor/report.ts';
import { signIn } from '../crash/client.ts';
import { canMount, mountDisk, resizeDisk, unmountDisk } from '../rig/database/small-disk.ts';
import { startServer } from '../rig/server.ts';
import { noise } from '../rig/world/pictures.ts';

/** Full in the copy of the database, in its first picture, in a later one. */
const TOO_SMALL = ['64k', '500k', '2m'];

test.runIf(canMount())(
  'a disk that fills up during a copy leaves no half of one, the panel and the doctor say so, and the next one works',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'rampa-full-'));
    mountDisk(folder, '64k');
    const server = await startServer({ env: { BACKUP_DIR: folder } });
    try {
      const headers = { authorization: `Bearer ${await signIn(server.origin)}` };
      const call = async (address: string, init: RequestInit = {}) => {
        const answer = await fetch(`${server.origin}/api${address}`, { ...init, headers });
        return { status: answer.status, body: await answer.json().catch(() => undefined) };
      };
      const state = async () => (await call('/admin/backup')).body;
      const doctor = async () => {
        const { groups } = (await call('/admin/doctor?fresh')).body as DoctorReport;
        return groups.flatMap(({ lines }) => lines).find(({ id }) => id === 'backup');
      };
      for (const seed of [1, 2, 3]) {
        const body = new FormData();
        const picture = await noise(700, 500, seed).png().toBuffer();
        body.set('file', new Blob([new Uint8Array(picture)]), 'noise.png');
        expect((await call('/upload', { method: 'POST', body })).status).toBe(201);
      }
      const order = async () => {
        const before = (await state()).failure?.at;
        expect((await call('/admin/backup', { method: 'POST' })).status).toBe(202);
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
        const { backup, failure } = await state();
        expect([size, backup, failure?.message]).toEqual([
          size,
          null,
          expect.stringContaining(`На диске не хватило места: ${folder}`),
        ]);
        expect([size, await readdir(folder)]).toEqual([size, ['backup.lock']]);
        expect(await doctor()).toMatchObject({ state: 'bad', text: expect.stringContaining('не хватило места') });
      }

      resizeDisk(folder, '64m');
      await order();
      expect(await state()).toMatchObject({ backup: { pictures: 3 }, failure: null });
      expect((await doctor())?.text).not.toContain('не хватило места');
      expect((await call('/admin/backup/check', { method: 'POST' })).status).toBe(202);
      await expect.poll(async () => (await state()).drill).toMatchObject({ problem: null });
    } finally {
      await server.stop();
      unmountDisk(folder);
      await rm(folder, { recursive: true });
    }
  },
);
