import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { keepFiles, putFile, removeFiles } from '../picture-files.ts';
import type { OpenPicture, PictureStorage } from './storage.ts';

/** Pictures as files in one folder, made when the first one comes. */
export function folderStorage(directory: string): PictureStorage {
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
        const found = await openFile(directory, name);
        if (found) return found;
      }
      return undefined;
    },
    async remove(names, write) {
      await write(async () => {});
      await removeFiles(directory, names);
    },
    put: (name, bytes) => putFile(directory, name, bytes),
    begin: async () => [],
    close: async () => {},
  };
}

/** An open file; undefined when there is none, or nothing in it. */
export async function openFile(directory: string, name: string): Promise<OpenPicture | undefined> {
  const handle = await openIfThere(path.join(directory, name));
  if (!handle) return undefined;
  const found = await handle.stat();
  if (found.isFile() && found.size > 0) {
    return {
      name,
      size: found.size,
      read: (range) => handle.createReadStream(range),
      close: () => handle.close(),
    };
  }
  await handle.close();
  return undefined;
}

async function openIfThere(file: string): Promise<FileHandle | undefined> {
  try {
    return await open(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
