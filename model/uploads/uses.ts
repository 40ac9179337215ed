import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import { imageColumns } from '../../nouns.ts';
import { endOfBin } from '../articles/bin.ts';
import type { Kind } from '../articles/kinds.ts';

export interface UploadUse {
  kind: Kind;
  slug: string;
  title: string;
  deleted: boolean;
  earlier: boolean;
  asCover: boolean;
}

/** Outside articles: «Картинка стоит {place}», and the screen of the panel that changes it. */
export interface SiteUse {
  place: string;
  path: string;
}

export const UPLOADED = /\/uploads\/([0-9a-f]{32})/g;

/** Uses by hash, newest articles first, each with the description that the article gives. */
export async function findUses(db: Db, hashes: string[]): Promise<Map<string, (UploadUse & { alt: string })[]>> {
  const uses = new Map<string, (UploadUse & { alt: string })[]>(hashes.map((hash) => [hash, []]));
  if (hashes.length === 0) return uses;
  const rows = await db
    .selectFrom('image_uses')
    .innerJoin('articles', 'articles.id', 'image_uses.article_id')
    .select([
      'hash',
      'articles.kind as kind',
      'slug',
      'title',
      'deleted_at',
      'image_uses.version as shown',
      'articles.version as version',
    ])
    .select(['image_uses.alt', 'as_cover'])
    .where('hash', 'in', hashes)
    .where((eb) => eb.or([eb('deleted_at', 'is', null), eb('deleted_at', '>', endOfBin())]))
    .orderBy('date', 'desc')
    .orderBy('articles.id', 'desc')
    .execute();
  for (const { hash, kind, slug, title, deleted_at, shown, version, alt, as_cover } of rows) {
    const use = {
      kind,
      slug,
      title,
      deleted: deleted_at !== null,
      earlier: shown < version,
      asCover: as_cover === 1,
      alt,
    };
    uses.get(hash)?.push(use);
  }
  return uses;
}

/** Images that stand outside articles, in the columns that nouns declare, by hash. */
export async function usesOnSite(db: Db): Promise<Map<string, SiteUse[]>> {
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

/** SQL condition: such a column names the upload of a row. */
export function isOnSite(table: 'images' | 'files') {
  const uses = imageColumns.map(
    ({ table: where, column }) => sql`exists (select 1 from ${sql.table(where)}
      where ${sql.ref(column)} like '%/uploads/' || substr(${sql.ref(`${table}.name`)}, 1, 32) || '%')`,
  );
  return sql<boolean>`(${sql.join(uses, sql` or `)})`;
}

/** The part of a file name that an image shares with its variants. */
export function hashOf(name: string): string {
  return name.slice(0, 32);
}
