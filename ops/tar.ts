import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { BackupError, damaged } from './errors.ts';

/** POSIX ustar with plain files only: readable by any `tar`, and no entry can point outside. */
export const BLOCK = 512;
const NOTHING = Buffer.alloc(BLOCK);
const MAX_SIZE = 8 ** 11 - 1; // Eleven octal digits, in bytes
const NAME_LENGTH = 100;
const PREFIX_LENGTH = 155;
const CHUNK = 256 * 1024;

export interface TarEntry {
  name: string;
  size: number;
  start: number;
}

export class TarWriter {
  readonly #file: FileHandle;
  readonly #madeAt: number;

  /** `madeAt` in Unix seconds. */
  constructor(file: FileHandle, madeAt: number) {
    this.#file = file;
    this.#madeAt = madeAt;
  }

  /** BackupError when `bytes` do not have the length `size`. */
  async add(name: string, size: number, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
    if (size > MAX_SIZE) throw new BackupError(`Файл ${name} больше 8 ГиБ: в архив он не помещается.`);
    await this.#file.writeFile(tarHeader({ name, size, time: this.#madeAt }));
    let written = 0;
    for await (const chunk of bytes) {
      written += chunk.length;
      if (written > size) break;
      await this.#file.writeFile(chunk);
    }
    if (written !== size) throw new BackupError(`Файл ${name} изменился, пока его копировали. Повторите.`);
    await this.#file.writeFile(NOTHING.subarray(0, paddingOf(size)));
  }

  async end(): Promise<void> {
    await this.#file.writeFile(Buffer.concat([NOTHING, NOTHING]));
  }
}

/** Entries in order. BackupError unless headers and padding equal the writer's byte for byte: no links, no owners. */
export async function* readTar(file: FileHandle): AsyncGenerator<TarEntry> {
  const { size: whole } = await file.stat();
  for (let at = 0; ; ) {
    const block = await read(file, at, BLOCK);
    if (block.equals(NOTHING)) {
      const rest = await read(file, at + BLOCK, BLOCK);
      if (!rest.equals(NOTHING) || at + 2 * BLOCK !== whole) throw damaged('после конца архива есть что-то ещё');
      return;
    }
    const entry = entryAt(block, at);
    const end = entry.start + entry.size;
    yield entry;
    const rest = await read(file, end, paddingOf(entry.size));
    if (rest.some((byte) => byte !== 0)) throw damaged(`между файлами, после ${entry.name}`);
    at = end + rest.length;
  }
}

/** Bytes of one entry, in chunks of 256 KiB. */
export async function* readEntry(file: FileHandle, { start, size }: TarEntry): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; at += CHUNK) yield await read(file, start + at, Math.min(CHUNK, size - at));
}

interface Header {
  name: string;
  size: number;
  time: number; // Unix seconds
  mode?: number;
  prefix?: string; // Folders before `name`, which takes 100 bytes at most
}

/** The ustar header of a plain file of root. */
export function tarHeader({ name, size, time, mode = 0o600, prefix = '' }: Header): Buffer {
  if (Buffer.byteLength(name) > NAME_LENGTH || Buffer.byteLength(prefix) > PREFIX_LENGTH)
    throw new Error(`Too long for the archive: ${prefix}/${name}`);
  const block = Buffer.alloc(BLOCK);
  block.write(name, 0);
  block.write(`${mode.toString(8).padStart(7, '0')}\0`, 100);
  block.write('0000000\0', 108);
  block.write('0000000\0', 116);
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  block.write(`${time.toString(8).padStart(11, '0')}\0`, 136);
  block.write(' '.repeat(8), 148);
  block.write('0', 156);
  block.write('ustar\0', 257);
  block.write('00', 263);
  block.write(prefix, 345);
  const sum = block.reduce((all, byte) => all + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

function entryAt(block: Buffer, at: number): TarEntry {
  const text = (from: number, length: number) => block.toString('utf8', from, from + length).split('\0')[0] ?? '';
  const name = text(0, NAME_LENGTH);
  const [size = 0, time = 0] = [124, 136].map((from) => Number.parseInt(text(from, 12), 8));
  if (Buffer.byteLength(name) > NAME_LENGTH || !tarHeader({ name, size, time }).equals(block)) {
    if (at === 0) throw new BackupError('Этот файл — не резервная копия rampa, или его начало повреждено.');
    throw damaged(`заголовок файла на месте ${at}`);
  }
  return { name, size, start: at + BLOCK };
}

/** Number of zero bytes after a file of this size. */
export function paddingOf(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK;
}

async function read(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  for (let got = 0; got < length; ) {
    const { bytesRead } = await file.read(buffer, got, length - got, at + got);
    if (bytesRead === 0) throw damaged('файл обрывается, не дойдя до конца');
    got += bytesRead;
  }
  return buffer;
}

/** SHA-256, hex. */
export async function sumOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}

/** Passes bytes through; calls `onData` with the bytes so far and each chunk. */
export async function* tap<T extends Uint8Array>(from: AsyncIterable<T>, onData: (done: number, chunk: T) => void) {
  let done = 0;
  for await (const chunk of from) {
    done += chunk.length;
    onData(done, chunk);
    yield chunk;
  }
}

/** Passes bytes through and hashes them; `sum` (SHA-256, hex) is complete once they are consumed. */
export function hashBytes(from: AsyncIterable<Uint8Array>): { bytes: AsyncGenerator<Uint8Array>; sum: () => string } {
  const hash = createHash('sha256');
  return { bytes: tap(from, (_done, chunk) => hash.update(chunk)), sum: () => hash.digest('hex') };
}
