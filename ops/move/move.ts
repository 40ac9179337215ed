import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { accessAdvice } from '../../command.ts';
import { copyTables, type Digests, digestTables, findDifference } from '../../db/copying/copying.ts';
import { assertUtf8, hasOthers, isSqlite, makeReadOnly, openPostgres, openSqlite } from '../../db/dialect.ts';
import { databaseIn, FolderInUse, lockDataDir, migrate, newerStep } from '../../db/open.ts';
import { withoutPassword } from '../../db/postgres/address.ts';
import type { Db } from '../../db/tables.ts';
import { beginEpoch } from '../../db/write.ts';
import { hasUploads, type UploadStorage, uploadsIn } from '../../model/uploads/storage/storage.ts';
import { compareUploads, copyUploads, storageOf, type UploadDigest } from '../../model/uploads/storage/transfer.ts';
import { BackupError, MoveError, toBackupError } from '../errors.ts';
import { dropTables, markFinished, markUnfinished, stateOf } from './unfinished.ts';

type Progress = (step: string, done: number, total: number) => void;

export interface Moved {
  tables: Digests;
  pictures: UploadDigest;
}

interface Ends {
  source: Place;
  target: Place;
  to: Address;
  progress: Progress;
  print: (line: string) => void;
}

export type Address = { postgres: string } | { folder: string };

export interface Place extends AsyncDisposable {
  db: Db;
  pictures: UploadStorage;
  assertAlone: () => Promise<void>;
}

/** Resumes after a kill, or restarts if the source changed; no server starts on an unfinished target. MoveError. */
export async function move({ source, target, to, progress, print }: Ends): Promise<Moved> {
  await assertFree(target.db, to);
  const step = (name: string) => (done: number, total: number) => progress(name, done, total);
  const tables = await inSnapshot(source.db, async (from) => {
    const digests = await digestTables(from, { progress: step('Читаю таблицы') });
    await prepare(target, to, digests, print);
    await copyTables(from, target.db, { progress: step('Переношу таблицы') });
    return digests;
  });
  const found = await digestTables(target.db, { progress: step('Сверяю таблицы') });
  const different = findDifference(tables, found);
  if (different) throw new MoveError(`Таблица ${different} перенеслась с ошибкой. Начните с пустого места.`);
  const { db, pictures } = target;
  await copyUploads(db, source.pictures, pictures, step('Переношу картинки и файлы'));
  const compared = await compareUploads(db, source.pictures, pictures, step('Сверяю картинки и файлы'));
  await source.assertAlone();
  await target.assertAlone();
  await beginEpoch(db);
  await markFinished(db);
  return { tables, pictures: compared };
}

async function assertFree(db: Db, to: Address): Promise<void> {
  if ((await newerStep(db)) !== undefined)
    throw new MoveError(`В базу ${nameOf(to)} уже писала более новая версия rampa. Ничего не сделано.`);
  if ((await stateOf(db)).kind !== 'site') return;
  throw new MoveError(`Там уже лежит сайт: ${nameOf(to)}. Переносить можно только в пустое место. Ничего не сделано.`);
}

async function prepare(target: Place, to: Address, source: Digests, print: (line: string) => void): Promise<void> {
  const state = await stateOf(target.db);
  if (state.kind === 'half' && isDeepStrictEqual(state.source, source)) {
    print('Здесь есть неоконченный перенос: продолжаю его.');
    return migrate(target.db);
  }
  if (state.kind === 'half') {
    print('Здесь есть неоконченный перенос, но исходные данные с тех пор изменились: начинаю заново.');
    // Images of an unfinished move; only folders hold any outside the tables.
    if ('folder' in to) await rm(uploadsIn(to.folder), { recursive: true, force: true });
    await dropTables(target.db);
  }
  await markUnfinished(target.db, source);
  await migrate(target.db);
}

async function inSnapshot<T>(db: Db, work: (from: Db) => Promise<T>): Promise<T> {
  if (isSqlite(db)) {
    await makeReadOnly(db);
    return work(db);
  }
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
}

/** Display name without passwords. */
export function nameOf(address: Address): string {
  return 'folder' in address ? address.folder : withoutPassword(address.postgres);
}

/** MoveError while a server uses it, or when a PostgreSQL database is not UTF-8. */
export async function openPlace(address: Address): Promise<Place> {
  return 'folder' in address ? openFolder(address.folder) : openServer(address.postgres);
}

export async function isEmptyFolder(folder: string): Promise<boolean> {
  return !existsSync(databaseIn(folder)) && !(await hasUploads(folder));
}

async function openFolder(folder: string): Promise<Place> {
  const unlock = await takeFolder(folder);
  const db = openSqlite(databaseIn(folder));
  return {
    db,
    pictures: storageOf(db, uploadsIn(folder)),
    assertAlone: async () => {},
    async [Symbol.asyncDispose]() {
      await db.destroy();
      unlock();
    },
  };
}

async function takeFolder(folder: string): Promise<() => void> {
  try {
    return await lockDataDir(folder);
  } catch (error) {
    const because = { cause: error };
    if (error instanceof FolderInUse)
      throw new MoveError(`С папкой ${folder} работает сервер. Остановите его и повторите команду.`, because);
    const known = toBackupError(error instanceof Error ? error.cause : error, folder);
    throw known instanceof BackupError
      ? known
      : new MoveError(`В папку ${folder} нельзя записать. ${accessAdvice()}`, because);
  }
}

async function openServer(url: string): Promise<Place> {
  // No statement timeout: whole tables are read.
  await using opened = new AsyncDisposableStack();
  const db = opened.use(await openPostgres(url, 0));
  const assertAlone = async () => {
    if (await hasOthers(db))
      throw new MoveError(
        `С базой ${nameOf({ postgres: url })} работает сервер или другая команда rampa. Остановите их и повторите.`,
      );
  };
  await assertUtf8(db);
  await assertAlone();
  const kept = opened.move();
  return { db, pictures: storageOf(db, ''), assertAlone, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}
