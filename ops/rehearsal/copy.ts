import { mkdir } from 'node:fs/promises';
import type { Config } from '../../config.ts';
import { openPostgres, openSqlite } from '../../db/dialect.ts';
import { databaseIn, migrate, newerStep } from '../../db/open.ts';
import type { Db } from '../../db/tables.ts';
import { addAdmin } from '../../model/admins/admins.ts';
import { generatePassword } from '../../model/admins/first-admin.ts';
import { createPasswordHasher } from '../../model/admins/hasher.ts';
import { takeSnapshot } from '../backup/archive/snapshot.ts';
import { isRestoring } from '../backup/swap.ts';
import { RehearsalError } from '../errors.ts';
import { EMPTY, isAbsent, isEmpty } from '../integrity/lost.ts';
import { isUnfinished } from '../move/unfinished.ts';
import { assertRoom, sizeOfDatabase, sizeOfFile } from './room.ts';

export interface Copy {
  dataDir: string;
  /** Signs in to the throw-away server and presses everything there. */
  operator: { username: string; password: string };
}

type Source = Pick<Config, 'dataDir' | 'databaseUrl'>;
export type Progress = (what: string, done: number, total: number) => void;

/**
 * Copies the site's database into the new folder `to`, as SQLite; the source is opened for reading only. Without pictures
 * and files: the viewers load pages. RehearsalError without a site or room. Gives an administrator added to the copy.
 */
export async function copySite(source: Source, to: string, progress: Progress): Promise<Copy> {
  await mkdir(to, { mode: 0o700 });
  progress('Копирую базу', 0, 1);
  if (source.databaseUrl) await copyPostgres(source.databaseUrl, source.dataDir, to, progress);
  else await copyFile(source.dataDir, to, progress);
  const db = openSqlite(databaseIn(to));
  try {
    if (await isUnfinished(db)) throw new RehearsalError('Сайт перенесён в эту базу не до конца. Закончите перенос.');
    if (await isEmpty(db)) throw new RehearsalError(`${EMPTY} Можно сыграть на показательном фестивале: --demo.`);
    await migrate(db);
    return { dataDir: to, operator: await addOperator(db) };
  } finally {
    await db.destroy();
  }
}

async function copyFile(dataDir: string, to: string, progress: Progress): Promise<void> {
  if (isAbsent(databaseIn(dataDir)))
    throw new RehearsalError(
      `Базы данных ${databaseIn(dataDir)} нет. Проверьте DATA_DIR или сыграйте на показательном фестивале: --demo.`,
    );
  if (await isRestoring(dataDir))
    throw new RehearsalError(`Восстановление в ${dataDir} не закончено. Запустите сервер: он его закончит.`);
  await assertRoom(sizeOfFile(dataDir));
  await takeSnapshot(undefined, dataDir, databaseIn(to), progress);
}

async function copyPostgres(url: string, dataDir: string, to: string, progress: Progress): Promise<void> {
  // No statement timeout: whole tables are read.
  const db = await openPostgres(url, 0);
  try {
    if (await newerStep(db))
      throw new RehearsalError('Базу данных записала более новая версия rampa. Запустите команду той версии.');
    await assertRoom(await sizeOfDatabase(db));
    await takeSnapshot(db, dataDir, databaseIn(to), progress);
  } finally {
    await db.destroy();
  }
}

async function addOperator(db: Db): Promise<Copy['operator']> {
  const password = generatePassword();
  const operator = { username: `rehearsal-${password.slice(0, 8)}`, password };
  await addAdmin({ db, announce: () => {}, passwords: createPasswordHasher() }, operator, null);
  return operator;
}
