import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { makeDirectory } from '../../../db/open.ts';
import { isArchiveName, type KeptFile, regularOf } from '../archive/names.ts';
import type { Progress } from '../archive/reader.ts';
import { BackupError } from '../errors.ts';
import { type TargetConfig, targetOf } from './target.ts';

/** Runs `use` on the archive that `given` names: a path, or the name of one in BACKUP_DIR or BACKUP_TO. */
export async function withCopy<T>(
  config: TargetConfig,
  given: string,
  progress: Progress,
  use: (file: string) => Promise<T>,
): Promise<T> {
  const { backupDir, backupTo } = config;
  if (existsSync(given) || !isArchiveName(given)) return use(path.resolve(given));
  const target = targetOf(config, '');
  const folders = [backupDir, ...(backupTo === undefined || target?.fetch ? [] : [backupTo])];
  const found = folders.map((folder) => path.join(folder, given)).find((file) => existsSync(file));
  if (found || !target?.fetch) return use(found ?? path.resolve(given));
  makeDirectory(backupDir, 0o700);
  const fetched = path.join(backupDir, `.fetched-${process.pid}.tar`);
  try {
    await target.fetch(given, fetched, progress);
    return await use(fetched);
  } finally {
    await rm(fetched, { force: true });
  }
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
