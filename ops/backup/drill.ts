import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../config.ts';
import { unpack } from './archive/extract.ts';
import type { Manifest } from './archive/manifest.ts';
import { type Progress, withArchive } from './archive/reader.ts';
import { faultOf } from './completeness.ts';
import { BackupError } from './errors.ts';
import { unfinishedIn, withLock } from './lock.ts';
import { assertRoom } from './restore.ts';

/** Restores into a temporary folder and verifies everything. BackupError names the difference, or what the copy lacks. */
export async function tryRestore(
  { backupDir }: Pick<Config, 'backupDir'>,
  file: string,
  progress: Progress = () => {},
): Promise<Manifest> {
  return withArchive(
    file,
    (archive) =>
      withLock([backupDir], async () => {
        await assertRoom(archive, backupDir);
        const folder = path.join(backupDir, unfinishedIn(backupDir));
        await mkdir(folder, { mode: 0o700 });
        try {
          await unpack(archive, folder, progress);
          const fault = faultOf(archive.manifest);
          if (fault) throw new BackupError(fault);
          return archive.manifest;
        } finally {
          await rm(folder, { recursive: true, force: true });
        }
      }),
    progress,
  );
}
