import type { Db } from '../../../db/tables.ts';
import type { Actor } from '../../../roles.ts';
import type { Loss } from '../../body/losses.ts';
import { withoutEmbeds } from '../../embeds/embeds.ts';
import type { Store } from '../../store.ts';
import { todayIn } from '../../text/date.ts';
import { leadOf, NEWS_EXCERPT } from '../../text/excerpt.ts';
import { searchForm } from '../../text/plain.ts';
import { COLUMNS, type Column } from '../fields.ts';
import type { Kind } from '../kinds.ts';
import type { ArticleRow } from '../row.ts';
import type { ArticleChange } from '../schema.ts';
import { normaliseSlug } from '../slugs.ts';

export type Prepared<T extends ArticleChange> = Omit<T, 'slug' | 'date' | 'content'> & {
  slug: string | undefined;
  date: string | undefined;
  content: string | undefined;
  removed: Loss[];
};

/** Work before the transaction: normalises, sanitizes, stores images embedded in the body. */
export async function prepare<T extends ArticleChange>(
  { images, sanitizer, timeZone }: Store,
  kind: Kind,
  input: T,
  by: Actor,
): Promise<Prepared<T>> {
  const put = (bytes: Buffer) => images.put(bytes, by.username);
  const body = input.content === undefined ? undefined : await sanitizer.sanitizeStoring(input.content, put);
  return {
    ...input,
    removed: body?.removed ?? [],
    slug: input.slug?.trim() ? normaliseSlug(input.slug, kind) : undefined,
    date: input.date === null ? todayIn(timeZone) : input.date,
    content: body?.html,
  };
}

/** Only drafts have a planned time: publication ends it. */
export function plannedColumn(
  { plannedAt }: ArticleChange,
  old: ArticleRow | undefined,
  { publish_at }: { publish_at: string | null },
) {
  return { planned_at: publish_at === null ? (plannedAt === undefined ? (old?.planned_at ?? null) : plannedAt) : null };
}

/** Title in stored and in search form. */
export function titleColumns(given: string) {
  const title = given.normalize('NFC');
  return { title, title_search: searchForm(title) };
}

/** `lead` has one character more than an excerpt, which shows whether it was truncated. */
export function bodyColumns(content: string) {
  return { content, lead: leadOf(withoutEmbeds(content), NEWS_EXCERPT + 1) };
}

/** A new cover drops the former one's description, unless its own is given. */
export function coverColumns({ coverImageUrl }: ArticleChange, old: ArticleRow) {
  const isAnother = coverImageUrl !== undefined && coverImageUrl !== old.cover_image_url;
  return isAnother ? { cover_image_url: coverImageUrl, cover_alt: '' } : {};
}

/** Date columns of a save. A given date ends `dateFollows`, unless it is the stored one sent back. */
export function dateColumns(
  input: Pick<ArticleChange, 'date' | 'dateFollows'>,
  old: ArticleRow | undefined,
  publishAt: string | null,
  timeZone: string,
) {
  const isSentBack = input.dateFollows === true && old?.date_follows === 1 && input.date === old.date;
  const isGiven = input.date !== undefined && !isSentBack;
  const follows = !isGiven && (input.dateFollows ?? old?.date_follows === 1);
  const today = () => todayIn(timeZone, publishAt && follows ? new Date(publishAt) : new Date());
  return { date: (!follows && (input.date ?? old?.date)) || today(), date_follows: follows ? 1 : 0 };
}

const AUTOSAVE_WINDOW = 10 * 60_000; // ms; an author's autosaves within this time share one revision

/** Stores a revision, in the saving transaction. False when an autosave replaced the previous one. */
export async function storeRevision(tx: Db, row: ArticleRow, isAutosave = false): Promise<boolean> {
  const autosaved_from = isAutosave ? await joinAutosaves(tx, row) : null;
  await tx
    .insertInto('revisions')
    .values({
      article_id: row.id,
      version: row.version,
      saved_at: row.updated_at,
      saved_by: row.updated_by,
      date_follows: row.date_follows,
      ...(Object.fromEntries(COLUMNS.map((column) => [column, row[column]])) as Pick<ArticleRow, Column>),
      autosaved_from,
    })
    .execute();
  return autosaved_from === null || autosaved_from === row.updated_at;
}

/** Whether the last revision is an autosave. */
export async function isAutosaved(tx: Db, articleId: number): Promise<boolean> {
  return Boolean((await lastRevision(tx, articleId))?.autosaved_from);
}

/** Removes the last revision if this autosave continues its series. Returns the start of the series. */
async function joinAutosaves(tx: Db, row: ArticleRow): Promise<string> {
  const last = await lastRevision(tx, row.id);
  if (!last?.autosaved_from || last.saved_by !== row.updated_by) return row.updated_at;
  if (Date.parse(row.updated_at) - Date.parse(last.autosaved_from) >= AUTOSAVE_WINDOW) return row.updated_at;
  const { version } = last;
  await tx.deleteFrom('revisions').where('article_id', '=', row.id).where('version', '=', version).execute();
  return last.autosaved_from;
}

function lastRevision(tx: Db, articleId: number) {
  return tx
    .selectFrom('revisions')
    .select(['version', 'saved_by', 'autosaved_from'])
    .where('article_id', '=', articleId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
}
