import { z } from 'zod';
import { lockTable } from '../../../db/dialect.ts';
import type { Db } from '../../../db/tables.ts';
import { write } from '../../../db/write.ts';
import { notFound } from '../../../errors.ts';
import type { Actor } from '../../../roles.ts';
import { record } from '../../audit-log.ts';
import type { Store } from '../../store.ts';
import { tagSlug, withoutRepeats } from '../../text/slug.ts';
import { changeArticle } from '../saving/saving.ts';
import { tagTitle } from '../schema.ts';
import { tagged } from './tags.ts';

export const tagChangeSchema = z.object({ title: tagTitle });

/** Renames a tag in every article (a version each); an equal title merges, none removes. Returns the count. 404. */
export async function changeTag(store: Store, slug: string, title: string | undefined, by: Actor): Promise<number> {
  const change = async (tx: Db) => {
    // Without the lock a concurrent save could create the same version.
    await lockTable(tx, 'articles');
    const old = await tx.selectFrom('article_tags').select('title').where('slug', '=', slug).executeTakeFirst();
    if (!old) throw notFound('Такого тега нет. Возможно, его уже убрали.');
    const living = tagged(tx).where('article_tags.slug', '=', slug).where('deleted_at', 'is', null);
    const rows = await living.selectAll('articles').orderBy('articles.id').execute();
    // Before the articles, as saves use the stored spelling.
    if (title !== undefined && tagSlug(title) === slug)
      await tx.updateTable('article_tags').set({ title }).where('slug', '=', slug).execute();
    for (const row of rows) {
      const tags = (JSON.parse(row.tags) as string[]).flatMap((each) =>
        tagSlug(each) === slug ? (title ?? []) : each,
      );
      const kept = { slug: undefined, date: undefined, content: undefined };
      await changeArticle(tx, row, { ...kept, tags: withoutRepeats(tags) }, by, store.timeZone);
    }
    const action = title === undefined ? 'tag.delete' : 'tag.update';
    await record(tx, { who: by.username, action, subject: slug, title: title ? `${old.title} → ${title}` : old.title });
    return rows.length;
  };
  return write(store, change, () => ({ topic: 'news', isWithdrawal: true }));
}
