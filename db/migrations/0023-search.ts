import { type Kysely, sql } from 'kysely';
import { strict, withId } from '../dialect.ts';
import { createWordIndex } from '../word-index.ts';

/** Stems of articles, pages and contestants. The server fills them in once it has started. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // An early form of 0003 created a word index.
  for (const name of ['article_words', 'word_index']) await db.schema.dropTable(name).ifExists().execute();
  await strict(
    db,
    withId(db, db.schema.createTable('search_words'))
      .addColumn('article_id', 'integer', (column) => column.unique().references('articles.id').onDelete('cascade'))
      .addColumn('contestant_id', 'integer', (column) =>
        column.unique().references('contestants.id').onDelete('cascade'),
      )
      .addColumn('words', 'text', (column) => column.notNull())
      .addColumn('rules', 'integer', (column) => column.notNull()),
  ).execute();
  await db.schema.createIndex('search_words_rules').on('search_words').column('rules').execute();
  await createWordIndex(db);
  for (const [column, table] of [
    ['article_id', 'articles'],
    ['contestant_id', 'contestants'],
  ] as const)
    await sql`insert into search_words (${sql.ref(column)}, words, rules) select id, '', 0 from ${sql.table(table)}
      order by id`.execute(db);
}
