import { open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import { createLimit, type Limit } from '../../limit.ts';
import { keepFiles, putCopy, removeAbandoned, removeFiles } from './disk.ts';
import { PIECE_BYTES } from './parts.ts';
import type { Chunks, OpenUpload, UploadStorage } from './storage.ts';

const FILES_AT_ONCE = 8;

export function uploadsIn(dataDir: string): string {
  return path.join(dataDir, 'uploads');
}

/** Images as files in one folder, created on demand. */
export function folderStorage(directory: string): UploadStorage {
  const inTurn = createLimit(FILES_AT_ONCE);
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
async function openFile(directory: string, name: string, inTurn: Limit): Promise<OpenUpload | undefined> {
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

const CACHE_BYTES = 1024 ** 3;

const WHATEVER_AGE = Number.NEGATIVE_INFINITY; // the folder has no other writer

/** Local cache of images stored in PostgreSQL. The folder may be emptied at any time. */
export type UploadCache = ReturnType<typeof createUploadCache>;

/** Reuses existing files, the oldest evicted first. `limit` in bytes. */
export function createUploadCache(directory: string, limit = CACHE_BYTES) {
  const evicted: string[] = [];
  const sizes = new LRUCache<string, number>({
    maxSize: limit,
    sizeCalculation: (size) => Math.max(size, 1),
    dispose: (_size, name, reason) => reason === 'evict' && evicted.push(name),
  });
  const fileLimit = createLimit(FILES_AT_ONCE);
  const remove = (name: string) => rm(path.join(directory, name), { force: true }).catch(() => {});
  const ready = removeAbandoned(directory, WHATEVER_AGE)
    .then(() => listByAge(directory))
    .then((files) => {
      for (const { name, size } of files) sizes.set(name, size);
    });
  return {
    async open(name: string): Promise<OpenUpload | undefined> {
      await ready;
      const found = await openFile(directory, name, fileLimit).catch(() => undefined);
      if (found) sizes.set(name, found.size);
      else sizes.delete(name);
      return found;
    },
    /** Adds a file and evicts by LRU. Throws on disk errors. */
    async fill({ name, size }: { name: string; size: number }, bytes: Chunks): Promise<void> {
      await ready;
      await putCopy(directory, name, bytes);
      sizes.set(name, size);
      // Larger than the whole cache: not tracked, so delete it.
      if (!sizes.has(name)) evicted.push(name);
      await Promise.all(evicted.splice(0).map(remove));
    },
    async forget(names: string[]): Promise<void> {
      await ready;
      for (const name of names) sizes.delete(name);
      await Promise.all(names.map(remove));
    },
    names: async () => {
      await ready;
      return [...sizes.keys()];
    },
  };
}

async function listByAge(directory: string): Promise<{ name: string; size: number }[]> {
  const files: { name: string; size: number; at: number }[] = [];
  for (const name of await readdir(directory).catch(() => [])) {
    const found = await stat(path.join(directory, name)).catch(() => undefined);
    if (found?.isFile()) files.push({ name, size: found.size, at: found.mtimeMs });
  }
  return files.sort((one, other) => one.at - other.at);
}
