import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { Db, ImageTable } from '../../db/tables.ts';
import { type Writer, write } from '../../db/write.ts';
import type { Role } from '../../roles.ts';
import { record, wouldChange } from '../audit-log.ts';
import { line } from '../fields.ts';
import { searchForm } from '../text/plain.ts';
import { deletionOf, deletionSchema } from '../uploads/deletion.ts';
import { MAX_UPLOAD_TITLE } from '../uploads/types.ts';
import { updateUses } from '../uploads/use-index.ts';
import {
  inArticle,
  isAfter,
  isShown,
  likePattern,
  partOf,
  siteUseSchema,
  type UploadSort,
  uploadSorts,
  uploadUseSchema,
  usesOf,
} from '../uploads/uses.ts';
import { noSuchImage } from './errors.ts';

const WHERE = 'Главное на картинке: место задают два целых числа от 0 до 100.';
const percent = z.int(WHERE).min(0, WHERE).max(100, WHERE);
const focusSchema = z.object({ x: percent, y: percent }, WHERE);

export const imageSizeSchema = z.object({
  url: z.string(),
  width: z.number().int().describe('Pixels, as displayed'),
  height: z.number().int(),
});

export const libraryImageSchema = imageSizeSchema.extend({
  name: z.string(),
  bytes: z.number().int(),
  createdAt: z.string().describe('Last upload; ISO 8601, UTC'),
  title: z.string().describe('Name of the uploaded file, unless an editor has changed it'),
  alt: z.string(),
  credit: z.string().describe('Author; shown in articles without their own credit'),
  altInNews: z.string().describe('Description in the newest article; empty if `alt` is given'),
  focus: focusSchema.describe('Focal point of crops, in per cent from the left and from the top'),
  usedIn: z.array(uploadUseSchema),
  usedOnSite: z.array(siteUseSchema),
  onSite: z.boolean().describe('Used by the site’s texts or settings, as the logo'),
  ...deletionSchema.shape,
});

export type LibraryImage = z.output<typeof libraryImageSchema>;

interface LibraryFilter {
  limit: number;
  after?: string | undefined;
  /** Case-insensitive: part of the title, of a description, of an article's title, or prefix of the file name. */
  q?: string | undefined;
  unused?: boolean | undefined;
  sort?: UploadSort | undefined;
}

export const imageChangeSchema = z
  .object({
    title: line('Название', MAX_UPLOAD_TITLE),
    alt: line('Описание', 300),
    credit: line('Автор', 150),
    focus: focusSchema,
  })
  .partial()
  .refine((change) => Object.keys(change).length > 0, {
    path: ['title'],
    error: 'Картинка: дайте ей название, описание, автора или отметьте на ней главное.',
  });

type ImageChange = z.output<typeof imageChangeSchema>;

/** Newest first by default; `next` is the cursor of the next part. 400 for a malformed cursor. */
export async function listImages(store: Writer, role: Role, filter: LibraryFilter) {
  const { limit, after, q, unused, sort = 'newest' } = filter;
  await updateUses(store);
  const [column, direction] = uploadSorts[sort];
  let query = store.db.selectFrom('images').selectAll().orderBy(column, direction).orderBy('name', direction);
  if (after !== undefined) query = query.where(isAfter(after, 'библиотеке', sort));
  if (q) query = query.where(matches(searchForm(q)));
  if (unused) query = query.where(sql<boolean>`not ${isShown('images')}`);
  const { part, ...rest } = partOf(await query.limit(limit + 1).execute(), limit, sort);
  return { images: await describe(store.db, part, role), ...rest };
}

/** Sets title, description, credit or focal point; publishes changes of all but the title. 404 for an unknown name. */
export async function changeImage(store: Writer, name: string, change: ImageChange, by: string): Promise<void> {
  const { title, alt, credit, focus } = change;
  const columns = {
    ...(credit !== undefined && { credit }),
    ...(title !== undefined && { title, title_search: searchForm(title) }),
    ...(alt !== undefined && { alt, alt_search: searchForm(alt) }),
    ...(focus && { focus_x: toStep(focus.x), focus_y: toStep(focus.y) }),
  };
  const save = async (tx: Db) => {
    const old = await tx.selectFrom('images').selectAll().where('name', '=', name).executeTakeFirst();
    if (!old) throw noSuchImage();
    if (!wouldChange(old, columns)) return false;
    const row = { ...old, ...columns };
    await tx.updateTable('images').set(columns).where('name', '=', name).execute();
    await record(tx, { who: by, action: 'image.update', subject: name, title: row.title || row.alt });
    return Object.keys(change).some((field) => field !== 'title');
  };
  await write(store, save, (isPublic) => (isPublic ? { topic: 'news' } : undefined));
}

/** 404 for an unknown name. */
export async function findImage(store: Writer, name: string, role: Role): Promise<LibraryImage> {
  await updateUses(store);
  const rows = await store.db.selectFrom('images').selectAll().where('name', '=', name).execute();
  const [image] = await describe(store.db, rows, role);
  if (!image) throw noSuchImage();
  return image;
}

/** Rounds to 5 %: pages have a class for each step, as their CSP forbids style attributes. */
const toStep = (percent: number) => Math.round(percent / 5) * 5;

async function describe(db: Db, rows: Selectable<ImageTable>[], role: Role): Promise<LibraryImage[]> {
  const usesIn = await usesOf(db, rows);
  return rows.map((row) => {
    const found = usesIn(row);
    const { uses, usedOnSite } = found;
    const { name, width, height, bytes, created_at: createdAt, title, alt, credit } = row;
    const describing = uses.find((use) => use.alt !== '' && !use.deleted && !use.earlier);
    return {
      ...{ name, url: `/uploads/${name}`, width, height, bytes, createdAt, title, alt, credit },
      altInNews: alt === '' ? (describing?.alt ?? '') : '',
      focus: { x: row.focus_x, y: row.focus_y },
      usedIn: uses.map(({ alt: _alt, ...use }) => use),
      usedOnSite,
      onSite: usedOnSite.length > 0,
      ...deletionOf(row, found, role),
    };
  });
}

function matches(q: string) {
  const text = likePattern(q);
  const isDescribed = sql`image_uses.version = articles.version and deleted_at is null
    and image_uses.alt_search like ${text} escape '!'`;
  return sql<boolean>`(images.title_search like ${text} escape '!' or images.alt_search like ${text} escape '!'
    or name like ${text.slice(1)} escape '!'
    or ${inArticle('images', isDescribed)}
    or ${inArticle('images', sql`articles.title_search like ${text} escape '!'`)})`;
}
