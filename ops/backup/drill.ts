import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../config.ts';
import { unpack } from './archive/extract.ts';
import type { Manifest } from './archive/manifest.ts';
import { type Progress, withArchive } from './archive/reader.ts';
import { unfinishedIn, withLock } from './lock.ts';
import { assertRoom } from './restore.ts';

/**
 * Restores an archive into a temporary folder, as a restore would, and compares it with what its manifest says: every hash, every
 * table, every picture. Fails with a BackupError that names what differs; leaves nothing behind and touches no data in use.
 */
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
          return archive.manifest;
        } finally {
          await rm(folder, { recursive: true, force: true });
        }
      }),
    progress,
  );
}
