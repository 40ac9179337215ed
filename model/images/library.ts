import { type Selectable, sql } from 'kysely';
import type { Db, ImageTable } from '../../db/tables.ts';
import { type Writer, write } from '../../db/write.ts';
import { invalid } from '../../errors.ts';
import { endOfBin } from '../articles/bin.ts';
import { record } from '../audit-log.ts';
import { searchForm } from '../text/search-form.ts';
import { isOld, noSuchImage } from './deletion.ts';
import { findUses, hashOf, type ImageUse, isOnSite, updateUses, usesOnSite } from './uses.ts';

export interface LibraryImage {
  name: string;
  url: string;
  width: number;
  height: number;
  bytes: number;
  createdAt: string; // last upload; ISO 8601, UTC
  alt: string;
  usedIn: ImageUse[];
  onSite: boolean;
  deletable: boolean;
}

export interface LibraryFilter {
  limit: number;
  after?: string | undefined;
  /** Case-insensitive: part of the description or of an article's title, or prefix of the file name. */
  q?: string | undefined;
  unused?: boolean | undefined;
}

type LibraryStore = Writer;
type ImageRow = Selectable<ImageTable>;

/** Newest first; `next` is the cursor of the next part. 400 for a malformed cursor. */
export async function listImages(
  store: LibraryStore,
  { limit, after, q, unused }: LibraryFilter,
): Promise<{ images: LibraryImage[]; next?: string }> {
  await updateUses(store);
  let query = store.db.selectFrom('images').selectAll().orderBy('created_at', 'desc').orderBy('name', 'desc');
  if (after !== undefined) query = query.where(isAfter(after));
  if (q) query = query.where(matches(q));
  if (unused) query = query.where(sql<boolean>`not ${isShown()}`);
  const rows = await query.limit(limit + 1).execute();
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const images = await describe(store.db, shown);
  return { images, ...(last && rows.length > limit && { next: `${last.created_at}_${last.name}` }) };
}

/** Sets the alternative text. 404 for an unknown name. */
export async function describeImage(store: LibraryStore, name: string, alt: string, by: string): Promise<LibraryImage> {
  await updateUses(store);
  const change = async (tx: Db) => {
    const row = await tx
      .updateTable('images')
      .set({ alt, alt_search: searchForm(alt) })
      .where('name', '=', name)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw noSuchImage();
    await record(tx, { who: by, action: 'image.update', subject: name, title: alt });
    return row;
  };
  const row = await write(store, change, () => ({ topic: 'news' }));
  const [image] = await describe(store.db, [row]);
  if (!image) throw noSuchImage();
  return image;
}

async function describe(db: Db, rows: ImageRow[]): Promise<LibraryImage[]> {
  const uses = await findUses(
    db,
    rows.map(({ name }) => hashOf(name)),
  );
  const named = await usesOnSite(db);
  return rows.map((row) => {
    const { name, width, height, bytes, created_at: createdAt, alt } = row;
    const usedIn = uses.get(hashOf(name)) ?? [];
    const onSite = named.has(hashOf(name));
    const deletable = usedIn.length === 0 && !onSite && isOld(row);
    return { name, url: `/uploads/${name}`, width, height, bytes, createdAt, alt, usedIn, onSite, deletable };
  });
}

function isShown() {
  return sql<boolean>`(exists (select 1 from image_uses join articles on articles.id = article_id
    where hash = substr(images.name, 1, 32) and (deleted_at is null or deleted_at > ${endOfBin()}))
    or ${isOnSite()})`;
}

function matches(q: string) {
  const part = searchForm(q).replace(/[!%_]/g, '!$&');
  return sql<boolean>`(alt_search like ${`%${part}%`} escape '!' or name like ${`${part}%`} escape '!' or exists (
    select 1 from image_uses join articles on articles.id = article_id
    where hash = substr(images.name, 1, 32) and title_search like ${`%${part}%`} escape '!'))`;
}

function isAfter(cursor: string) {
  const [, moment, name] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([0-9a-f]{32}\.\w{3,4})$/.exec(cursor) ?? [];
  if (moment && name) return sql<boolean>`(created_at < ${moment} or (created_at = ${moment} and name < ${name}))`;
  throw invalid('after', 'Такого места в библиотеке нет: возьмите адрес следующей страницы из заголовка Link.');
}
