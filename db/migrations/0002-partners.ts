import type { Kysely } from 'kysely';
import { strict, withId } from '../dialect.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await strict(
    db,
    withId(db, db.schema.createTable('partners'))
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('group_name', 'text', (column) => column.notNull())
      .addColumn('link', 'text')
      .addColumn('logo', 'text')
      .addColumn('advertiser', 'text')
      .addColumn('erid', 'text')
      .addColumn('version', 'integer', (column) => column.notNull()),
  ).execute();
}
