import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { brokenFile, tooHeavy } from '../errors.ts';

const LOCAL_HEADER = 0x04034b50;
const DIRECTORY_HEADER = 0x02014b50;
const END_RECORD = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT = 0xffff;
/** Bytes: a directory of 20,000 long names; unpacked, ten times the largest file. Documents need less. */
const UPLOAD = { directory: 4 * 1024 * 1024, unpacked: 1024 ** 3 };

export interface ZipEntry {
  name: string;
  otherName: string; // Unicode path (APPNOTE 4.6.9): some programs use it
  rawName: Buffer;
  packed: number; // bytes
  isStored: boolean;
  start: number; // of its local header
}

const inflate = promisify(inflateRaw);

export function isZip(start: Buffer): boolean {
  return start.length >= 4 && start.readUInt32LE(0) === LOCAL_HEADER;
}

/** Whether the file has a ZIP's end record: programs read a ZIP from its end. */
export async function endsAsZip(source: Source): Promise<boolean> {
  return (await findEnd(source)) !== undefined;
}

/**
 * Reads the directory of a ZIP (APPNOTE 4.3.12) without unpacking. 422 when damaged, with overlapping files, with names
 * that leave their folder or differ between local header and directory, or when the unpacked size exceeds `largest`.
 */
export async function readZip(source: Source, largest = UPLOAD): Promise<ZipEntry[]> {
  const end = await findEnd(source);
  if (!end) throw brokenFile();
  const [count, size, start] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)];
  if (size > largest.directory) throw tooHeavy();
  if (start + size > source.size) throw brokenFile();
  const entries = [...readDirectory(await source.read(start, size))];
  const sum = (key: 'packed' | 'unpacked') => entries.reduce((all, entry) => all + entry[key], 0);
  if (entries.length !== count || count === 0 || sum('packed') > start) throw brokenFile();
  const leaves = ({ name, otherName }: ZipEntry) => [name, otherName].some((each) => LEAVES_ITS_FOLDER.test(each));
  if (entries.some(leaves)) throw brokenFile();
  if (sum('unpacked') > largest.unpacked) throw tooHeavy();
  for (const entry of entries) await assertSameNames(source, entry);
  return entries;
}

const LEAVES_ITS_FOLDER = /^[\\/]|^\w:|(?:^|[\\/])\.\.(?:[\\/]|$)/;

/** Some programs use the local headers: both must name the same file. */
async function assertSameNames(source: Source, { start, rawName, otherName }: ZipEntry): Promise<void> {
  const size = LOCAL_BYTES + rawName.length;
  const header = await source.read(start, size);
  const isHeader = header.length === size && header.readUInt32LE(0) === LOCAL_HEADER;
  const isSame = isHeader && header.readUInt16LE(26) === rawName.length && header.subarray(LOCAL_BYTES).equals(rawName);
  if (!isSame) throw brokenFile();
  const found = unicodeName(await source.read(start + size, header.readUInt16LE(28)));
  if (found !== '' && found !== otherName) throw brokenFile();
}

/** Unpacks an entry of at most `most` bytes. 422 when it is larger or damaged. */
export async function readEntry(source: Source, { isStored, packed, start }: ZipEntry, most: number): Promise<Buffer> {
  const header = await source.read(start, LOCAL_BYTES);
  if (packed > most || header.length < LOCAL_BYTES) throw brokenFile();
  const bytes = await source.read(start + LOCAL_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28), packed);
  if (isStored) return bytes;
  try {
    return await inflate(bytes, { maxOutputLength: most });
  } catch {
    throw brokenFile();
  }
}

/** The end record, whose comment reaches exactly to the end of the file. */
async function findEnd(source: Source): Promise<Buffer | undefined> {
  const tail = await readEnd(source, END_BYTES + MAX_COMMENT);
  for (let at = tail.length - END_BYTES; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== END_RECORD) continue;
    if (tail.readUInt16LE(at + 20) === tail.length - at - END_BYTES) return tail.subarray(at);
  }
  return undefined;
}

const HEADER_BYTES = 46;
const LOCAL_BYTES = 30;
const IS_UTF8 = 0x800;

function* readDirectory(bytes: Buffer): Generator<ZipEntry & { unpacked: number }> {
  for (let at = 0; at < bytes.length; ) {
    if (bytes.length < at + HEADER_BYTES || bytes.readUInt32LE(at) !== DIRECTORY_HEADER) throw brokenFile();
    const from = at + HEADER_BYTES;
    const to = from + bytes.readUInt16LE(at + 28);
    const end = to + bytes.readUInt16LE(at + 30);
    if (end > bytes.length) throw brokenFile();
    yield {
      otherName: unicodeName(bytes.subarray(to, end)),
      rawName: bytes.subarray(from, to),
      name: bytes.toString(bytes.readUInt16LE(at + 8) & IS_UTF8 ? 'utf8' : 'latin1', from, to),
      isStored: bytes.readUInt16LE(at + 10) === 0,
      packed: bytes.readUInt32LE(at + 20),
      unpacked: bytes.readUInt32LE(at + 24),
      start: bytes.readUInt32LE(at + 42),
    };
    at = end + bytes.readUInt16LE(at + 32);
  }
}

const UNICODE_PATH = 0x7075;

function unicodeName(extra: Buffer): string {
  const names: string[] = [];
  for (let at = 0; at + 4 <= extra.length; ) {
    const end = at + 4 + extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) === UNICODE_PATH) names.push(extra.toString('utf8', at + 9, end));
    at = end;
  }
  if (names.length > 1) throw brokenFile();
  return names[0] ?? '';
}

/** A received file. Reads may be shorter at its end. */
export interface Source {
  size: number;
  read(position: number, length: number): Promise<Buffer>;
}

/** Source over an open file of `size` bytes. */
export function sourceOf(file: FileHandle, size: number): Source {
  return {
    size,
    read: async (position, length) => {
      const wanted = Math.max(0, Math.min(length, size - position));
      const { buffer, bytesRead } = await file.read(Buffer.alloc(wanted), 0, wanted, position);
      return buffer.subarray(0, bytesRead);
    },
  };
}

/** The last bytes, at most `length`. */
export function readEnd(source: Source, length: number): Promise<Buffer> {
  const start = Math.max(0, source.size - length);
  return source.read(start, source.size - start);
}
