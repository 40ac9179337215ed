import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { asOwner, typed } from '../command.ts';
import type { Config } from '../config.ts';
import { openPostgres, openSqlite } from '../db/dialect.ts';
import { createMigrator } from '../db/migrator.ts';
import type { Db } from '../db/tables.ts';
import { StartupError } from '../errors.ts';
import { isRestoring } from '../ops/backup/swap.ts';
import { isUnfinished } from '../ops/move/unfinished.ts';

const BUSY_FOR = 5000; // ms, for the server's write lock

/** Opens a database beside a server; StartupError if missing or not migrated (`older`: earlier schemas pass). */
export async function openExisting(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  { older = false } = {},
): Promise<Db> {
  if (await isRestoring(dataDir))
    throw new StartupError(`Восстановление в ${dataDir} не закончено. Запустите сервер: он его закончит.`);
  const db = databaseUrl ? await openPostgres(databaseUrl) : openFile(path.join(dataDir, 'rampa.sqlite'));
  try {
    await assertCurrent(db, { older });
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** StartupError for another schema version (`older`: earlier ones pass) or an unfinished move. */
export async function assertCurrent(db: Db, { older = false } = {}): Promise<void> {
  if (await isUnfinished(db))
    throw new StartupError(
      `Сайт перенесён в эту базу не до конца. Повторите команду, которой его переносили: ${typed('move')} …`,
    );
  const steps = await createMigrator(db).getMigrations();
  const isDone = ({ executedAt }: (typeof steps)[number]) => executedAt !== undefined;
  if (older ? steps.some(isDone) : steps.every(isDone)) return;
  throw new StartupError(
    'База данных ещё не приведена к этой версии. Запустите сервер этой версии и повторите команду.',
  );
}

function openFile(file: string): Db {
  const problem = unreadable(file);
  if (problem === 'forbidden') throw new StartupError(`Базу данных ${file} нельзя прочесть. ${asOwner()}`);
  if (problem === 'missing')
    throw new StartupError(`Базы данных ${file} нет. Проверьте DATA_DIR; первый раз её создаёт сам сервер.`);
  return openSqlite(file, BUSY_FOR);
}

/** `existsSync` would report a file in a closed folder as missing. */
export function unreadable(file: string): 'forbidden' | 'missing' | undefined {
  try {
    accessSync(file, constants.R_OK);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES' ? 'forbidden' : 'missing';
  }
}
