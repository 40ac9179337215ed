import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openSqlite } from '../../db/dialect.ts';
import { createTestApp } from '../rig/app.ts';
import { canMount, mountDisk, resizeDisk, unmountDisk } from '../rig/database/small-disk.ts';
import { backUpSite, fillSite, lastingDigests, restoreInto } from '../rig/world/backups.ts';

const ENOUGH = '64m';
const STEP = 128 * 1024; // bytes

test.runIf(canMount())(
  'a disk without room for a backup that lies elsewhere keeps the site that is on it',
  async () => {
    const t = await createTestApp();
    await fillSite(t);
    const older = await backUpSite(t);
    await t.editor('DELETE', '/api/admin/news/novost-1');
    const newer = await backUpSite(t);
    await t.close();
    const disk = await mkdtemp(path.join(tmpdir(), 'rampa-full-'));
    mountDisk(disk, ENOUGH);
    const site = async () => ({
      rows: await digests(disk),
      names: (await readdir(disk, { recursive: true })).toSorted(),
    });
    try {
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
      expect((await digests(disk)).articles).not.toEqual(before.rows.articles);
    } finally {
      unmountDisk(disk);
      for (const each of [disk, path.dirname(older.file), path.dirname(newer.file)])
        await rm(each, { recursive: true });
    }
  },
);

async function digests(dataDir: string) {
  const db = openSqlite(path.join(dataDir, 'rampa.sqlite'));
  try {
    return await lastingDigests(db);
  } finally {
    await db.destroy();
  }
}
