import { sql } from 'kysely';
import type { Db } from '../../../db/tables.ts';
import type { Limit } from '../../limit.ts';
import type { Chunks, UploadFile } from './storage.ts';

export const PART_BYTES = 1024 * 1024; // per row: short statements, and constant memory for images of any size
export const PIECE_BYTES = 64 * 1024; // per read: two or three pieces are buffered per slow client

export interface FoundUpload {
  name: string;
  size: number;
}

/** Inserts missing files only: equal names have equal content, and concurrent readers must not see a mix. */
export async function insertMissing(tx: Db, files: UploadFile[]): Promise<void> {
  const known = await findNames(
    tx,
    files.map(({ name }) => name),
  );
  for (const { name, bytes } of files) if (!known.has(name)) await insertParts(tx, name, bytes);
}

export async function replaceParts(tx: Db, name: string, bytes: Chunks): Promise<void> {
  await deleteParts(tx, [name]);
  await insertParts(tx, name, bytes);
}

/** Deletes files by name; missing ones are ignored. */
export async function deleteParts(tx: Db, names: string[]): Promise<void> {
  await tx.deleteFrom('picture_parts').where('name', 'in', names).execute();
}

export async function findNames(db: Db, names: string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const rows = await db
    .selectFrom('picture_parts')
    .select('name')
    .where('name', 'in', names)
    .where('part', '=', 0)
    .execute();
  return new Set(rows.map(({ name }) => name));
}

/** The first existing name with its size in bytes; reads no content. */
export async function findFirst(db: Db, names: string[]): Promise<FoundUpload | undefined> {
  const rows = await db
    .selectFrom('picture_parts')
    .select(['name', sql<string | number>`sum(length(bytes))`.as('size')])
    .where('name', 'in', names)
    .groupBy('name')
    .execute();
  const sizes = new Map(rows.map(({ name, size }) => [name, Number(size)]));
  const name = names.find((each) => sizes.get(each));
  return name === undefined ? undefined : { name, size: sizes.get(name) ?? 0 };
}

/** Bytes `start` to `end` inclusive, in pieces of at most `most`, each read `inTurn`. Throws when the image is deleted meanwhile. */
export async function* readParts(
  db: Db,
  { name, size }: FoundUpload,
  { start, end } = { start: 0, end: size - 1 },
  most = PART_BYTES,
  inTurn: Limit = (work) => work(),
): AsyncGenerator<Buffer> {
  for (let at = start; at <= end; ) {
    const from = at % PART_BYTES;
    const length = Math.min(most, PART_BYTES - from, end + 1 - at);
    yield await inTurn(() => readPiece(db, name, (at - from) / PART_BYTES, from, length));
    at += length;
  }
}

async function readPiece(db: Db, name: string, part: number, from: number, length: number): Promise<Buffer> {
  const { bytes } = await db
    .selectFrom('picture_parts')
    .select(sql<Buffer>`substring(bytes from ${from + 1}::int for ${length}::int)`.as('bytes'))
    .where((eb) => eb.and({ name, part }))
    .executeTakeFirstOrThrow();
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

async function insertParts(tx: Db, name: string, bytes: Chunks): Promise<void> {
  let part = 0;
  for await (const each of inParts(bytes)) {
    await tx.insertInto('picture_parts').values({ name, part, bytes: each }).execute();
    part += 1;
  }
}

async function* inParts(bytes: Chunks): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    for (let from = 0; from < chunk.length; ) {
      const piece = chunk.subarray(from, from + PART_BYTES - length);
      from += piece.length;
      length += piece.length;
      waiting.push(piece);
      if (length < PART_BYTES) continue;
      yield Buffer.concat(waiting);
      [waiting, length] = [[], 0];
    }
  }
  if (length > 0) yield Buffer.concat(waiting);
}
