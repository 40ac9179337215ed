import type { Kysely } from 'kysely';

/** Reads only the newest articles that use an upload: a picture may be used in very many. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('image_uses_hash').execute();
  await db.schema.createIndex('image_uses_hash').on('image_uses').columns(['hash', 'article_id']).execute();
}
