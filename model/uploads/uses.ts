import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../db/tables.ts';
import { invalid } from '../../errors.ts';
import { imageColumns } from '../../resources.ts';
import { trashCutoff } from '../articles/trash.ts';
import { MAX_USES } from './types.ts';

export const uploadUseSchema = z.object({
  kind: z.enum(['article', 'page']),
  slug: z.string(),
  title: z.string(),
  deleted: z.boolean().describe('The article is in the trash'),
  earlier: z.boolean().describe('Only earlier versions of the article show it'),
  asCover: z.boolean(),
});

export type UploadUse = z.output<typeof uploadUseSchema>;

/** A use outside articles. */
export const siteUseSchema = z.object({
  place: z.string().describe('Russian, completes «стоит …»'),
  path: z.string().describe('The screen of the panel that changes it, below /admin/'),
});

type SiteUse = z.output<typeof siteUseSchema>;

type DescribedUse = UploadUse & { alt: string };

export interface Uses {
  uses: DescribedUse[]; // Newest articles first, each with the description that the article gives
  usedOnSite: SiteUse[];
}

export const UPLOADED = /\/uploads\/([0-9a-f]{32})/g;

/** Finds the uses of each upload, in articles the newest `MAX_USES`. */
export async function usesOf(db: Db, uploads: { name: string }[]): Promise<(upload: { name: string }) => Uses> {
  const hashes = uploads.map(({ name }) => hashOf(name));
  const inArticles = new Map<string, DescribedUse[]>();
  for (const hash of hashes) inArticles.set(hash, await findUses(db, hash));
  const onSite = await usesOnSite(db);
  return ({ name }) => ({ uses: inArticles.get(hashOf(name)) ?? [], usedOnSite: onSite.get(hashOf(name)) ?? [] });
}

async function findUses(db: Db, hash: string): Promise<DescribedUse[]> {
  const newest = db
    .selectFrom('image_uses')
    .innerJoin('articles', 'articles.id', 'image_uses.article_id')
    .select(['articles.id', 'date', 'kind', 'slug', 'title', 'deleted_at', 'image_uses.alt', 'as_cover'])
    .select(['image_uses.version as shown', 'articles.version'])
    .where('hash', '=', hash)
    .where((eb) => eb.or([eb('deleted_at', 'is', null), eb('deleted_at', '>', trashCutoff())]))
    .orderBy('article_id', 'desc')
    .limit(MAX_USES);
  const rows = await db
    .selectFrom(newest.as('used'))
    .selectAll()
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ kind, slug, title, alt, deleted_at, shown, version, as_cover }) => ({
    ...{ kind, slug, title, alt },
    ...{ deleted: deleted_at !== null, earlier: shown < version, asCover: as_cover === 1 },
  }));
}

/** Images outside articles, in the columns that resources declare, by hash. */
async function usesOnSite(db: Db): Promise<Map<string, SiteUse[]>> {
  const uses = new Map<string, SiteUse[]>();
  for (const { table, column, place, path } of imageColumns) {
    const { rows } = await sql<{ value: string | null }>`
      select ${sql.ref(column)} as value from ${sql.table(table)}`.execute(db);
    const hashes = new Set(
      rows.flatMap(({ value }) => Array.from((value ?? '').matchAll(UPLOADED), ([, hash]) => hash)),
    );
    for (const hash of hashes) if (hash) uses.set(hash, [...(uses.get(hash) ?? []), { place, path }]);
  }
  return uses;
}

export type Library = 'images' | 'files';

/** SQL condition: the row's upload is used by an article, trash included, or by a column that a resource declares. */
export function isShown(library: Library) {
  const onSite = imageColumns.map(
    ({ table, column }) => sql`exists (select 1 from ${sql.table(table)}
      where ${sql.ref(column)} like '%/uploads/' || ${hashIn(library)} || '%')`,
  );
  return sql<boolean>`(${inArticle(library, sql`(deleted_at is null or deleted_at > ${trashCutoff()})`)}
    or ${sql.join(onSite, sql` or `)})`;
}

/** SQL condition: an article uses the row's upload, and `condition` holds. */
export function inArticle(library: Library, condition: ReturnType<typeof sql>) {
  return sql<boolean>`exists (select 1 from image_uses join articles on articles.id = article_id
    where hash = ${hashIn(library)} and ${condition})`;
}

function hashIn(library: Library) {
  return sql`substr(${sql.ref(`${library}.name`)}, 1, 32)`;
}

/** SQL pattern of `like … escape '!'`. */
export function likePattern(text: string): string {
  return `%${text.replace(/[!%_]/g, '!$&')}%`;
}

/** Column and direction; ties are sorted by name. */
export const uploadSorts = {
  newest: ['created_at', 'desc'],
  oldest: ['created_at', 'asc'],
  largest: ['bytes', 'desc'],
} as const;

export type UploadSort = keyof typeof uploadSorts;

const CURSOR =
  /^(?:(?<created_at>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)|(?<bytes>\d{1,15}))_(?<name>[0-9a-f]{32}\.\w{3,4})$/;

/** SQL condition: the row comes after `cursor` of `partOf`. 400 for a malformed one; `list` is Russian, after «в». */
export function isAfter(cursor: string, list: string, sort: UploadSort = 'newest') {
  const [column, direction] = uploadSorts[sort];
  const { [column]: last, name } = CURSOR.exec(cursor)?.groups ?? {};
  const [value, follows] = [column === 'bytes' ? Number(last) : last, direction === 'asc' ? sql`>` : sql`<`];
  const by = sql.ref(column);
  if (last && name) return sql<boolean>`(${by} ${follows} ${value} or (${by} = ${value} and name ${follows} ${name}))`;
  throw invalid('after', `Такого места в ${list} нет. Начните с первой страницы.`);
}

/** The first `limit` of ordered rows, and the cursor of the next part. */
export function partOf<Row extends { name: string; created_at: string; bytes: number }>(
  rows: Row[],
  limit: number,
  sort: UploadSort = 'newest',
) {
  const part = rows.slice(0, limit);
  const last = part.at(-1);
  return { part, ...(last && rows.length > limit && { next: `${last[uploadSorts[sort][0]]}_${last.name}` }) };
}

/** The part of a file name that an image shares with its variants. */
export function hashOf(name: string): string {
  return name.slice(0, 32);
}
