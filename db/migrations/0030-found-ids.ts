import { type Kysely, sql } from 'kysely';
import { isSqlite } from '../dialect.ts';

/** Covering index for `findByWords` (dropped by 0032), SQLite only: PostgreSQL reads the rows of a bitmap scan anyway. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (isSqlite(db))
    await sql`create index search_words_whose on search_words (id, article_id, contestant_id)`.execute(db);
}
