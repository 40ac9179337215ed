import type { Readable } from 'node:stream';
import type { Db } from '../../../db/tables.ts';

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
