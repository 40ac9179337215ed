import type { Db } from '../../db/tables.ts';
import type { ArticleKey, Kind } from './kinds.ts';
import type { ArticleRow } from './row.ts';
import { isPublic, isPublicAt } from './visibility.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    index_notes: IndexNoteTable;
  }
}

/** Outbox of article and page URLs to submit to search engines (IndexNow). */
interface IndexNoteTable {
  kind: Kind;
  slug: string;
  was_public: number; // 1 when engines may know the URL: then its removal is submitted too
  due_at: string; // ISO 8601 UTC
}

/** Job that submits the URLs. */
export const INDEX_JOB = 'indexnow';

const UNDO_WINDOW = 60_000; // ms; longer than the editor offers to undo a change
/** In ms. Engines crawl sooner than this; without IndexNow nothing else deletes notes. */
const RETENTION = 7 * 24 * 3_600_000;

/** Notes URLs that a change from `old` to `row` published, changed or withdrew; undefined: no article. */
export async function enqueueUrls(tx: Db, row: ArticleRow | undefined, old: ArticleRow | undefined): Promise<void> {
  const now = new Date().toISOString();
  const wasPublic = old !== undefined && isPublicAt(old, now);
  const isPublicNow = row !== undefined && isPublicAt(row, now);
  const isMoved = old !== undefined && row?.slug !== old.slug;
  if (wasPublic && (isMoved || !isPublicNow)) await addNote(tx, old, true, now);
  if (!row || row.publish_at === null || (wasPublic && !isPublicNow)) return;
  await addNote(tx, row, wasPublic && !isMoved, row.publish_at > now ? row.publish_at : now);
}

async function addNote(tx: Db, { kind, slug }: ArticleKey, wasPublic: boolean, moment: string): Promise<void> {
  const due_at = new Date(Date.parse(moment) + UNDO_WINDOW).toISOString();
  await tx
    .insertInto('index_notes')
    .values({ kind, slug, was_public: Number(wasPublic), due_at })
    // Keeps `was_public` of the first unsubmitted change: it decides whether engines know the URL.
    .onConflict((on) => on.columns(['kind', 'slug']).doUpdateSet({ due_at }))
    .execute();
  await tx
    .updateTable('jobs')
    .set({ due_at })
    .where('name', '=', INDEX_JOB)
    .where('due_at', '>', due_at)
    .where('failures', '=', 0)
    .execute();
}

/** At most `most` URLs due at `now` (ISO 8601 UTC): public ones, and withdrawn ones that engines know. */
export async function dueForEngines(db: Db, now: string, most: number) {
  const due = await db
    .selectFrom('index_notes as note')
    .leftJoin('articles', (join) =>
      join
        .onRef('articles.kind', '=', 'note.kind')
        .onRef('articles.slug', '=', 'note.slug')
        .on('articles.deleted_at', 'is', null),
    )
    .select(['note.kind', 'note.slug', 'note.was_public', 'publish_at', 'expires_at', 'deleted_at'])
    .where('note.due_at', '<=', now)
    .orderBy('note.due_at')
    .limit(most)
    .execute();
  return due.map(({ kind, slug, was_public, ...row }) => {
    const isPublicNow = isPublicAt(row, now);
    const isAhead = row.publish_at !== null && row.publish_at > now && row.deleted_at === null;
    const nextAt = isPublicNow ? row.expires_at : isAhead ? row.publish_at : null;
    return { kind, slug, isPublicNow, isSubmitted: isPublicNow || was_public === 1, nextAt };
  });
}

type DueNote = Awaited<ReturnType<typeof dueForEngines>>[number];

/** Deletes notes of `dueForEngines`; reschedules those whose visibility changes later by the clock. */
export async function dequeueUrls(tx: Db, done: readonly DueNote[], now: string): Promise<void> {
  for (const kind of ['article', 'page'] as const) {
    const slugs = done.filter((each) => each.kind === kind).map(({ slug }) => slug);
    if (slugs.length > 0)
      await tx
        .deleteFrom('index_notes')
        .where('kind', '=', kind)
        .where('slug', 'in', slugs)
        .where('due_at', '<=', now)
        .execute();
  }
  for (const { kind, slug, isPublicNow, nextAt } of done)
    if (nextAt !== null)
      await tx
        .insertInto('index_notes')
        .values({ kind, slug, was_public: Number(isPublicNow), due_at: nextAt })
        .onConflict((on) => on.columns(['kind', 'slug']).doNothing())
        .execute();
}

/** When (ISO 8601 UTC) the next is due; undefined without any. */
export async function nextNote(db: Db): Promise<string | undefined> {
  const { due_at } = await db
    .selectFrom('index_notes')
    .select((eb) => eb.fn.min('due_at').as('due_at'))
    .executeTakeFirstOrThrow();
  return due_at ?? undefined;
}

/** Deletes notes that could not be submitted for a week. */
export async function dropStaleUrls(tx: Db): Promise<void> {
  await tx
    .deleteFrom('index_notes')
    .where('due_at', '<', new Date(Date.now() - RETENTION).toISOString())
    .execute();
}

/** URLs per part of the sitemap; split by id, so that a change affects only one part. */
export const PART_SIZE = 10_000;

export interface Address {
  slug: string;
  updated_at: string;
  cover_image_url: string | null;
}

/** Addresses of the public articles of a part (from 1), oldest first. */
export function publicAddresses(db: Db, part: number): Promise<Address[]> {
  return inPart(db, part).select(['slug', 'updated_at', 'cover_image_url']).orderBy('id').execute();
}

/** Numbers of the parts with a public article; at least [1]. */
export async function addressParts(db: Db): Promise<number[]> {
  const { last } = await db
    .selectFrom('articles')
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  const parts = Array.from({ length: Math.ceil((last ?? 0) / PART_SIZE) }, (_, at) => at + 1);
  const filled: number[] = [];
  for (const part of parts) if (await inPart(db, part).select('id').executeTakeFirst()) filled.push(part);
  return filled.length > 0 ? filled : [1];
}

function inPart(db: Db, part: number) {
  return db
    .selectFrom('articles')
    .where('id', '>', (part - 1) * PART_SIZE)
    .where('id', '<=', part * PART_SIZE)
    .where(isPublic());
}
