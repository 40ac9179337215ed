import type { Expression, SqlBool } from 'kysely';
import { contains } from '../../../db/dialect.ts';
import type { Db } from '../../../db/tables.ts';
import { searchForm } from '../../text/search-form.ts';
import { adminCardColumns, cardColumns, toAdminArticle, toAdminCard, toArticle, toCard } from '../row.ts';
import type { AdminArticle, AdminCard, Article, ArticleCard } from '../schema.ts';
import { isPublic } from '../visibility.ts';
import { type Ids, type Listing, listed, type Part } from './listed.ts';
import type { Filter } from './positions.ts';

export interface AdminFilter {
  status?: Article['status'] | undefined;
  q?: string | undefined;
}

/** Public articles with bodies, newest first by date, then by id. */
export function publicArticles(db: Db, part: Part): Promise<Listing<Article>> {
  const read = (ids: Ids) => rowsOf(db, ids).selectAll().where(isPublic()).execute();
  return listed(db, { filter: isPublic, hasBodies: true, read, show: toArticle }, part);
}

export function publicCards(db: Db, part: Part): Promise<Listing<ArticleCard>> {
  const read = (ids: Ids) => rowsOf(db, ids).select(cardColumns).where(isPublic()).execute();
  return listed(db, { filter: isPublic, hasBodies: false, read, show: toCard }, part);
}

/** Every living article with body, drafts included. */
export function livingArticles(db: Db, filter: AdminFilter, part: Part): Promise<Listing<AdminArticle>> {
  const isWanted = living(db, filter);
  const read = (ids: Ids) => rowsOf(db, ids).selectAll().where(isWanted).execute();
  return listed(db, { filter: () => isWanted, hasBodies: true, read, show: toAdminArticle }, part);
}

export function livingCards(db: Db, filter: AdminFilter, part: Part): Promise<Listing<AdminCard>> {
  const isWanted = living(db, filter);
  const read = (ids: Ids) => rowsOf(db, ids).select(adminCardColumns).where(isWanted).execute();
  return listed(db, { filter: () => isWanted, hasBodies: false, read, show: toAdminCard }, part);
}

export async function newestCards(db: Db, limit: number): Promise<ArticleCard[]> {
  const { batches } = await publicCards(db, { limit });
  return (await Array.fromAsync(batches())).flat();
}

function rowsOf(db: Db, ids: Ids) {
  return db.selectFrom('articles').where('articles.id', 'in', ids);
}

function living(db: Db, { status, q }: AdminFilter): Filter {
  const now = new Date().toISOString();
  const scheduled = db
    .selectFrom('articles')
    .select('id')
    .where('deleted_at', 'is', null)
    .where('publish_at', '>', now);
  return (eb) => {
    const conditions: Expression<SqlBool>[] = [eb('deleted_at', 'is', null)];
    if (status === 'draft') conditions.push(eb('publish_at', 'is', null));
    if (status === 'published') conditions.push(eb('publish_at', '<=', now));
    // Few and anywhere in the list: looked up by index on their moment.
    if (status === 'scheduled') conditions.push(eb('id', 'in', scheduled));
    if (q) conditions.push(contains(db, 'title_search', searchForm(q)));
    return eb.and(conditions);
  };
}
