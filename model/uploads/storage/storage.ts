import type { Readable } from 'node:stream';
import type { Db } from '../../../db/tables.ts';
import { VARIANT_WIDTHS, variantName } from '../../images/srcset.ts';
import { FILE_EXTENSIONS, IMAGE_EXTENSIONS } from '../types.ts';

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
  /** Path of a synced file in the folder of uploads that holds `bytes`: is renamed where files are kept there. */
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
