import type { ExpressionBuilder } from 'kysely';
import type { Announcement } from '../../db/announcements.ts';
import type { Tables } from '../../db/tables.ts';
import { invalid } from '../../errors.ts';
import type { ArticleRow } from './row.ts';
import type { ArticleChange } from './schema.ts';

/** The one place that decides what a reader may see: published by now, not expired, not deleted. */
export function isPublic(now = new Date().toISOString()) {
  return (eb: ExpressionBuilder<Tables, 'articles'>) =>
    eb.and([
      eb('articles.deleted_at', 'is', null),
      eb('articles.publish_at', '<=', now),
      eb.or([eb('articles.expires_at', 'is', null), eb('articles.expires_at', '>', now)]),
    ]);
}

/**
 * When the article is public, from what was asked and what it was. `published` with a moment to come means now;
 * `scheduled` needs a moment; a moment alone moves an article that is not a draft, and a new one waits for it.
 */
export function visibility(
  input: Pick<ArticleChange, 'status' | 'publishAt' | 'expiresAt'>,
  old: ArticleRow | undefined,
  now: string,
) {
  const before = old ? old.publish_at : now;
  const asked = input.publishAt ?? before;
  const publish_at = {
    draft: null,
    scheduled: asked,
    published: asked === null || asked > now ? now : asked,
    kept: before === null ? null : asked,
  }[input.status ?? 'kept'];
  if (input.status === 'scheduled' && (input.publishAt ?? old?.publish_at ?? null) === null) {
    throw invalid('publishAt', 'Время публикации: укажите, когда показать новость.');
  }
  const expires_at = input.expiresAt === undefined ? (old?.expires_at ?? null) : input.expiresAt;
  const isPublishing = input.status === 'published' && (before === null || before > now);
  if (isPublishing && input.expiresAt === undefined && expires_at && expires_at <= now) {
    throw invalid('expiresAt', 'Время снятия уже прошло: уберите его или укажите более позднее.');
  }
  if (publish_at && expires_at && expires_at <= publish_at) {
    throw invalid('expiresAt', 'Время снятия: должно быть позже времени публикации.');
  }
  return { publish_at, expires_at };
}

/**
 * The announcement of a change: the article by name when it has just become public. Undefined for one that was hidden and stays so:
 * saving a draft must not render every page again. A withdrawal is judged without the local clock: another server whose clock is
 * ahead may have shown the article already.
 */
export function newsChanged(row: ArticleRow | undefined, old: ArticleRow | undefined): Announcement | undefined {
  if (isHidden(row) && isHidden(old)) return undefined;
  const now = new Date().toISOString();
  const isNew = row !== undefined && isPublicAt(row, now) && !(old && isPublicAt(old, now));
  return {
    topic: 'news',
    move: { from: old, to: row },
    ...(isNew && { article: { slug: row.slug, title: row.title } }),
    ...(isWithdrawn(row, old) && { isWithdrawal: true }),
  };
}

/** Whether a reader may have seen what is not public any more: the article, its address, its place as the outcome of a group. */
function isWithdrawn(row: ArticleRow | undefined, old: ArticleRow | undefined): boolean {
  if (!old || old.publish_at === null || old.deleted_at !== null) return false;
  if (!row || row.publish_at === null || row.deleted_at !== null || row.publish_at > old.publish_at) return true;
  return row.slug !== old.slug || row.expires_at !== old.expires_at || row.group_id !== old.group_id;
}

/** What decides whether an article is public. */
export type Visible = Pick<ArticleRow, 'publish_at' | 'expires_at' | 'deleted_at'>;

/** A draft, or in the bin: no moment that comes shows it. */
function isHidden(row: Visible | undefined): boolean {
  return !row || row.publish_at === null || row.deleted_at !== null;
}

/** The same as `isPublic`, of a row that is already read. */
export function isPublicAt(row: Visible, now: string): boolean {
  if (row.deleted_at !== null || row.publish_at === null || row.publish_at > now) return false;
  return row.expires_at === null || row.expires_at > now;
}
