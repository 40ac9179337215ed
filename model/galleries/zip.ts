import { crc32 } from 'node:zlib';

export interface ZipFile {
  name: string; // in the archive
  size: number; // bytes
  read: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

const LOCAL = 30;
const DESCRIPTOR = 16;
const CENTRAL = 46;
const END = 22;
/** Sizes and checksum follow the data (bit 3), names are UTF-8 (bit 11): APPNOTE.TXT, 4.4.4. */
const FLAGS = 0x0808;
const VERSION = 20;

/** Exact bytes of the archive of `zip`; without ZIP64, so below 4 GiB and 65,536 files. */
export function zipSize(files: readonly Pick<ZipFile, 'name' | 'size'>[]): number {
  const sizes = files.map(({ name, size }) => LOCAL + size + DESCRIPTOR + CENTRAL + 2 * Buffer.byteLength(name));
  return sizes.reduce((sum, size) => sum + size, END);
}

/** Stored, not compressed: pictures are already. Holds one piece at a time. Throws when a file has another size. */
export async function* zip(files: readonly ZipFile[], modified: Date): AsyncGenerator<Uint8Array> {
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, size, read } of files) {
    const header = { name: Buffer.from(name), modified };
    yield localHeader(header);
    let crc = 0;
    let length = 0;
    for await (const piece of read()) {
      crc = crc32(piece, crc);
      length += piece.length;
      yield piece;
    }
    if (length !== size) throw new Error(`${name} has ${length} bytes, not ${size}.`);
    yield descriptor(crc, size);
    central.push(centralHeader(header, { crc, size, offset }));
    offset += LOCAL + header.name.length + size + DESCRIPTOR;
  }
  yield* central;
  const length = central.reduce((sum, each) => sum + each.length, 0);
  yield endOfArchive(files.length, length, offset);
}

interface Header {
  name: Buffer;
  modified: Date;
}

function localHeader({ name, modified }: Header): Buffer {
  const bytes = Buffer.alloc(LOCAL);
  bytes.writeUInt32LE(0x04034b50, 0);
  writeCommon(bytes, 4, modified);
  bytes.writeUInt16LE(name.length, 26);
  return Buffer.concat([bytes, name]);
}

function descriptor(crc: number, size: number): Buffer {
  const bytes = Buffer.alloc(DESCRIPTOR);
  bytes.writeUInt32LE(0x08074b50, 0);
  writeSums(bytes, 4, crc, size);
  return bytes;
}

function centralHeader(
  { name, modified }: Header,
  { crc, size, offset }: { crc: number; size: number; offset: number },
) {
  const bytes = Buffer.alloc(CENTRAL);
  bytes.writeUInt32LE(0x02014b50, 0);
  bytes.writeUInt16LE(VERSION, 4);
  writeCommon(bytes, 6, modified);
  writeSums(bytes, 16, crc, size);
  bytes.writeUInt16LE(name.length, 28);
  bytes.writeUInt32LE(offset, 42);
  return Buffer.concat([bytes, name]);
}

function endOfArchive(count: number, length: number, offset: number): Buffer {
  const bytes = Buffer.alloc(END);
  bytes.writeUInt32LE(0x06054b50, 0);
  bytes.writeUInt16LE(count, 8);
  bytes.writeUInt16LE(count, 10);
  bytes.writeUInt32LE(length, 12);
  bytes.writeUInt32LE(offset, 16);
  return bytes;
}

/** Version needed, flags, method (0: stored), time and day. */
function writeCommon(bytes: Buffer, at: number, modified: Date): void {
  bytes.writeUInt16LE(VERSION, at);
  bytes.writeUInt16LE(FLAGS, at + 2);
  const seconds = Math.floor(modified.getUTCSeconds() / 2);
  bytes.writeUInt16LE((modified.getUTCHours() << 11) | (modified.getUTCMinutes() << 5) | seconds, at + 6);
  const years = Math.max(0, modified.getUTCFullYear() - 1980);
  bytes.writeUInt16LE((years << 9) | ((modified.getUTCMonth() + 1) << 5) | modified.getUTCDate(), at + 8);
}

function writeSums(bytes: Buffer, at: number, crc: number, size: number): void {
  bytes.writeUInt32LE(crc, at);
  bytes.writeUInt32LE(size, at + 4);
  bytes.writeUInt32LE(size, at + 8);
}
