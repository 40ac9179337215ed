import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { hasSpace, isOutOfSpace, lacksIndex, openReadOnly, openWritable } from './opening.ts';

const CHECK_INTERVAL = 500; // ms between checks of reads; writes always check
const FULL = 13;
const READ_ONLY = 8;

/** Opens read-only while the disk has no space for the WAL index. `onChange` is also called if only writes find no space. */
export function createOpener(file: string, busyTimeout: number, onChange: (isFull: boolean) => void) {
  let isFull = false;
  let isReportedFull = false;
  let checkedAt = 0;

  function report(value: boolean): void {
    if (isReportedFull !== value) onChange(value);
    isReportedFull = value;
  }

  function setFull(value: boolean): void {
    isFull = value;
    report(value);
  }

  function open(): DatabaseSync {
    try {
      if (lacksIndex(file)) throw diskFull();
      const raw = openWritable(file, busyTimeout);
      if (isFull) assertWritable(raw);
      setFull(false);
      return raw;
    } catch (error) {
      if (!(isOutOfSpace(error) || (isFull && isReadOnly(error))) || !statSync(file, { throwIfNoEntry: false })?.size)
        throw error;
      const raw = openReadOnly(file, busyTimeout);
      setFull(true);
      return raw;
    }
  }

  return {
    open,
    /** Closes `raw` when it returns a new connection. */
    reopenIfSpace(raw: DatabaseSync, isWrite: boolean): DatabaseSync | undefined {
      if (!raw.isOpen) return open();
      if (!isFull) return undefined;
      if (!isReadable(raw)) {
        // Another program tried to create the WAL index: only a new connection can read again.
        raw.close();
        return open();
      }
      const now = Date.now();
      if (!isWrite && Math.abs(now - checkedAt) < CHECK_INTERVAL) return undefined;
      checkedAt = now;
      if (!hasSpace(file)) return undefined;
      // Connections of one process share the WAL index, and its read-only state.
      raw.close();
      return open();
    },
    assertSpace(): void {
      if (isFull) throw diskFull();
    },
    explain(error: unknown): unknown {
      if (isOutOfSpace(error)) report(true);
      return isFull && isReadOnly(error) ? diskFull() : error;
    },
    /** Small changes still fit where larger ones do not. */
    committed(): void {
      if (isReportedFull && !isFull && hasSpace(file)) report(false);
    },
  };
}

function isReadable(raw: DatabaseSync): boolean {
  try {
    raw.prepare('select 1 from sqlite_schema').get();
    return true;
  } catch {
    return false;
  }
}

/** Another connection of this process, such as a check's, may still hold the WAL index read-only. */
function assertWritable(raw: DatabaseSync): void {
  try {
    raw.exec('begin immediate; rollback');
  } catch (error) {
    // A lock held by another program proves that there is space.
    if (!isReadOnly(error) && !isOutOfSpace(error)) return;
    raw.close();
    throw error;
  }
}

function isReadOnly(error: unknown): boolean {
  return (((error as { errcode?: number }).errcode ?? 0) & 0xff) === READ_ONLY;
}

function diskFull(): Error {
  return Object.assign(new Error('database or disk is full'), { errcode: FULL });
}
