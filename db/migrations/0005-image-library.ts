import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ['title', 'title_search']) await addText(db, 'images', name);
  for (const name of ['focus_x', 'focus_y']) await addNumber(db, 'images', name, 50);
  for (const name of ['alt', 'alt_search']) await addText(db, 'image_uses', name);
  await addNumber(db, 'image_uses', 'as_cover', 0);
  // The index of uses is rebuilt, now with descriptions, when the library is opened.
  await sql`delete from image_searches`.execute(db);
}

async function addText(db: Kysely<unknown>, table: string, name: string): Promise<void> {
  await db.schema
    .alterTable(table)
    .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
    .execute();
}

async function addNumber(db: Kysely<unknown>, table: string, name: string, value: number): Promise<void> {
  await db.schema
    .alterTable(table)
    .addColumn(name, 'integer', (column) => column.notNull().defaultTo(value))
    .execute();
}
