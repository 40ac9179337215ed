import { mkdir, rm } from 'node:fs/promises';
import { constants, hostname, setPriority } from 'node:os';
import path from 'node:path';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/tables.ts';
import { messageOf } from '../../errors.ts';
import { BackupError, BusyError, IncompleteError } from '../errors.ts';
import { unpack } from './archive/extract.ts';
import type { Manifest } from './archive/manifest.ts';
import { type Archive, type Progress, withArchive } from './archive/reader.ts';
import { assertNoTableLost, faultOf, measureOf, recordLost, remedyOf } from './completeness.ts';
import { type Backup, makeBackup } from './create.ts';
import { unfinishedIn, withLock } from './lock.ts';
import { assertRoom } from './restore.ts';
import { newestIn, newRegular, removeOld } from './retention.ts';
import { identityOf, type MadeBackup, recordBackup } from './state.ts';

type BackupConfig = Pick<Config, 'dataDir' | 'backupDir' | 'timeZone'>;

interface Choice {
  file?: string | undefined; // Path outside BACKUP_DIR
  accept?: boolean; // Accepts a copy that lacks uploads or shrank
}

/** Backs up, then applies retention unless incomplete (IncompleteError). Errors at `file` are not recorded. */
export async function backUp(
  config: BackupConfig,
  db: Db,
  progress?: Progress,
  { file, accept = false }: Choice = {},
): Promise<Backup> {
  const begun = new Date();
  // Stored in the archive: a restored site then recognises its copies. A read-only database can be backed up too.
  await identityOf(db).catch(() => {});
  try {
    const target = file ?? (await newRegular(config.backupDir));
    await assertNoTableLost(db);
    const measure = await measureOf(config, db, accept);
    const made = await makeBackup({ config, db, file: target, measure, ...(progress && { progress }) });
    const fault = faultOf(made.manifest);
    if (fault) throw new IncompleteError(`${fault} ${remedyOf(made.manifest, made.file)}`);
    await recordLost(db, made.manifest.lost).catch(() => {});
    const recorded = recordBackup(db, { backup: describe(made, Date.now() - begun.getTime()), failure: null });
    // The requested backup exists, even if the database refuses the record.
    await (file === undefined ? recorded : recorded.catch(() => {}));
    await removeOld(config.backupDir, config.timeZone);
    return made;
  } catch (error) {
    if (file !== undefined || error instanceof BusyError) throw error;
    // An unreachable database cannot record it either.
    const isIncomplete = error instanceof IncompleteError;
    const failure = { at: new Date().toISOString(), message: messageOf(error), ...(isIncomplete && { isIncomplete }) };
    await recordBackup(db, { failure }).catch(() => {});
    throw error;
  }
}

/** Test-restores the newest backup or `file`; records only results of the newest. */
export async function restoreTest(config: BackupConfig, db: Db, progress?: Progress, file?: string): Promise<Manifest> {
  const newest = await newestIn(config.backupDir);
  const tried = file ?? newest;
  if (!tried) throw new BackupError(`В папке ${config.backupDir} ещё нет ни одной копии.`);
  const record = async (result: { madeAt: string | null; problem: string | null }) => {
    if (tried === newest) await recordBackup(db, { drill: { at: new Date().toISOString(), file: tried, ...result } });
  };
  try {
    const manifest = await tryRestore(config.backupDir, tried, progress);
    await record({ madeAt: manifest.madeAt, problem: null });
    return manifest;
  } catch (error) {
    if (!(error instanceof BusyError)) await record({ madeAt: null, problem: messageOf(error) }).catch(() => {});
    throw error;
  }
}

function describe({ file, bytes, manifest }: Backup, took: number): MadeBackup {
  return {
    at: manifest.madeAt,
    file,
    host: hostname(),
    bytes,
    pictures: manifest.tables.images?.rows ?? 0,
    articles: manifest.tables.articles?.rows ?? 0,
    took,
    tally: manifest.tally,
  };
}

/** Restores into a temporary folder and verifies everything. BackupError names the difference or the missing parts. */
export async function tryRestore(backupDir: string, file: string, progress: Progress = () => {}): Promise<Manifest> {
  const judged = async (_folder: string, { manifest }: Archive) => {
    const fault = faultOf(manifest);
    if (fault) throw new BackupError(fault);
    return manifest;
  };
  return withUnpacked(backupDir, file, true, judged, progress);
}

/** Unpacks and verifies a backup in a temporary folder of `backupDir`, removed when `use` ends. BackupError, BusyError. */
export async function withUnpacked<T>(
  backupDir: string,
  file: string,
  withUploads: boolean,
  use: (folder: string, archive: Archive) => Promise<T>,
  progress: Progress = () => {},
): Promise<T> {
  const unpackAnd = async (archive: Archive) => {
    await assertRoom(archive, backupDir);
    const folder = path.join(backupDir, unfinishedIn(backupDir));
    await mkdir(folder, { mode: 0o700 });
    try {
      const pictures = withUploads ? archive.manifest.pictures : null;
      await unpack({ ...archive, manifest: { ...archive.manifest, pictures } }, folder, progress);
      return await use(folder, archive);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
  return withArchive(file, (archive) => withLock([backupDir], () => unpackAnd(archive)), progress);
}

/** Backups yield to visitors; at the lowest priority they would not end while the machine is busy. */
export function lowerPriority(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Some sandboxes forbid it.
  }
}
