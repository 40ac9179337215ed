import { open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { Db } from '../../../db/tables.ts';
import { VARIANT_WIDTHS, variantName } from '../../images/srcset.ts';
import { createLimit, type Limit } from '../../limit.ts';
import { FILE_EXTENSIONS, IMAGE_EXTENSIONS } from '../types.ts';
import { removeFiles, storeFiles } from './disk.ts';
import { PIECE_BYTES } from './parts.ts';

export interface UploadStorage {
  /** Stores files and runs `write`, both or neither. 503 or 507. */
  keep(files: UploadFile[], write: WriteAround): Promise<void>;
  open(names: string[]): Promise<OpenUpload | undefined>;
  remove(names: string[], write: WriteAround): Promise<void>;
  put(name: string, bytes: Chunks): Promise<void>; // replaces a file atomically and durably
  begin(): Promise<void>;
  close(): Promise<void>;
}

export interface UploadFile {
  name: string;
  bytes: Chunks;
  /** Path of a synced file in the uploads folder that holds `bytes`; folder storage renames it. */
  received?: string;
}

export type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

type WriteAround = (alongside: (tx: Db) => Promise<void>) => Promise<void>;

/** Holds no descriptor: reading throws when the image is deleted meanwhile. */
export interface OpenUpload {
  name: string;
  size: number;
  read(range?: { start: number; end: number }): Readable; // bytes `start` to `end` inclusive; default all
}

const NAME = new RegExp(`^[0-9a-f]{32}\\.(${[...IMAGE_EXTENSIONS, ...FILE_EXTENSIONS].join('|')})$`);
const VARIANT = new RegExp(`^([0-9a-f]{32})-(${VARIANT_WIDTHS.join('|')})\\.webp$`);

/** File names that may serve `name`, best first; empty when it is the name of no upload. */
export function namesFor(name: string): string[] {
  if (NAME.test(name)) return [name];
  const [, hash, width] = VARIANT.exec(name) ?? [];
  if (!hash) return [];
  const larger = VARIANT_WIDTHS.filter((each) => each > Number(width)).map((each) => `${hash}-${each}.webp`);
  return [name, ...larger, ...IMAGE_EXTENSIONS.map((extension) => `${hash}.${extension}`)];
}

/** File names of an upload: an image has possible variants. */
export function filesOf(name: string): string[] {
  return [name, ...(IMAGE_EXTENSIONS.includes(name.slice(name.lastIndexOf('.') + 1)) ? variantsOf(name) : [])];
}

/** Names of the possible variants, largest first. */
export function variantsOf(name: string): string[] {
  return VARIANT_WIDTHS.toReversed().map((width) => variantName(name, width));
}

export const FILE_CONCURRENCY = 8;

export function uploadsIn(dataDir: string): string {
  return path.join(dataDir, 'uploads');
}

/** Whether the folder holds uploads: temporary files and the `lost+found` of a new disk have no extension. */
export async function hasUploads(dataDir: string): Promise<boolean> {
  return (await readdir(uploadsIn(dataDir)).catch(() => [])).some((name) => name.includes('.', 1));
}

/** Images as files in one folder, created on demand. */
export function folderStorage(directory: string): UploadStorage {
  const inTurn = createLimit(FILE_CONCURRENCY);
  return {
    async keep(files, write) {
      const undo = await storeFiles(directory, files);
      try {
        await write(async () => {});
      } catch (error) {
        await undo();
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
      await storeFiles(directory, [{ name, bytes }]);
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
