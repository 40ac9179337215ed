import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isSqlite } from '../../../db/dialect.ts';
import type { Db } from '../../../db/tables.ts';
import { putFile } from '../../../model/uploads/storage/disk.ts';
import { replaceParts } from '../../../model/uploads/storage/parts.ts';

/** The names of the files of pictures: beside SQLite in a folder, which may not be there yet, in PostgreSQL in a table. */
export async function keptFiles(db: Db, directory: string): Promise<string[]> {
  if (isSqlite(db)) return (await readdir(directory).catch(() => [])).sort();
  const rows = await db.selectFrom('picture_parts').select('name').where('part', '=', 0).execute();
  return rows.map(({ name }) => name).sort();
}

/** Leaves only these bytes of one, or nothing at all, past the server. */
export async function spoilFile(db: Db, directory: string, name: string, left?: string): Promise<void> {
  const file = path.join(directory, name);
  const parts = db.deleteFrom('picture_parts').where('name', '=', name);
  if (left === undefined) await (isSqlite(db) ? rm(file) : parts.execute());
  else if (isSqlite(db)) await writeFile(file, left);
  else
    await db
      .updateTable('picture_parts')
      .set({ bytes: Buffer.from(left) })
      .where('name', '=', name)
      .execute();
}

/** A file larger than what the kernel holds for one connection, past the server: processing it would take its time. */
export async function keepLarge(db: Db, directory: string, name: string): Promise<void> {
  const bytes = Buffer.alloc(12 * 1024 * 1024);
  if (isSqlite(db)) return putFile(directory, name, [bytes]);
  await db.transaction().execute((tx) => replaceParts(tx, name, [bytes]));
}
