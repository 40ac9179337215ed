import { existsSync } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../config.ts';
import { isDiskFull, isRefusedByServer, isUnreachable } from '../../db/errors.ts';
import { syncFolder } from '../../db/fsync.ts';
import { createMigrator, migrate } from '../../db/open.ts';
import type { Db } from '../../db/tables.ts';
import { messageOf, StartupError } from '../../errors.ts';
import { VERSION } from '../../version.ts';
import { BackupError, BusyError, toBackupError } from '../errors.ts';
import type { Manifest } from './archive/manifest.ts';
import { type Progress, withArchive } from './archive/reader.ts';
import { pack } from './archive/writer.ts';
import { faultOf, type Measure } from './completeness.ts';
import { chownLike, unfinishedIn, withLock } from './lock.ts';
import { beforeMigrationName, INCOMPLETE, removeOld } from './retention.ts';

export interface Backup {
  file: string; // Actual path: an incomplete backup gets another name
  bytes: number;
  manifest: Manifest;
}

export interface Order {
  config: Pick<Config, 'dataDir' | 'backupDir'>;
  db: Db;
  file: string;
  withImages?: boolean;
  measure?: Measure;
  progress?: Progress;
}

const ANY: Measure = { tally: undefined, lost: [], accept: false };

const RETRY_DELAY = 1000; // ms

/** The archive gets its name after fsync and full verification. BackupError leaves nothing behind; BusyError. */
export async function makeBackup(order: Order): Promise<Backup> {
  const { config, db, file, withImages = true, measure = ANY, progress = () => {} } = order;
  const folder = path.dirname(file);
  return withLock([config.backupDir, folder], async () => {
    if (existsSync(file)) throw new BackupError(`Файл ${file} уже есть. Укажите другое имя.`);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const work = path.join(folder, unfinishedIn(config.backupDir));
    try {
      await mkdir(work, { mode: 0o700 });
      const archive = path.join(work, 'archive.tar');
      const manifest = await pack({ config, db, work, archive, withImages, measure, progress });
      await withArchive(archive, async () => {}, progress);
      await chownLike([archive], folder);
      const place = faultOf(manifest) ? path.join(folder, INCOMPLETE) : file;
      await rename(archive, place);
      await syncFolder(folder);
      return { file: place, bytes: (await stat(place)).size, manifest };
    } catch (error) {
      throw toBackupError(error, folder);
    } finally {
      // An error here would mask the original one; the next backup removes the rest.
      await rm(work, { recursive: true, force: true }).catch(() => {});
    }
  });
}

/** Migrates after a backup without images, which no migration touches. StartupError names that backup. */
export async function migrateWithCopy(config: Config, db: Db, print: (line: string) => void): Promise<void> {
  const { isPending, copy } = await copyWhenPending(config, db, print);
  try {
    await migrate(db);
  } catch (error) {
    // Nothing to migrate: a full disk still allows reading.
    if (isDiskFull(error) && !isPending) return;
    if (!copy || error instanceof StartupError || isUnreachable(error) || isRefusedByServer(error)) throw error;
    throw new StartupError(
      `Базу данных не удалось привести к этой версии (${messageOf(error)}). Шаг отменён, прежняя версия rampa может ` +
        `работать дальше; копия, сделанная перед ним: ${copy}`,
    );
  }
}

async function copyWhenPending(config: Config, db: Db, log: (line: string) => void) {
  for (;;) {
    const steps = await createMigrator(db).getMigrations();
    const next = steps.find(({ executedAt }) => executedAt === undefined);
    if (!next || steps.every(({ executedAt }) => executedAt === undefined)) return { isPending: next !== undefined };
    log(`A new version: copying the database before ${next.name} …`);
    try {
      return { isPending: true, copy: await copy(config, db, next.name) };
    } catch (error) {
      if (isUnreachable(error) || isRefusedByServer(error)) throw error;
      if (!(error instanceof BusyError))
        throw new StartupError(
          `Перед обновлением не удалось сделать копию в ${config.backupDir}, поэтому база не изменена. ${messageOf(error)}`,
        );
    }
    await sleep(RETRY_DELAY);
  }
}

async function copy(config: Config, db: Db, step: string): Promise<string> {
  const file = path.join(config.backupDir, beforeMigrationName(VERSION, step, new Date()));
  await makeBackup({ config, db, file, withImages: false });
  await removeOld(config.backupDir, config.timeZone);
  return file;
}
