import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { hasRoom, isOutOfRoom, openReadOnly, openWritable } from './opening.ts';

/** Readers look so often whether there is room again, in ms; writers always do. */
const LOOK_EVERY = 500;
const FULL = 13;
const READ_ONLY = 8;

/**
 * Opens a database for reading and writing. On a disk that has no room for the index of its log it is opened for reading, until there is
 * room again. `told` hears of both.
 */
export function createOpener(file: string, busyTimeout: number, told: (isFull: boolean) => void) {
  let isFull = false;
  let lookedAt = 0;

  function setFull(value: boolean): void {
    if (isFull !== value) told(value);
    isFull = value;
  }

  function open(): DatabaseSync {
    try {
      const raw = openWritable(file, busyTimeout);
      if (isFull) assertWritable(raw);
      setFull(false);
      return raw;
    } catch (error) {
      if (!(isOutOfRoom(error) || (isFull && isReadOnly(error))) || isEmpty(file)) throw error;
      const raw = openReadOnly(file, busyTimeout);
      setFull(true);
      return raw;
    }
  }

  return {
    open,
    /** Gives a new connection in place of `raw`, which is closed, where that may be able to write. */
    lookForRoom(raw: DatabaseSync, isWrite: boolean): DatabaseSync | undefined {
      if (!raw.isOpen) return open();
      if (!isFull) return undefined;
      const now = Date.now();
      if (!isWrite && Math.abs(now - lookedAt) < LOOK_EVERY) return undefined;
      lookedAt = now;
      if (!hasRoom(file)) return undefined;
      // Connections of one process share the index, and with it that it is only read.
      raw.close();
      return open();
    },
    assertRoom(): void {
      if (isFull) throw diskFull();
    },
    /** A change that met a connection opened for reading has found a full disk. */
    explain: (error: unknown): unknown => (isFull && isReadOnly(error) ? diskFull() : error),
  };
}

/** Another connection of this process, such as a check's, may still hold the index as one that is only read. */
function assertWritable(raw: DatabaseSync): void {
  try {
    raw.exec('begin immediate; rollback');
  } catch (error) {
    // Another program's write says that there is room.
    if (!isReadOnly(error) && !isOutOfRoom(error)) return;
    raw.close();
    throw error;
  }
}

function isReadOnly(error: unknown): boolean {
  return (((error as { errcode?: number }).errcode ?? 0) & 0xff) === READ_ONLY;
}

/** One that is still to be made. */
function isEmpty(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0;
}

function diskFull(): Error {
  return Object.assign(new Error('database or disk is full'), { errcode: FULL });
}
