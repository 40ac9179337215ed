import { closeSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { isLogDamaged } from './log.ts';

/** What stands at the beginning of every SQLite file, and the size of its header in bytes (sqlite.org/fileformat2.html). */
const MAGIC = 'SQLite format 3\0';
const HEADER = 100;
/** A log seldom grows beyond 4 MiB; a longer one than this would keep the start waiting. In bytes. */
const CHECKED_LOG = 64 * 1024 * 1024;

export interface DatabaseFile {
  /** In bytes; 0 when there is none yet. */
  size: number;
  /** The log beside it holds pages that are not in it yet. */
  hasLog: boolean;
}

/**
 * Reads the heads of an SQLite file and of its write-ahead log, without opening them as a database. Gives the reason, for the
 * middle of a sentence, why they are no whole database; an absent or empty file without a log is one that is still to be made.
 */
export function readDatabaseFile(file: string): DatabaseFile | { fault: string } {
  try {
    return readHeads(file);
  } catch (error) {
    return { fault: `cannot be read: ${error instanceof Error ? error.message : error}` };
  }
}

/** The first thing that SQLite's quick check finds wrong: the state of every page and index, without comparing their contents. */
export function problemOfPages(raw: DatabaseSync): string | undefined {
  const problems = raw.prepare('pragma quick_check(1)').all();
  const [first] = Object.values(problems[0] ?? {});
  return first === 'ok' ? undefined : String(first).replace(/\s+/g, ' ');
}

function readHeads(file: string): DatabaseFile | { fault: string } {
  const found = fileAt(file);
  const log = fileAt(`${file}-wal`);
  if (!isPlain(found) || !isPlain(log)) return { fault: 'is no ordinary file' };
  const size = found?.size ?? 0;
  const hasLog = (log?.size ?? 0) > 0;
  if (size === 0 && hasLog) return { fault: 'is missing or empty while its log rampa.sqlite-wal lies beside it' };
  const fault = size > 0 ? (faultOfHeader(file, size, hasLog) ?? faultOfLog(file, log?.size ?? 0)) : undefined;
  return fault ? { fault } : { size, hasLog };
}

function fileAt(file: string): Stats | undefined {
  return statSync(file, { throwIfNoEntry: false });
}

/** A pipe or a device would keep a reader waiting for ever. */
function isPlain(found: Stats | undefined): boolean {
  return found === undefined || found.isFile();
}

function faultOfHeader(file: string, size: number, hasLog: boolean): string | undefined {
  const head = readStart(file, HEADER);
  if (head.length < HEADER || head.toString('latin1', 0, 16) !== MAGIC) return 'is no SQLite database';
  const pageSize = pageSizeOf(head);
  if (pageSize < 512 || (pageSize & (pageSize - 1)) !== 0) return 'has a damaged header';
  const isCountValid = head.readUInt32BE(24) === head.readUInt32BE(92);
  const promised = isCountValid ? head.readUInt32BE(28) * pageSize : pageSize;
  // A crash in the middle of moving pages from the log leaves a file that is still too short; the log makes it whole.
  return size < promised && !hasLog ? `is cut off: ${size} bytes of ${promised}` : undefined;
}

/** The two bytes say 1 for 65,536. */
function pageSizeOf(head: Buffer): number {
  const written = head.readUInt16BE(16);
  return written === 1 ? 65_536 : written;
}

function faultOfLog(file: string, size: number): string | undefined {
  if (size === 0 || size > CHECKED_LOG) return undefined;
  return isLogDamaged(readStart(`${file}-wal`, size)) ? 'has a damaged log rampa.sqlite-wal' : undefined;
}

function readStart(file: string, length: number): Buffer<ArrayBuffer> {
  const buffer = Buffer.alloc(length);
  const descriptor = openSync(file, 'r');
  try {
    return buffer.subarray(0, readSync(descriptor, buffer, 0, length, 0));
  } finally {
    closeSync(descriptor);
  }
}
