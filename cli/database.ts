import { accessSync, constants } from 'node:fs';
import { accessAdvice } from '../command.ts';
import type { Config } from '../config.ts';
import { openPostgres, openSqlite } from '../db/dialect.ts';
import { createMigrator, databaseIn, newerStep } from '../db/open.ts';
import type { Db } from '../db/tables.ts';
import { StartupError } from '../errors.ts';
import { assertRestored } from '../ops/backup/swap.ts';
import { EMPTY, isAbsent, isEmpty, lossIn } from '../ops/integrity/lost.ts';
import { assertFinished } from '../ops/move/unfinished.ts';

const BUSY_TIMEOUT = 5000; // ms, for the server's write lock

/** Opens a database that may be in use; StartupError if missing or not migrated (`older`: earlier schemas pass). */
export async function openExisting(
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'backupDir' | 'backupTo'>,
  { older = false } = {},
): Promise<Db> {
  const { databaseUrl, dataDir } = config;
  await assertRestored(dataDir);
  await using opened = new AsyncDisposableStack();
  const db = opened.use(databaseUrl ? await openPostgres(databaseUrl) : await openFile(config, BUSY_TIMEOUT));
  if (await isEmpty(db)) throw new StartupError((await lossIn(config)) ?? EMPTY);
  await assertCurrent(db, { older });
  opened.move();
  return db;
}

/** StartupError for another schema version (`older`: earlier ones pass) or an unfinished move. */
export async function assertCurrent(db: Db, { older = false } = {}): Promise<void> {
  await assertFinished(db);
  if (await isEmpty(db)) throw new StartupError(EMPTY);
  const step = await newerStep(db);
  if (step !== undefined) throw newer(step);
  const steps = await createMigrator(db).getMigrations();
  const isDone = ({ executedAt }: (typeof steps)[number]) => executedAt !== undefined;
  if (older ? steps.some(isDone) : steps.every(isDone)) return;
  throw new StartupError(
    'База данных ещё не приведена к этой версии. Запустите сервер этой версии и повторите команду.',
  );
}

/** The error for a database with a migration `step` that this version does not know. */
export function newer(step: string): StartupError {
  return new StartupError(
    `Базу данных записала более новая версия rampa (шаг ${step}). Запустите команду той версии; эта ничего не изменила.`,
  );
}

/** Opens an existing file; StartupError, with recovery steps if a site has lost it. `busyFor` in ms. */
export async function openFile(
  config: Pick<Config, 'dataDir' | 'backupDir' | 'backupTo'>,
  busyFor: number,
): Promise<Db> {
  const file = databaseIn(config.dataDir);
  assertReadable(file);
  if (isAbsent(file))
    throw new StartupError(
      (await lossIn({ ...config, databaseUrl: undefined })) ??
        `Базы данных ${file} нет. Проверьте DATA_DIR; первый раз её создаёт сам сервер.`,
    );
  return openSqlite(file, busyFor);
}

/** `existsSync` would report a file in an unreadable folder as missing. */
function assertReadable(file: string): void {
  try {
    accessSync(file, constants.R_OK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES')
      throw new StartupError(`Базу данных ${file} нельзя прочесть. ${accessAdvice()}`);
  }
}
