import type { FileHandle } from 'node:fs/promises';
import { BackupError, damaged } from '../errors.ts';

/** POSIX ustar with plain files only: every `tar` opens it, and nothing in it can point outside. */
const BLOCK = 512;
const NOTHING = Buffer.alloc(BLOCK);
/** Eleven octal digits. In bytes. */
const MOST = 8 ** 11 - 1;
const NAME_LENGTH = 100;
/** Read and written at once. In bytes. */
const CHUNK = 256 * 1024;

export interface TarEntry {
  name: string;
  /** In bytes. */
  size: number;
  /** Where its bytes begin in the archive. */
  start: number;
}

/** Writes one file after the other to the end of an open archive. */
export class TarWriter {
  readonly #file: FileHandle;
  readonly #madeAt: number;

  /** `madeAt` in whole seconds since 1970: the time that every file in it gets. */
  constructor(file: FileHandle, madeAt: number) {
    this.#file = file;
    this.#madeAt = madeAt;
  }

  /** Fails when `bytes` give more or less than `size`. */
  async add(name: string, size: number, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
    if (size > MOST) throw new BackupError(`Файл ${name} больше 8 ГиБ: в архив он не помещается.`);
    await this.#write(header(name, size, this.#madeAt));
    let written = 0;
    for await (const chunk of bytes) {
      written += chunk.length;
      if (written > size) break;
      await this.#write(chunk);
    }
    if (written !== size) throw new BackupError(`Файл ${name} изменился, пока его копировали. Повторите.`);
    await this.#write(NOTHING.subarray(0, padding(size)));
  }

  /** The archive is whole once it has ended. */
  async end(): Promise<void> {
    await this.#write(Buffer.concat([NOTHING, NOTHING]));
  }

  async #write(bytes: Uint8Array): Promise<void> {
    await this.#file.writeFile(bytes);
  }
}

/**
 * The files of an archive in their order, without their bytes. Everything that is not a byte of a file has to be as the writer wrote
 * it, to the last zero: whatever a foreign or damaged archive says about links, owners or sizes is refused and never followed.
 */
export async function* readTar(file: FileHandle): AsyncGenerator<TarEntry> {
  const { size: whole } = await file.stat();
  for (let at = 0; ; ) {
    const block = await read(file, at, BLOCK);
    if (block.equals(NOTHING)) {
      const rest = await read(file, at + BLOCK, BLOCK);
      if (!rest.equals(NOTHING) || at + 2 * BLOCK !== whole) throw damaged('после конца архива есть что-то ещё');
      return;
    }
    const entry = readHeader(block, at);
    const end = entry.start + entry.size;
    yield entry;
    const rest = await read(file, end, padding(entry.size));
    if (rest.some((byte) => byte !== 0)) throw damaged(`между файлами, после ${entry.name}`);
    at = end + rest.length;
  }
}

/** The bytes of one file. */
export async function* readEntry(file: FileHandle, { start, size }: TarEntry): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; at += CHUNK) yield await read(file, start + at, Math.min(CHUNK, size - at));
}

function header(name: string, size: number, madeAt: number): Buffer {
  if (Buffer.byteLength(name) > NAME_LENGTH) throw new Error(`Too long for the archive: ${name}`);
  const block = Buffer.alloc(BLOCK);
  block.write(name, 0);
  block.write('0000600\0', 100);
  block.write('0000000\0', 108);
  block.write('0000000\0', 116);
  block.write(`${octal(size)}\0`, 124);
  block.write(`${octal(madeAt)}\0`, 136);
  block.write(' '.repeat(8), 148);
  block.write('0', 156);
  block.write('ustar\0', 257);
  block.write('00', 263);
  const sum = block.reduce((all, byte) => all + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

/** A header says nothing but name, size and time: made anew from them it has to be the same, or it is none of ours. */
function readHeader(block: Buffer, at: number): TarEntry {
  const [name = ''] = block.toString('latin1', 0, NAME_LENGTH).split('\0');
  const size = readOctal(block, 124);
  const time = readOctal(block, 136);
  if (size === undefined || time === undefined || !header(name, size, time).equals(block)) {
    if (at === 0) throw new BackupError('Этот файл — не резервная копия rampa, или его начало повреждено.');
    throw damaged(`заголовок файла на месте ${at}`);
  }
  return { name, size, start: at + BLOCK };
}

function octal(value: number): string {
  return value.toString(8).padStart(11, '0');
}

function readOctal(block: Buffer, at: number): number | undefined {
  const text = block.toString('latin1', at, at + 11);
  return /^[0-7]{11}$/.test(text) ? Number.parseInt(text, 8) : undefined;
}

function padding(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK;
}

async function read(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  for (let got = 0; got < length; ) {
    const { bytesRead } = await file.read(buffer, got, length - got, at + got);
    if (bytesRead === 0) throw cutOff();
    got += bytesRead;
  }
  return buffer;
}

function cutOff(): BackupError {
  return damaged('файл обрывается, не дойдя до конца');
}
