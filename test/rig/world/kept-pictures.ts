import { readdir } from 'node:fs/promises';
import { isSqlite } from '../../../db/dialect.ts';
import type { Db } from '../../../db/tables.ts';
import { openStorage } from '../../../model/uploads/storage/table.ts';

/** The names of the files of pictures: beside SQLite in a folder, which may not be there yet, in PostgreSQL in a table. */
export async function keptFiles(db: Db, directory: string): Promise<string[]> {
  if (isSqlite(db)) return (await readdir(directory).catch(() => [])).sort();
  const rows = await db.selectFrom('picture_parts').select('name').where('part', '=', 0).execute();
  return rows.map(({ name }) => name).sort();
}

/** A file larger than what the kernel holds for one connection, past the server: processing it would take its time. */
export async function keepLarge(db: Db, directory: string, name: string): Promise<void> {
  await openStorage(db, directory).put(name, [Buffer.alloc(12 * 1024 * 1024)]);
}
