import type { Kysely } from 'kysely';
import { keepUncompressed, strict, withBytes } from '../dialect.ts';

/** The bytes of pictures, for several servers on one PostgreSQL. With SQLite they are files, and this stays empty. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const table = db.schema
    .createTable('picture_parts')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('part', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('picture_parts_pk', ['name', 'part']);
  await strict(db, withBytes(db, table)).execute();
  await keepUncompressed(db, 'picture_parts', 'bytes');
}
