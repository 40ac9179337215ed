import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { createGate } from '../../gate.ts';
import { putCopy, removeAbandoned } from '../files.ts';
import { FILES_AT_ONCE, openFile } from './folder.ts';
import type { Chunks, OpenPicture } from './storage.ts';

/** Thousands of pictures with their copies; a small server has this much to spare. */
const CACHE_BYTES = 1024 ** 3;

/** Nobody else writes in the folder of copies. */
const WHATEVER_AGE = Number.NEGATIVE_INFINITY;

/** Copies on this machine of pictures that lie in the database. The folder may be emptied at any time. */
export interface PictureCache {
  open(name: string): Promise<OpenPicture | undefined>;
  /** Adds a copy and, where it gets too much, lets go of those that nobody asked for longest. Fails when the disk does. */
  fill(picture: { name: string; size: number }, bytes: Chunks): Promise<void>;
  forget(names: string[]): Promise<void>;
  names(): Promise<string[]>;
}

/** Whatever lies in the folder from before is used again, the oldest first to go. `limit` in bytes. */
export function createPictureCache(directory: string, limit = CACHE_BYTES): PictureCache {
  /** Sizes in bytes, the one that was asked for last at the end. */
  const sizes = new Map<string, number>();
  const inTurn = createGate(FILES_AT_ONCE);
  let total = 0;
  const drop = (name: string) => {
    total -= sizes.get(name) ?? 0;
    sizes.delete(name);
  };
  const touch = (name: string, size: number) => {
    drop(name);
    sizes.set(name, size);
    total += size;
  };
  const forget = async (names: string[]) => {
    await ready;
    for (const name of names) {
      drop(name);
      await rm(path.join(directory, name), { force: true }).catch(() => {});
    }
  };
  const ready = removeAbandoned(directory, WHATEVER_AGE)
    .then(() => listBySeniority(directory))
    .then((files) => {
      for (const { name, size } of files) touch(name, size);
    });
  return {
    async open(name) {
      await ready;
      // A folder that cannot be read is as good as an empty one.
      const found = await openFile(directory, name, inTurn).catch(() => undefined);
      if (found) touch(name, found.size);
      else drop(name);
      return found;
    },
    async fill({ name, size }, bytes) {
      await ready;
      await putCopy(directory, name, bytes);
      touch(name, size);
      while (total > limit && sizes.size > 1) await forget([...sizes.keys()].slice(0, 1));
    },
    forget,
    names: async () => {
      await ready;
      return [...sizes.keys()];
    },
  };
}

async function listBySeniority(directory: string): Promise<{ name: string; size: number }[]> {
  const files: { name: string; size: number; at: number }[] = [];
  for (const name of await readdir(directory).catch(() => [])) {
    const found = await stat(path.join(directory, name)).catch(() => undefined);
    if (found?.isFile()) files.push({ name, size: found.size, at: found.mtimeMs });
  }
  return files.sort((one, other) => one.at - other.at);
}
