import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { deleteArticle } from '../../model/articles/trash.ts';
import { record } from '../../model/audit-log.ts';
import type { Store } from '../../model/store.ts';
import type { Actor } from '../../roles.ts';

/** What came from a source goes to the trash, its old addresses are forgotten. `kept`: titles of those edited here since. */
export async function undoImport(
  store: Store,
  source: string,
  by: Actor,
): Promise<{ removed: number; kept: string[] }> {
  const rows = await store.db
    .selectFrom('imported')
    .innerJoin('articles', 'articles.id', 'imported.article_id')
    .select(['articles.id', 'kind', 'slug', 'title', 'articles.version', 'imported.version as came'])
    .select(['deleted_at', 'item'])
    .where('source', '=', source)
    .execute();
  const undone = { removed: 0, kept: [] as string[] };
  for (const { id, kind, slug, title, version, came, deleted_at, item } of rows) {
    if (deleted_at === null && version !== came) {
      undone.kept.push(title);
      continue;
    }
    if (deleted_at === null) await deleteArticle(store, { kind, slug }, by, [version]);
    await write(store, async (tx) => {
      await tx.deleteFrom('old_addresses').where('article_id', '=', id).execute();
      await tx.deleteFrom('imported').where('source', '=', source).where('item', '=', item).execute();
    });
    undone.removed += deleted_at === null ? 1 : 0;
  }
  const forget = async (tx: Db) => {
    await tx.deleteFrom('imported').where('source', '=', source).where('article_id', 'is', null).execute();
    const title = `${source}, в корзине ${undone.removed}`;
    await record(tx, { who: by.username, action: 'import.undo', subject: source, title });
  };
  await write(store, forget, () => ({ topic: 'site-content' }));
  return undone;
}
