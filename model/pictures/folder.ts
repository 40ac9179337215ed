import { close, createReadStream, fstat, open, type Stats } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
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

/**
 * An open file; undefined when there is none, or nothing in it. By its number: a FileHandle that somebody forgot to close would end the
 * whole process when it is collected.
 */
export async function openFile(directory: string, name: string): Promise<OpenPicture | undefined> {
  const fd = await openIfThere(path.join(directory, name));
  if (fd === undefined) return undefined;
  const found = await statOf(fd);
  if (found.isFile() && found.size > 0) {
    return {
      name,
      size: found.size,
      read: (range) => createReadStream('', { fd, ...range }),
      close: () => closed(fd),
    };
  }
  await closed(fd);
  return undefined;
}

const opened = promisify(open);
const closed = promisify(close);
const statOf = promisify<number, Stats>(fstat);

async function openIfThere(file: string): Promise<number | undefined> {
  try {
    return await opened(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
