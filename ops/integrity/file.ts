import { closeSync, openSync, readSync, type Stats } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { fileAt } from '../../db/sqlite/opening.ts';
import { reasonOf } from '../../errors.ts';

/** sqlite.org/fileformat2.html, in bytes. */
const MAGIC = 'SQLite format 3\0';
const HEADER = 100;
/** sqlite.org/fileformat2.html#walformat; the second one means big-endian checksums. */
const LOG_HEADER = 32;
const LOG_MAGIC = [0x377f0682, 0x377f0683];

export interface DatabaseFile {
  size: number; // bytes; 0 when there is none yet
  hasLog: boolean;
}

/** Checks headers of file and WAL; `fault` goes on after «база данных …». Absent or empty without a WAL is valid. */
export function readDatabaseFile(file: string): DatabaseFile | { fault: string } {
  try {
    return readHeads(file);
  } catch (error) {
    return { fault: `не читается (${reasonOf(error)})` };
  }
}

/** First finding of quick_check: all pages and indexes, without comparing their contents. */
export function problemOfPages(raw: DatabaseSync): string | undefined {
  const problems = raw.prepare('pragma quick_check(1)').all();
  const [first] = Object.values(problems[0] ?? {});
  return first === 'ok' ? undefined : String(first).replace(/\s+/g, ' ');
}

function readHeads(file: string): DatabaseFile | { fault: string } {
  const found = fileAt(file);
  const log = fileAt(`${file}-wal`);
  if (!isPlain(found) || !isPlain(log)) return { fault: '— не обычный файл' };
  const size = found?.size ?? 0;
  const hasLog = (log?.size ?? 0) > 0;
  if (size === 0 && hasLog) return { fault: 'исчезла или пуста, а её журнал rampa.sqlite-wal лежит рядом' };
  const fault = size > 0 ? (faultOfHeader(file, size, hasLog) ?? faultOfLog(file)) : undefined;
  return fault ? { fault } : { size, hasLog };
}

/** Reading a pipe or device would block. */
function isPlain(found: Stats | undefined): boolean {
  return found === undefined || found.isFile();
}

function faultOfHeader(file: string, size: number, hasLog: boolean): string | undefined {
  const head = readStart(file, HEADER);
  if (head.length < HEADER || head.toString('latin1', 0, 16) !== MAGIC) return '— не база SQLite';
  // 1 stands for 65 536.
  const pageSize = head.readUInt16BE(16) === 1 ? 65_536 : head.readUInt16BE(16);
  if (pageSize < 512 || (pageSize & (pageSize - 1)) !== 0) return 'повреждена: заголовок файла неверен';
  const isCountValid = head.readUInt32BE(24) === head.readUInt32BE(92);
  const promised = isCountValid ? head.readUInt32BE(28) * pageSize : pageSize;
  // A crash during a checkpoint leaves the file short; the WAL completes it.
  return size < promised && !hasLog ? `обрывается: ${size} байт из ${promised}` : undefined;
}

/** SQLite itself checks the frames: it takes the commits before the first spoilt one. */
function faultOfLog(file: string): string | undefined {
  const head = fileAt(`${file}-wal`) ? readStart(`${file}-wal`, LOG_HEADER) : Buffer.of();
  const isForeign = head.length === LOG_HEADER && !LOG_MAGIC.includes(head.readUInt32BE(0));
  return isForeign ? 'повреждена: её журнал rampa.sqlite-wal неверен' : undefined;
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
