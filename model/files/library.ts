import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { Db, FileTable } from '../../db/tables.ts';
import type { Writer } from '../../db/write.ts';
import type { Role } from '../../roles.ts';
import { searchForm } from '../text/plain.ts';
import { deletionOf, deletionSchema } from '../uploads/deletion.ts';
import { typeOf } from '../uploads/types.ts';
import { updateUses } from '../uploads/use-index.ts';
import {
  inArticle,
  isAfter,
  isShown,
  likePattern,
  partOf,
  siteUseSchema,
  type Uses,
  uploadUseSchema,
  usesOf,
} from '../uploads/uses.ts';

const type = z.string().describe('MIME type, by the content');

export const storedFileSchema = z.object({
  url: z.string(),
  name: z.string().describe('Download name: that of the uploaded file, with the extension of its content'),
  size: z.number().int().describe('Bytes'),
  type,
});

export type StoredFile = z.output<typeof storedFileSchema>;

export const libraryFileSchema = z.object({
  name: z.string(),
  url: z.string(),
  title: z.string().describe('Download name'),
  type,
  label: z.string().describe('The type in a word, such as PDF'),
  bytes: z.number().int(),
  createdAt: z.string().describe('Last upload; ISO 8601, UTC'),
  createdBy: z.string().nullable(),
  usedIn: z.array(uploadUseSchema.omit({ asCover: true })),
  usedOnSite: z.array(siteUseSchema),
  ...deletionSchema.shape,
});

export type LibraryFile = z.output<typeof libraryFileSchema>;

interface FileFilter {
  limit: number;
  after?: string | undefined;
  q?: string | undefined; // Case-insensitive part of the name or of an article's title
  unused?: boolean | undefined;
}

/** Newest first; `next` is the cursor of the next part. 400 for a malformed cursor. */
export async function listFiles(
  store: Writer,
  role: Role,
  { limit, after, q, unused }: FileFilter,
): Promise<{ files: LibraryFile[]; next?: string }> {
  await updateUses(store);
  let query = store.db.selectFrom('files').selectAll().orderBy('created_at', 'desc').orderBy('name', 'desc');
  if (after !== undefined) query = query.where(isAfter(after, 'списке'));
  if (q) query = query.where(matches(likePattern(searchForm(q))));
  if (unused) query = query.where(sql<boolean>`not ${isShown('files')}`);
  const { part, ...rest } = partOf(await query.limit(limit + 1).execute(), limit);
  const usesIn = await usesOf(store.db, part);
  return { files: part.map((row) => toFile(row, usesIn(row), role)), ...rest };
}

function toFile(row: Selectable<FileTable>, found: Uses, role: Role): LibraryFile {
  const { name, title, bytes, created_at: createdAt, created_by: createdBy } = row;
  const { mime = '', label = '' } = typeOf(name) ?? {};
  return {
    ...{ name, url: `/uploads/${name}`, title, type: mime, label, bytes, createdAt, createdBy },
    usedIn: found.uses.map(({ alt: _alt, asCover: _asCover, ...use }) => use),
    usedOnSite: found.usedOnSite,
    ...deletionOf(row, found, role),
  };
}

function matches(text: string) {
  return sql<boolean>`(files.title_search like ${text} escape '!'
    or ${inArticle('files', sql`articles.title_search like ${text} escape '!'`)})`;
}

export interface FileFacts {
  label: string; // «PDF»
  bytes: number;
}

/** Files by URL. */
export type FilesByUrl = ReadonlyMap<string, FileFacts>;

/** Type and size of files for pages; unknown URLs are left out. */
export async function findFiles(db: Db, urls: Iterable<string>): Promise<FilesByUrl> {
  const names = [...new Set(urls)].flatMap((url) => /^\/uploads\/([\w.]+)$/.exec(url)?.[1] ?? []);
  if (names.length === 0) return new Map();
  const rows = await db.selectFrom('files').select(['name', 'bytes']).where('name', 'in', names).execute();
  return new Map(rows.map(({ name, bytes }) => [`/uploads/${name}`, { label: typeOf(name)?.label ?? '', bytes }]));
}

/** Title of a file; undefined when it has no row. */
export async function findTitle(db: Db, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('files').select('title').where('name', '=', name).executeTakeFirst();
  return row?.title;
}
