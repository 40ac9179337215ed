import { closeSync, existsSync, openSync, readSync, rmSync, type Stats } from 'node:fs';
import { endianness } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { fileAt, openReadOnly } from '../../db/sqlite/opening.ts';
import { reasonOf } from '../../errors.ts';

/** sqlite.org/fileformat2.html, in bytes. */
const MAGIC = 'SQLite format 3\0';
const HEADER = 100;
const CHECKED_LOG = 64 * 1024 * 1024; // bytes; a WAL seldom exceeds 4 MiB
/** sqlite.org/fileformat2.html#walformat; the second magic number means big-endian checksums. */
const LOG_HEADER = 32;
const FRAME_HEADER = 24;
const LOG_MAGIC = { littleEndian: 0x377f0682, bigEndian: 0x377f0683 };

interface DatabaseFile {
  size: number; // bytes; 0 if absent
  hasLog: boolean;
}

/** Checks the headers of file and WAL; `fault` completes «база данных …». Absent or empty without a WAL is valid. */
export function readDatabaseFile(file: string): DatabaseFile | { fault: string } {
  try {
    return readHeads(file);
  } catch (error) {
    return { fault: `не читается (${reasonOf(error)})` };
  }
}

/** The result of `read`, or why reading fails. Leaves file and WAL unchanged and removes a WAL index it created. */
export function readOnly(file: string, hasLog: boolean, read: (raw: DatabaseSync) => string | undefined) {
  const hadIndex = existsSync(`${file}-shm`);
  try {
    using raw = hasLog ? openReadOnly(file) : openImmutable(file);
    return read(raw);
  } catch (error) {
    return `не читается (${reasonOf(error)})`;
  } finally {
    if (hasLog && !hadIndex) rmSync(`${file}-shm`, { force: true });
  }
}

/** `immutable` creates no files; valid only without a WAL. */
function openImmutable(file: string): DatabaseSync {
  const address = pathToFileURL(file);
  address.searchParams.set('immutable', '1');
  const raw = new DatabaseSync(address, { readOnly: true, defensive: true });
  raw.exec('pragma trusted_schema = off');
  return raw;
}

/** First problem found by quick_check, which does not compare indexes with tables. */
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
  const fault = size > 0 ? (faultOfHeader(file, size, hasLog) ?? faultOfLog(file, log?.size ?? 0)) : undefined;
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

function faultOfLog(file: string, size: number): string | undefined {
  if (size === 0 || size > CHECKED_LOG) return undefined;
  return isLogDamaged(readStart(`${file}-wal`, size)) ? 'повреждена: её журнал rampa.sqlite-wal неверен' : undefined;
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

/** Each commit is fsynced, so a power cut corrupts only the last: two commits after a wrong checksum mean damage. */
function isLogDamaged(log: Uint8Array<ArrayBuffer>): boolean {
  if (log.length <= LOG_HEADER) return false;
  const view = new DataView(log.buffer, log.byteOffset, log.length);
  const magic = view.getUint32(0);
  if (magic !== LOG_MAGIC.littleEndian && magic !== LOG_MAGIC.bigEndian) return true;
  const words = wordsOf(log, magic === LOG_MAGIC.bigEndian);
  const start = sum(words, 0, LOG_HEADER - 8, [0, 0]);
  if (!hasSum(view, 24, start)) return true;
  return commitsBehindFault(view, words, start) >= 2;
}

type Sum = [number, number];

function commitsBehindFault(view: DataView, words: Uint32Array, start: Sum): number {
  const frame = FRAME_HEADER + view.getUint32(8);
  let last: Sum | undefined = start;
  let commits = 0;
  for (let at = LOG_HEADER; at + frame <= view.byteLength; at += frame) {
    // Frames of an earlier WAL generation have another salt.
    if (view.getUint32(at + 8) !== view.getUint32(16) || view.getUint32(at + 12) !== view.getUint32(20)) break;
    const next: Sum | undefined = last && sum(words, at + FRAME_HEADER, at + frame, sum(words, at, at + 8, last));
    last = next && hasSum(view, at + 16, next) ? next : undefined;
    if (!last && view.getUint32(at + 4) !== 0) commits += 1;
  }
  return commits;
}

function hasSum(view: DataView, at: number, [one, other]: Sum): boolean {
  return view.getUint32(at) === one && view.getUint32(at + 4) === other;
}

function sum(words: Uint32Array, from: number, to: number, [first, second]: Sum): Sum {
  let [one, other] = [first, second];
  for (let at = from / 4; at < to / 4; at += 2) {
    one = (one + (words[at] ?? 0) + other) >>> 0;
    other = (other + (words[at + 1] ?? 0) + one) >>> 0;
  }
  return [one, other];
}

function wordsOf(log: Uint8Array<ArrayBuffer>, isBigEndian: boolean): Uint32Array {
  const bytes = Buffer.from(log.slice(0, log.length - (log.length % 4)).buffer);
  if (isBigEndian !== (endianness() === 'BE')) bytes.swap32();
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
}
