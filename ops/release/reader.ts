import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createZstdDecompress } from 'node:zlib';
import { ReleaseError } from '../errors.ts';
import { BLOCK, paddingOf, readTarHeader } from '../tar.ts';

export interface Entry {
  name: string;
  size: number;
  mode: number;
  bytes: AsyncIterable<Buffer>; // To be read before the next entry
}

/** Plain files of a `.tar.zst` in their order; ReleaseError when it is cut off, damaged or holds anything else. */
export async function* readArchive(file: string): AsyncGenerator<Entry> {
  const unpacked = pipeline(createReadStream(file), createZstdDecompress(), () => {});
  const source = new Source(unpacked);
  try {
    for (;;) {
      const block = await source.take(BLOCK);
      if (block.every((byte) => byte === 0)) break;
      const entry = parseHeader(block);
      yield { ...entry, bytes: source.pieces(entry.size) };
      await source.take(paddingOf(entry.size));
    }
    await source.end();
  } finally {
    unpacked.destroy();
  }
}

/** Takes bytes in the sizes asked for, whatever the sizes of the chunks. */
class Source {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  async take(size: number): Promise<Buffer> {
    const taken: Buffer[] = [];
    for await (const piece of this.pieces(size)) taken.push(piece);
    return Buffer.concat(taken);
  }

  async *pieces(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0; ) {
      if (this.#rest.length === 0) this.#rest = await this.#next();
      const piece = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }

  /** zstd compares its checksum with what was read only at the end. */
  async end(): Promise<void> {
    while (!(await this.#ask()).done);
  }

  async #next(): Promise<Buffer> {
    const { value, done } = await this.#ask();
    if (done) throw damaged();
    return value;
  }

  async #ask(): Promise<IteratorResult<Buffer>> {
    try {
      return await this.#chunks.next();
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      throw code.startsWith('ZSTD_') || code === 'Z_BUF_ERROR' ? damaged(error) : error;
    }
  }
}

function parseHeader(block: Buffer): Omit<Entry, 'bytes'> {
  const header = readTarHeader(block);
  const name = [header?.prefix, header?.name].filter(Boolean).join('/');
  const isSafe = name.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
  if (!header || !isSafe) throw new ReleaseError('Архив повреждён, или это не архив rampa. Загрузите его ещё раз.');
  return { name, size: header.size, mode: header.mode };
}

function damaged(cause?: unknown): ReleaseError {
  return new ReleaseError('Архив повреждён или обрывается. Загрузите его ещё раз.', { cause });
}
