import { isDeepStrictEqual } from 'node:util';
import { copyTables, type Digests, digestTables, findDifference } from '../../db/copying/copying.ts';
import { isSqlite, makeReadOnly } from '../../db/dialect.ts';
import { migrate } from '../../db/open.ts';
import type { Db } from '../../db/tables.ts';
import { compareImages, copyImages, type ImageDigest } from '../../model/images/storage/transfer.ts';
import { type Address, dropImages, nameOf, type Place } from './endpoints.ts';
import { MoveError } from './errors.ts';
import { dropTables, markFinished, markUnfinished, stateOf } from './unfinished.ts';

/** What is done now, and how much of it: rows or bytes. */
type Progress = (step: string, done: number, total: number) => void;

export interface Moved {
  tables: Digests;
  pictures: ImageDigest;
}

interface Ends {
  source: Place;
  target: Place;
  /** Where the target is. */
  to: Address;
  progress: Progress;
  /** A sentence about what was found. */
  tell: (line: string) => void;
}

/**
 * Copies a site into an empty place and compares every table and picture there with its source, which is only read. Ended by force at
 * any moment it leaves a target on which no server starts; called again, it goes on where it was, or begins anew when the source is
 * not what it was. Fails with a MoveError when the target holds something else or one of both is in use.
 */
export async function move({ source, target, to, progress, tell }: Ends): Promise<Moved> {
  // Before anything is read: that takes its time.
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
  await copyImages(db, source.pictures, pictures, step(progress, 'Переношу картинки'));
  const compared = await compareImages(db, source.pictures, pictures, step(progress, 'Сверяю картинки'));
  await source.assertAlone();
  await target.assertAlone();
  await markFinished(db);
  return { tables, pictures: compared };
}

async function assertFree(db: Db, to: Address): Promise<void> {
  if ((await stateOf(db)).kind !== 'site') return;
  throw new MoveError(`Там уже лежит сайт: ${nameOf(to)}. Переносить можно только в пустое место. Ничего не сделано.`);
}

/** Brings the target to where rows can be copied into it. */
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

/** Reading only, and all of it as it was at one moment. */
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
