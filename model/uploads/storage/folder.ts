import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { createLimit, type Limit } from '../../limit.ts';
import { keepFiles, removeFiles } from './disk.ts';
import { PIECE_BYTES } from './parts.ts';
import type { OpenUpload, UploadStorage } from './storage.ts';

export const FILE_CONCURRENCY = 8;

export function uploadsIn(dataDir: string): string {
  return path.join(dataDir, 'uploads');
}

/** Images as files in one folder, created on demand. */
export function folderStorage(directory: string): UploadStorage {
  const inTurn = createLimit(FILE_CONCURRENCY);
  return {
    async keep(files, write) {
      const takeAway = await keepFiles(directory, files);
      try {
        await write(async () => {});
      } catch (error) {
        await takeAway();
        throw error;
      }
    },
    async open(names) {
      for (const name of names) {
        const found = await openFile(directory, name, inTurn);
        if (found) return found;
      }
      return undefined;
    },
    async remove(names, write) {
      await write(async () => {});
      await removeFiles(directory, names);
    },
    async put(name, bytes) {
      await keepFiles(directory, [{ name, bytes }]);
    },
    begin: async () => {},
    close: async () => {},
  };
}

/** A non-empty file or undefined. Reopened per piece: slow clients hold no descriptors. */
export async function openFile(directory: string, name: string, inTurn: Limit): Promise<OpenUpload | undefined> {
  const file = path.join(directory, name);
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (!found?.isFile() || found.size === 0) return undefined;
  const { size } = found;
  return { name, size, read: (range) => Readable.from(pieces(file, range ?? { start: 0, end: size - 1 }, inTurn)) };
}

async function* pieces(
  file: string,
  { start, end }: { start: number; end: number },
  inTurn: Limit,
): AsyncGenerator<Buffer> {
  for (let at = start; at <= end; ) {
    const piece = await inTurn(() => readPiece(file, at, Math.min(PIECE_BYTES, end + 1 - at)));
    at += piece.length;
    yield piece;
  }
}

async function readPiece(file: string, position: number, length: number): Promise<Buffer> {
  await using handle = await open(file);
  const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(length), 0, length, position);
  if (bytesRead === 0) throw new Error(`${file} is shorter than it was.`);
  return buffer.subarray(0, bytesRead);
}
