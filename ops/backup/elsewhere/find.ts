import { existsSync } from 'node:fs';
import path from 'node:path';
import { isArchiveName, type KeptFile, regularOf } from '../archive/names.ts';
import { BackupError } from '../errors.ts';
import { type TargetConfig, targetOf } from './target.ts';

/** Path of the archive that `given` names: a path, or the name of one in BACKUP_DIR or BACKUP_TO. */
export function findCopy({ backupDir, backupTo }: TargetConfig, given: string): string {
  if (existsSync(given) || !isArchiveName(given)) return path.resolve(given);
  const folders = [backupDir, ...(backupTo === undefined ? [] : [backupTo])];
  const found = folders.map((folder) => path.join(folder, given)).find((file) => existsSync(file));
  return found ?? path.resolve(given);
}

/** Regular archives in BACKUP_TO, newest first. `problem`: why they cannot be listed. */
export async function listElsewhere(config: TargetConfig): Promise<{ there: KeptCopy[]; problem?: string }> {
  const target = targetOf(config, '');
  try {
    await target?.open();
    const sizes = new Map((await target?.list())?.map(({ name, bytes }) => [name, bytes]));
    return { there: regularOf([...sizes.keys()]).map((file) => ({ ...file, bytes: sizes.get(file.name) ?? 0 })) };
  } catch (error) {
    if (error instanceof BackupError) return { there: [], problem: error.message };
    throw error;
  }
}

type KeptCopy = KeptFile & { bytes: number };
