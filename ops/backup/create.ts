import { existsSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../config.ts';
import { syncFolder } from '../../db/fsync.ts';
import { makeDirectory } from '../../db/open.ts';
import type { Db } from '../../db/tables.ts';
import type { Manifest } from './archive/manifest.ts';
import { type Progress, withArchive } from './archive/reader.ts';
import { pack } from './archive/writer.ts';
import { chownLike } from './chown.ts';
import { BackupError, explain } from './errors.ts';
import { unfinishedIn, withLock } from './lock.ts';

export interface Backup {
  file: string;
  bytes: number;
  manifest: Manifest;
}

interface Order {
  config: Pick<Config, 'dataDir' | 'backupDir'>;
  db: Db;
  file: string;
  withImages?: boolean;
  progress?: Progress;
}

/** The archive gets its name after fsync and full verification. BackupError leaves nothing behind; BusyError. */
export async function makeBackup({ config, db, file, withImages = true, progress = () => {} }: Order): Promise<Backup> {
  const folder = path.dirname(file);
  return withLock([config.backupDir, folder], async () => {
    if (existsSync(file)) throw new BackupError(`Файл ${file} уже есть. Укажите другое имя.`);
    makeDirectory(folder, 0o700);
    const work = path.join(folder, unfinishedIn(config.backupDir));
    try {
      makeDirectory(work, 0o700);
      const archive = path.join(work, 'archive.tar');
      const manifest = await pack({ config, db, work, archive, withImages, progress });
      await withArchive(archive, async () => {}, progress);
      await chownLike([archive], folder);
      await rename(archive, file);
      await syncFolder(folder);
      return { file, bytes: (await stat(file)).size, manifest };
    } catch (error) {
      throw explain(error, folder);
    } finally {
      // An error here would hide the real one; the next backup removes the rest.
      await rm(work, { recursive: true, force: true }).catch(() => {});
    }
  });
}
