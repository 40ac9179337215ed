import { isDeepStrictEqual } from 'node:util';
import { beginEpoch } from '../../db/change-counter.ts';
import { copyTables, type Digests, digestTables, findDifference } from '../../db/copying/copying.ts';
import { isSqlite, makeReadOnly } from '../../db/dialect.ts';
import { migrate, newerStep } from '../../db/open.ts';
import type { Db } from '../../db/tables.ts';
import { compareUploads, copyUploads, type UploadDigest } from '../../model/uploads/storage/transfer.ts';
import { type Address, dropImages, nameOf, type Place } from './endpoints.ts';
import { MoveError } from './errors.ts';
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
  tell: (line: string) => void;
}

/** Resumes after a kill, or restarts if the source changed; no server starts on an unfinished target. MoveError. */
export async function move({ source, target, to, progress, tell }: Ends): Promise<Moved> {
  await assertFree(target.db, to);
  const tables = await inSnapshot(source.db, async (from) => {
    const digests = await digestTables(from, { progress: step(progress, 'Читаю таблицы') });
    await prepare(target, to, digests, tell);
    await copyTables(from, target.db, { progress: step(progress, 'Переношу таблицы') });
    return digests;
  });
  const found = await digestTables(target.db, { progress: step(progress, 'Сверяю таблицы') });
  const different = findDifference(tables, found);
  if (different) throw new MoveError(`Таблица ${different} перенеслась с ошибкой. Начните с пустого места.`);
  const { db, pictures } = target;
  await copyUploads(db, source.pictures, pictures, step(progress, 'Переношу картинки и файлы'));
  const compared = await compareUploads(db, source.pictures, pictures, step(progress, 'Сверяю картинки и файлы'));
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

async function prepare(target: Place, to: Address, source: Digests, tell: (line: string) => void): Promise<void> {
  const state = await stateOf(target.db);
  if (state.kind === 'half' && isDeepStrictEqual(state.source, source)) {
    tell('Здесь есть неоконченный перенос: продолжаю его.');
    return migrate(target.db);
  }
  if (state.kind === 'half') {
    tell('Здесь есть неоконченный перенос, но исходные данные с тех пор изменились: начинаю заново.');
    await dropImages(to);
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

function step(progress: Progress, name: string): (done: number, total: number) => void {
  return (done, total) => progress(name, done, total);
}
