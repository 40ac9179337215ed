import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../config.ts';
import { isDiskFull, isRefusedByServer, isUnreachable } from '../../db/errors.ts';
import { createMigrator, migrate } from '../../db/open.ts';
import type { Db } from '../../db/tables.ts';
import { messageOf, StartupError } from '../../errors.ts';
import { VERSION } from '../../version.ts';
import { BusyError } from './errors.ts';

const LOOK_AGAIN_AFTER = 1000; // ms

/** Migrates after a backup without images, which no migration touches. StartupError names that backup. */
export async function migrateWithCopy(config: Config, db: Db, say: (line: string) => void): Promise<void> {
  const { isPending, copy } = await copyWhenPending(config, db, say);
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

interface Pending {
  isPending: boolean;
  copy?: string;
}

async function copyWhenPending(config: Config, db: Db, say: (line: string) => void): Promise<Pending> {
  for (;;) {
    const steps = await createMigrator(db).getMigrations();
    const next = steps.find(({ executedAt }) => executedAt === undefined);
    if (!next || steps.every(({ executedAt }) => executedAt === undefined)) return { isPending: next !== undefined };
    say(`A new version: copying the database before ${next.name} …`);
    try {
      return { isPending: true, copy: await copy(config, db, next.name) };
    } catch (error) {
      if (isUnreachable(error) || isRefusedByServer(error)) throw error;
      if (!(error instanceof BusyError))
        throw new StartupError(
          `Перед обновлением не удалось сделать копию в ${config.backupDir}, поэтому база не изменена. ${messageOf(error)}`,
        );
    }
    await sleep(LOOK_AGAIN_AFTER);
  }
}

/** Loaded lazily: most starts have no pending migration. */
async function copy(config: Config, db: Db, step: string): Promise<string> {
  const { makeBackup } = await import('./create.ts');
  const { beforeMigrationName } = await import('./archive/names.ts');
  const { removeOld } = await import('./retention.ts');
  const file = path.join(config.backupDir, beforeMigrationName(VERSION, step, new Date()));
  await makeBackup({ config, db, file, withImages: false });
  await removeOld(config.backupDir, config.timeZone);
  return file;
}
