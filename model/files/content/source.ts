import type { FileHandle } from 'node:fs/promises';

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
