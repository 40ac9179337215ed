import type { Kysely } from 'kysely';

/** The newest articles with an upload are read without the others: a picture may stand in very many. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('image_uses_hash').execute();
  await db.schema.createIndex('image_uses_hash').on('image_uses').columns(['hash', 'article_id']).execute();
}
