import type { Readable } from 'node:stream';
import type { Db } from '../../../db/tables.ts';

/** Where the bytes of pictures lie: files beside SQLite, a table of PostgreSQL. */
export interface ImageStorage {
  /** Keeps new files and what `write` writes in the database, both or neither. Fails with 503 or 507 when there is no way or no room. */
  keep(files: ImageFile[], write: WriteAround): Promise<void>;
  /** Opens the first of these that is there. */
  open(names: string[]): Promise<OpenImage | undefined>;
  /** Removes files together with what `write` removes from the database; files that are not there are no fault. */
  remove(names: string[], write: WriteAround): Promise<void>;
  /** Puts one file in its place, whatever was there: after a power cut it is there whole or not at all. */
  put(name: string, bytes: Chunks): Promise<void>;
  /** Called once, when the database has its tables. Gives lines for the administrator of the server. */
  begin(): Promise<void>;
  close(): Promise<void>;
}

export interface ImageFile {
  name: string;
  bytes: Buffer;
}

export type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** Runs a transaction, and `alongside` in it. */
type WriteAround = (alongside: (tx: Db) => Promise<void>) => Promise<void>;

/** A picture that is there. Nothing is held open for it: reading fails where it is deleted meanwhile. */
export interface OpenImage {
  /** Which of the names it is. */
  name: string;
  /** In bytes. */
  size: number;
  /** The bytes from `start` to `end`, both included; all of them without. */
  read(range?: { start: number; end: number }): Readable;
}
