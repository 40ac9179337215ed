import { type Selectable, sql } from 'kysely';
import type { Db, ImageTable } from '../../db/tables.ts';
import { type Writer, write } from '../../db/write.ts';
import { invalid } from '../../errors.ts';
import { endOfBin } from '../articles/bin.ts';
import { record, wouldChange } from '../audit-log.ts';
import { searchForm } from '../text/search-form.ts';
import { endOfKeeping } from '../uploads/deletion.ts';
import { updateUses } from '../uploads/use-index.ts';
import { findUses, hashOf, isOnSite, type SiteUse, type UploadUse, usesOnSite } from '../uploads/uses.ts';
import { noSuchImage } from './deletion.ts';
import type { Focus } from './lookup.ts';

export interface LibraryImage {
  name: string;
  url: string;
  width: number;
  height: number;
  bytes: number;
  createdAt: string; // last upload; ISO 8601, UTC
  title: string;
  alt: string;
  /** Of the newest article that describes it; empty when `alt` is given. */
  altInNews: string;
  focus: Focus;
  usedIn: UploadUse[];
  usedOnSite: SiteUse[];
  onSite: boolean;
  deletable: boolean;
  deletableAt: string; // not before, whatever shows it; ISO 8601, UTC
}

export interface LibraryFilter {
  limit: number;
  after?: string | undefined;
  /** Case-insensitive: part of the title, of a description, of an article's title, or prefix of the file name. */
  q?: string | undefined;
  unused?: boolean | undefined;
  /** Only images that neither the library nor an article describes. */
  undescribed?: boolean | undefined;
}

export interface ImageChange {
  title?: string | undefined;
  alt?: string | undefined;
  focus?: Focus | undefined;
}

type ImageRow = Selectable<ImageTable>;

/** Newest first; `next` is the cursor of the next part. 400 for a malformed cursor. */
export async function listImages(
  store: Writer,
  { limit, after, q, unused, undescribed }: LibraryFilter,
): Promise<{ images: LibraryImage[]; next?: string }> {
  await updateUses(store);
  let query = store.db.selectFrom('images').selectAll().orderBy('created_at', 'desc').orderBy('name', 'desc');
  if (after !== undefined) query = query.where(isAfter(after));
  if (q) query = query.where(matches(q));
  if (unused) query = query.where(sql<boolean>`not ${isShown()}`);
  if (undescribed) query = query.where(sql<boolean>`alt = '' and not ${isDescribedInNews(sql`image_uses.alt <> ''`)}`);
  const rows = await query.limit(limit + 1).execute();
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const images = await describe(store.db, shown);
  return { images, ...(last && rows.length > limit && { next: `${last.created_at}_${last.name}` }) };
}

/** Sets title, description or focal point; pages hear of the last two. 404 for an unknown name. */
export async function changeImage(store: Writer, name: string, change: ImageChange, by: string): Promise<LibraryImage> {
  const save = async (tx: Db) => {
    const columns = toColumns(change);
    const old = await tx.selectFrom('images').selectAll().where('name', '=', name).executeTakeFirst();
    if (!old) throw noSuchImage();
    if (!wouldChange(old, columns)) return false;
    const row = { ...old, ...columns };
    await tx.updateTable('images').set(columns).where('name', '=', name).execute();
    await record(tx, { who: by, action: 'image.update', subject: name, title: row.title || row.alt });
    return change.alt !== undefined || change.focus !== undefined;
  };
  await write(store, save, (isPublic) => (isPublic ? { topic: 'news' } : undefined));
  return findImage(store, name);
}

/** 404 for an unknown name. */
export async function findImage(store: Writer, name: string): Promise<LibraryImage> {
  await updateUses(store);
  const rows = await store.db.selectFrom('images').selectAll().where('name', '=', name).execute();
  const [image] = await describe(store.db, rows);
  if (!image) throw noSuchImage();
  return image;
}

function toColumns({ title, alt, focus }: ImageChange) {
  return {
    ...(title !== undefined && { title, title_search: searchForm(title) }),
    ...(alt !== undefined && { alt, alt_search: searchForm(alt) }),
    ...(focus && { focus_x: toStep(focus.x), focus_y: toStep(focus.y) }),
  };
}

/** The style sheet of pages knows every fifth per cent: their policy forbids style attributes. */
function toStep(percent: number): number {
  return Math.round(percent / 5) * 5;
}

async function describe(db: Db, rows: ImageRow[]): Promise<LibraryImage[]> {
  const hashes = rows.map(({ name }) => hashOf(name));
  const uses = await findUses(db, hashes);
  const onSite = await usesOnSite(db);
  return rows.map((row) => toImage(row, uses.get(hashOf(row.name)) ?? [], onSite.get(hashOf(row.name)) ?? []));
}

function toImage(row: ImageRow, uses: (UploadUse & { alt: string })[], usedOnSite: SiteUse[]): LibraryImage {
  const { name, width, height, bytes, created_at: createdAt, title, alt } = row;
  const describing = uses.find((use) => use.alt !== '' && !use.deleted && !use.earlier);
  const deletableAt = endOfKeeping(row);
  const isUsed = uses.length > 0 || usedOnSite.length > 0;
  return {
    ...{ name, url: `/uploads/${name}`, width, height, bytes, createdAt, title, alt },
    altInNews: alt === '' ? (describing?.alt ?? '') : '',
    focus: { x: row.focus_x, y: row.focus_y },
    usedIn: uses.map(({ alt: _alt, ...use }) => use),
    usedOnSite,
    onSite: usedOnSite.length > 0,
    deletable: !isUsed && deletableAt < new Date().toISOString(),
    deletableAt,
  };
}

function isShown() {
  return sql<boolean>`(exists (select 1 from image_uses join articles on articles.id = article_id
    where hash = substr(images.name, 1, 32) and (deleted_at is null or deleted_at > ${endOfBin()}))
    or ${isOnSite('images')})`;
}

/** The version that articles have now describes the image so that `condition` holds. */
function isDescribedInNews(condition: ReturnType<typeof sql>) {
  return sql<boolean>`exists (select 1 from image_uses join articles on articles.id = article_id
    where hash = substr(images.name, 1, 32) and image_uses.version = articles.version and deleted_at is null
    and ${condition})`;
}

function matches(q: string) {
  const part = searchForm(q).replace(/[!%_]/g, '!$&');
  const within = `%${part}%`;
  return sql<boolean>`(images.title_search like ${within} escape '!' or images.alt_search like ${within} escape '!'
    or name like ${`${part}%`} escape '!'
    or ${isDescribedInNews(sql`image_uses.alt_search like ${within} escape '!'`)}
    or exists (select 1 from image_uses join articles on articles.id = article_id
      where hash = substr(images.name, 1, 32) and articles.title_search like ${within} escape '!'))`;
}

function isAfter(cursor: string) {
  const [, moment, name] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([0-9a-f]{32}\.\w{3,4})$/.exec(cursor) ?? [];
  if (moment && name) return sql<boolean>`(created_at < ${moment} or (created_at = ${moment} and name < ${name}))`;
  throw invalid('after', 'Такого места в библиотеке нет. Начните с первой страницы.');
}
