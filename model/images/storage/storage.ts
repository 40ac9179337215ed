import type { Readable } from 'node:stream';
import type { Db } from '../../../db/tables.ts';

export interface ImageStorage {
  /** Stores files and runs `write`, both or neither. 503 or 507. */
  keep(files: ImageFile[], write: WriteAround): Promise<void>;
  open(names: string[]): Promise<OpenImage | undefined>;
  remove(names: string[], write: WriteAround): Promise<void>;
  put(name: string, bytes: Chunks): Promise<void>; // replaces a file atomically and durably
  begin(): Promise<void>;
  close(): Promise<void>;
}

export interface ImageFile {
  name: string;
  bytes: Buffer;
}

export type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

type WriteAround = (alongside: (tx: Db) => Promise<void>) => Promise<void>;

/** Holds no descriptor: reading throws when the image is deleted meanwhile. */
export interface OpenImage {
  name: string;
  size: number;
  read(range?: { start: number; end: number }): Readable; // bytes `start` to `end` inclusive; default all
}
