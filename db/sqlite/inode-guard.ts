import { type Stats, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';

const LOOK_EVERY = 500; // ms between checks of reads; writes always check
const CANNOT_OPEN = 14;

/** A file that was moved or deleted while open still accepts writes, which are lost. */
export function createPlace(file: string) {
  let database = fileAt(file);
  let log = fileAt(`${file}-wal`);
  let lookedAt = Date.now();
  let isAway = false;

  return {
    /** Gives a new connection when another database of the same schema took the file's place; else throws. */
    look(raw: DatabaseSync, isWrite: boolean, open: () => DatabaseSync): DatabaseSync | undefined {
      if (!database) return undefined;
      const now = Date.now();
      if (!isWrite && !isAway && Math.abs(now - lookedAt) < LOOK_EVERY) return undefined;
      lookedAt = now;
      const found = fileAt(file);
      isAway = !isSame(found, database);
      log ??= fileAt(`${file}-wal`);
      if (!isAway) return undefined;
      const next = found && !isLeftOver(fileAt(`${file}-wal`), log) ? openAlike(raw, open) : undefined;
      if (!next) throw away(file);
      [database, log, isAway] = [fileAt(file), fileAt(`${file}-wal`), false];
      return next;
    },
  };
}

export function fileAt(file: string): Stats | undefined {
  return statSync(file, { throwIfNoEntry: false });
}

function isSame(one: Stats | undefined, other: Stats | undefined): boolean {
  return one !== undefined && one.ino === other?.ino && one.dev === other.dev;
}

/** The former database's WAL beside the new file: opening both would mix them. */
function isLeftOver(found: Stats | undefined, log: Stats | undefined): boolean {
  return isSame(found, log) && (found?.size ?? 0) > 0;
}

function openAlike(raw: DatabaseSync, open: () => DatabaseSync): DatabaseSync | undefined {
  let next: DatabaseSync | undefined;
  try {
    next = open();
    if (stepsOf(next) === stepsOf(raw)) return next;
  } catch {
    // Still being copied, or not a rampa database.
  }
  next?.close();
  return undefined;
}

function stepsOf(raw: DatabaseSync): string {
  return JSON.stringify(raw.prepare('select name from kysely_migration order by name').all());
}

function away(file: string): Error {
  const error = new Error(`The database ${file} is not in its place any more: it was moved, deleted or replaced.`);
  return Object.assign(error, { errcode: CANNOT_OPEN });
}
