import { hostname } from 'node:os';
import path from 'node:path';
import { type MadeBackup, recordBackup } from '../../model/backups.ts';
import type { Db } from '../../model/tables.ts';
import type { Config } from '../config.ts';
import { tryRestore } from './drill.ts';
import { BackupError } from './errors.ts';
import { type Backup, makeBackup } from './making.ts';
import type { Manifest } from './manifest.ts';
import { newestIn, regularName } from './names.ts';
import type { Progress } from './reading.ts';
import { removeOld } from './retention.ts';

type BackupConfig = Pick<Config, 'dataDir' | 'backupDir' | 'timeZone'>;

/** Makes a copy in the folder for copies (or where `file` says), removes those that are too old, and keeps down how it went. */
export async function backUp(config: BackupConfig, db: Db, progress?: Progress, file?: string): Promise<Backup> {
  const begun = new Date();
  try {
    const target = file ?? path.join(config.backupDir, regularName(begun));
    const made = await makeBackup({ config, db, file: target, ...(progress && { progress }) });
    await recordBackup(db, { backup: describe(made, Date.now() - begun.getTime()), failure: null });
    await removeOld(config.backupDir, config.timeZone);
    return made;
  } catch (error) {
    // A database that is away cannot keep it down either; the log and whoever waits are told all the same.
    await recordBackup(db, { failure: { at: new Date().toISOString(), message: messageOf(error) } }).catch(() => {});
    throw error;
  }
}

/** Tries the newest copy of the folder for copies, or `file`, and keeps down how it went. */
export async function drill(config: BackupConfig, db: Db, progress?: Progress, file?: string): Promise<Manifest> {
  const tried = file ?? (await newestIn(config.backupDir));
  if (!tried) throw new BackupError(`В папке ${config.backupDir} ещё нет ни одной копии.`);
  const at = () => new Date().toISOString();
  try {
    const manifest = await tryRestore(config, tried, progress);
    await recordBackup(db, { drill: { at: at(), file: tried, madeAt: manifest.madeAt, problem: null } });
    return manifest;
  } catch (error) {
    await recordBackup(db, { drill: { at: at(), file: tried, madeAt: null, problem: messageOf(error) } }).catch(
      () => {},
    );
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
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
