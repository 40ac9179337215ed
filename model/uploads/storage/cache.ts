import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { createLimit } from '../../limit.ts';
import { putCopy, removeAbandoned } from './disk.ts';
import { type Chunks, FILE_CONCURRENCY, type OpenUpload, openFile } from './storage.ts';

const CACHE_BYTES = 1024 ** 3;

const WHATEVER_AGE = Number.NEGATIVE_INFINITY; // the folder has no other writer

/** Local cache of images stored in PostgreSQL. The folder may be emptied at any time. */
export type UploadCache = ReturnType<typeof createUploadCache>;

/** Reuses existing files, evicting the oldest first. `limit` in bytes. */
export function createUploadCache(directory: string, limit = CACHE_BYTES) {
  const evicted: string[] = [];
  const sizes = new LRUCache<string, number>({
    maxSize: limit,
    sizeCalculation: (size) => Math.max(size, 1),
    dispose: (_size, name, reason) => reason === 'evict' && evicted.push(name),
  });
  const fileLimit = createLimit(FILE_CONCURRENCY);
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
