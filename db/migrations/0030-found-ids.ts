import { type Kysely, sql } from 'kysely';
import { isSqlite } from '../dialect.ts';

/** Whose words were found, without reading them: half of a search that finds thousands. PostgreSQL reads each row anyway. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (isSqlite(db))
    await sql`create index search_words_whose on search_words (id, article_id, contestant_id)`.execute(db);
}
