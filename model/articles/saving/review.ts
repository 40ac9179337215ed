import { z } from 'zod';
import type { Db } from '../../../db/tables.ts';
import { write } from '../../../db/write.ts';
import { conflict } from '../../../errors.ts';
import type { Actor } from '../../../roles.ts';
import { record } from '../../audit-log.ts';
import { text, toggle } from '../../fields.ts';
import type { Store } from '../../store.ts';
import { articleKey } from '../kinds.ts';
import { lockRow, toAdminArticle } from '../row.ts';
import type { AdminArticle } from '../schema.ts';

export const reviewSchema = z.object({
  asked: toggle('На проверку').describe('True asks for publication, false takes it back or returns the draft'),
  note: text('Записка', 1000).optional().describe('For the other side; it replaces the one before'),
});

/** An author asks for publication, an editor returns it. 404; 403 for an author and 409 for others once it is public; 412 as `updateArticle`. */
export function setReview(
  store: Store,
  slug: string,
  { asked, note = '' }: z.output<typeof reviewSchema>,
  by: Actor,
  expected?: number[],
): Promise<AdminArticle> {
  return write(store, async (tx: Db) => {
    const old = await lockRow(tx, articleKey(slug), by, expected);
    if (old.publish_at !== null)
      throw conflict('status', 'Проверяют черновики, а новость уже опубликована или запланирована.');
    const review_at = asked ? (old.review_at ?? new Date().toISOString()) : null;
    const row = await tx
      .updateTable('articles')
      .set({ review_at, review_note: note.trim() })
      .where('id', '=', old.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const isTurned = (old.review_at === null) === asked;
    const action = asked ? 'article.review' : 'article.return';
    if (isTurned) await record(tx, { who: by.username, action, subject: old.slug, title: old.title });
    return toAdminArticle(row);
  });
}
