import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import { type Writer, write } from '../../db/write.ts';
import { imageColumns } from '../../nouns.ts';
import { endOfBin } from '../articles/bin.ts';

export interface ImageUse {
  slug: string;
  title: string;
  deleted: boolean;
  earlier: boolean;
}

const AT_ONCE = 100; // articles per transaction: keeps write locks short
const UPLOADED = /\/uploads\/([0-9a-f]{32})/g;

/** Indexes image uses in articles changed since the last run, all versions and the bin included. */
export async function updateUses(store: Writer): Promise<void> {
  if (!(await isBehind(store.db))) return;
  for (let last: number | undefined = 0; last !== undefined; ) {
    const after: number = last;
    last = await write(store, (tx) => searchSome(tx, after));
  }
}

/** `updateUses` inside one transaction that has locked the articles. */
export async function updateUsesWithin(tx: Db): Promise<void> {
  for (let last: number | undefined = 0; last !== undefined; ) last = await searchSome(tx, last);
}

/** Uses by hash, newest articles first. */
export async function findUses(db: Db, hashes: string[]): Promise<Map<string, ImageUse[]>> {
  const uses = new Map<string, ImageUse[]>(hashes.map((hash) => [hash, []]));
  if (hashes.length === 0) return uses;
  const rows = await db
    .selectFrom('image_uses')
    .innerJoin('articles', 'articles.id', 'image_uses.article_id')
    .select(['hash', 'slug', 'title', 'deleted_at', 'image_uses.version as shown', 'articles.version as version'])
    .where('hash', 'in', hashes)
    .where((eb) => eb.or([eb('deleted_at', 'is', null), eb('deleted_at', '>', endOfBin())]))
    .orderBy('date', 'desc')
    .orderBy('articles.id', 'desc')
    .execute();
  for (const { hash, slug, title, deleted_at, shown, version } of rows) {
    uses.get(hash)?.push({ slug, title, deleted: deleted_at !== null, earlier: shown < version });
  }
  return uses;
}

/** Hashes of images that stand outside articles, in the columns that nouns declare, and where. */
export async function usesOnSite(db: Db): Promise<Map<string, string>> {
  const places = new Map<string, string>();
  for (const { table, column, place } of imageColumns) {
    const { rows } = await sql<{ value: string | null }>`
      select ${sql.ref(column)} as value from ${sql.table(table)}`.execute(db);
    for (const { value } of rows) for (const [, hash = ''] of (value ?? '').matchAll(UPLOADED)) places.set(hash, place);
  }
  return places;
}

/** SQL condition: such a column names the image of the row. */
export function isOnSite() {
  const uses = imageColumns.map(
    ({ table, column }) => sql`exists (select 1 from ${sql.table(table)}
      where ${sql.ref(column)} like '%/uploads/' || substr(images.name, 1, 32) || '%')`,
  );
  return sql<boolean>`(${sql.join(uses, sql` or `)})`;
}

/** The part of a file name that an image shares with its variants. */
export function hashOf(name: string): string {
  return name.slice(0, 32);
}

/** Versions only grow and an indexed version never exceeds the article's: equal sums mean all are equal. */
async function isBehind(db: Db): Promise<boolean> {
  const sumOf = (table: 'articles' | 'image_searches') =>
    db.selectFrom(table).select((eb) => eb.fn.sum<string | number | null>('version').as('sum'));
  const [articles, searched] = [await sumOf('articles').execute(), await sumOf('image_searches').execute()];
  return Number(articles[0]?.sum ?? 0) > Number(searched[0]?.sum ?? 0);
}

async function searchSome(tx: Db, after: number): Promise<number | undefined> {
  const articles = await changedArticles(tx, after, AT_ONCE);
  for (const { id, searched } of articles) await searchArticle(tx, id, searched ?? 0);
  return articles.at(-1)?.id;
}

function changedArticles(db: Db, after: number, limit: number) {
  return db
    .selectFrom('articles')
    .leftJoin('image_searches', 'article_id', 'articles.id')
    .select(['articles.id', 'image_searches.version as searched'])
    .where('articles.id', '>', after)
    .where((eb) =>
      eb.or([eb('image_searches.version', 'is', null), eb('image_searches.version', '<', eb.ref('articles.version'))]),
    )
    .orderBy('articles.id')
    .limit(limit)
    .execute();
}

async function searchArticle(tx: Db, id: number, searched: number): Promise<void> {
  const shown = ['version', 'content', 'cover_image_url'] as const;
  const article = await tx.selectFrom('articles').select(shown).where('id', '=', id).executeTakeFirst();
  if (!article) return;
  const saves = await tx
    .selectFrom('revisions')
    .select(shown)
    .where('article_id', '=', id)
    .where('version', '>', searched)
    .where('version', '<', article.version)
    .orderBy('version')
    .execute();
  const found = new Map<string, number>();
  for (const { version, content, cover_image_url } of [...saves, article]) {
    for (const [, hash = ''] of `${content} ${cover_image_url}`.matchAll(UPLOADED)) found.set(hash, version);
  }
  for (const [hash, version] of found) {
    await tx
      .insertInto('image_uses')
      .values({ article_id: id, hash, version })
      .onConflict((on) => on.columns(['article_id', 'hash']).doUpdateSet({ version }))
      .execute();
  }
  const { version } = article;
  await tx
    .insertInto('image_searches')
    .values({ article_id: id, version })
    .onConflict((on) => on.column('article_id').doUpdateSet({ version }))
    .execute();
}
