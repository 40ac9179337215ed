import { existsSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../config.ts';
import { syncFolder } from '../../db/fsync.ts';
import { makeDirectory } from '../../db/open.ts';
import type { Db } from '../../db/tables.ts';
import type { Manifest } from './archive/manifest.ts';
import { INCOMPLETE } from './archive/names.ts';
import { type Progress, withArchive } from './archive/reader.ts';
import { pack } from './archive/writer.ts';
import { chownLike } from './chown.ts';
import { faultOf, type Measure } from './completeness.ts';
import { BackupError, explain } from './errors.ts';
import { unfinishedIn, withLock } from './lock.ts';

export interface Backup {
  /** Where it lies: an incomplete one has another name than was asked for. */
  file: string;
  bytes: number;
  manifest: Manifest;
}

interface Order {
  config: Pick<Config, 'dataDir' | 'backupDir'>;
  db: Db;
  file: string;
  withImages?: boolean;
  measure?: Measure;
  progress?: Progress;
}

const ANY: Measure = { bytes: undefined, lost: [], accept: false };

/** The archive gets its name after fsync and full verification. BackupError leaves nothing behind; BusyError. */
export async function makeBackup(order: Order): Promise<Backup> {
  const { config, db, file, withImages = true, measure = ANY, progress = () => {} } = order;
  const folder = path.dirname(file);
  return withLock([config.backupDir, folder], async () => {
    if (existsSync(file)) throw new BackupError(`Файл ${file} уже есть. Укажите другое имя.`);
    makeDirectory(folder, 0o700);
    const work = path.join(folder, unfinishedIn(config.backupDir));
    try {
      makeDirectory(work, 0o700);
      const archive = path.join(work, 'archive.tar');
      const manifest = await pack({ config, db, work, archive, withImages, measure, progress });
      await withArchive(archive, async () => {}, progress);
      await chownLike([archive], folder);
      const place = faultOf(manifest) ? path.join(folder, INCOMPLETE) : file;
      await rename(archive, place);
      await syncFolder(folder);
      return { file: place, bytes: (await stat(place)).size, manifest };
    } catch (error) {
      throw explain(error, folder);
    } finally {
      // An error here would hide the real one; the next backup removes the rest.
      await rm(work, { recursive: true, force: true }).catch(() => {});
    }
  });
}
