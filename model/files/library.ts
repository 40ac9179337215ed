import { type Selectable, sql } from 'kysely';
import type { FileTable } from '../../db/tables.ts';
import type { Writer } from '../../db/write.ts';
import { invalid } from '../../errors.ts';
import { endOfBin } from '../articles/bin.ts';
import { searchForm } from '../text/search-form.ts';
import { endOfKeeping } from '../uploads/deletion.ts';
import { typeOf } from '../uploads/types.ts';
import { updateUses } from '../uploads/use-index.ts';
import { findUses, hashOf, isOnSite, type SiteUse, type UploadUse, usesOnSite } from '../uploads/uses.ts';

export interface LibraryFile {
  name: string;
  url: string;
  title: string;
  type: string; // MIME
  label: string; // «PDF»
  bytes: number;
  seconds: number | null;
  createdAt: string; // last upload; ISO 8601, UTC
  createdBy: string | null;
  usedIn: Omit<UploadUse, 'asCover'>[];
  usedOnSite: SiteUse[];
  deletable: boolean;
  deletableAt: string; // not before, whatever shows it; ISO 8601, UTC
}

export interface FileFilter {
  limit: number;
  after?: string | undefined;
  /** Case-insensitive part of the name or of an article's title. */
  q?: string | undefined;
  unused?: boolean | undefined;
}

/** Newest first; `next` is the cursor of the next part. 400 for a malformed cursor. */
export async function listFiles(
  store: Writer,
  { limit, after, q, unused }: FileFilter,
): Promise<{ files: LibraryFile[]; next?: string }> {
  await updateUses(store);
  let query = store.db.selectFrom('files').selectAll().orderBy('created_at', 'desc').orderBy('name', 'desc');
  if (after !== undefined) query = query.where(isAfter(after));
  if (q) query = query.where(matches(q));
  if (unused) query = query.where(sql<boolean>`not ${isShown()}`);
  const rows = await query.limit(limit + 1).execute();
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const uses = await findUses(
    store.db,
    shown.map(({ name }) => hashOf(name)),
  );
  const onSite = await usesOnSite(store.db);
  const files = shown.map((row) => toFile(row, uses.get(hashOf(row.name)) ?? [], onSite.get(hashOf(row.name)) ?? []));
  return { files, ...(last && rows.length > limit && { next: `${last.created_at}_${last.name}` }) };
}

function toFile(row: Selectable<FileTable>, uses: (UploadUse & { alt: string })[], usedOnSite: SiteUse[]): LibraryFile {
  const { name, title, bytes, seconds, created_at: createdAt, created_by: createdBy } = row;
  const { mime = '', label = '' } = typeOf(name) ?? {};
  const deletableAt = endOfKeeping(row);
  const isUsed = uses.length > 0 || usedOnSite.length > 0;
  return {
    ...{ name, url: `/uploads/${name}`, title, type: mime, label, bytes, seconds, createdAt, createdBy },
    usedIn: uses.map(({ alt: _alt, asCover: _asCover, ...use }) => use),
    usedOnSite,
    deletable: !isUsed && deletableAt < new Date().toISOString(),
    deletableAt,
  };
}

function isShown() {
  return sql<boolean>`(exists (select 1 from image_uses join articles on articles.id = article_id
    where hash = substr(files.name, 1, 32) and (deleted_at is null or deleted_at > ${endOfBin()}))
    or ${isOnSite('files')})`;
}

function matches(q: string) {
  const within = `%${searchForm(q).replace(/[!%_]/g, '!$&')}%`;
  return sql<boolean>`(files.title_search like ${within} escape '!'
    or exists (select 1 from image_uses join articles on articles.id = article_id
      where hash = substr(files.name, 1, 32) and articles.title_search like ${within} escape '!'))`;
}

function isAfter(cursor: string) {
  const [, moment, name] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([0-9a-f]{32}\.\w{3,4})$/.exec(cursor) ?? [];
  if (moment && name) return sql<boolean>`(created_at < ${moment} or (created_at = ${moment} and name < ${name}))`;
  throw invalid('after', 'Такого места в списке нет. Начните с первой страницы.');
}
