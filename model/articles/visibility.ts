import { type ExpressionBuilder, sql } from 'kysely';
import type { Db, Tables } from '../../db/tables.ts';
import type { TopicMessage } from '../../db/topics.ts';
import { invalid } from '../../errors.ts';
import { KIND_WORDS, type Kind } from './kinds.ts';
import type { ArticleRow } from './row.ts';
import type { ArticleChange } from './schema.ts';

/** A literal, not a parameter: the indexes of lists hold one kind only. */
export function isKind(kind: Kind) {
  return sql<boolean>`articles.kind = ${sql.lit(kind)}`;
}

/** The only definition of public: published by now, not expired, not deleted. */
export function isPublic(now = new Date().toISOString(), kind: Kind = 'article') {
  return (eb: ExpressionBuilder<Tables, 'articles'>) =>
    eb.and([
      isKind(kind),
      eb('articles.deleted_at', 'is', null),
      eb('articles.publish_at', '<=', now),
      eb.or([eb('articles.expires_at', 'is', null), eb('articles.expires_at', '>', now)]),
    ]);
}

/** Between `from` (exclusive) and `to` (ms): newly public articles, and the last time when one expired or a page changed. */
export async function articlesBetween(
  db: Db,
  from: number,
  to: number,
): Promise<{
  appeared: { slug: string; title: string; at: number }[];
  expiredAt: number | undefined;
  pagesAt: number | undefined;
}> {
  const [after, upTo] = [new Date(from).toISOString(), new Date(to).toISOString()];
  const appeared = await db
    .selectFrom('articles')
    .select(['slug', 'title', 'publish_at'])
    .where('publish_at', '>', after)
    .where('publish_at', '<=', upTo)
    .where(isPublic(upTo))
    .orderBy('publish_at')
    .execute();
  const last = async (column: 'publish_at' | 'expires_at', kind: Kind) => {
    const row = await db
      .selectFrom('articles')
      .select(`${column} as moment`)
      .where(isKind(kind))
      .where(column, '>', after)
      .where(column, '<=', upTo)
      .where('deleted_at', 'is', null)
      .orderBy(column, 'desc')
      .limit(1)
      .executeTakeFirst();
    return row && Date.parse(row.moment ?? upTo);
  };
  const [expiredAt, ...ofPages] = await Promise.all([
    last('expires_at', 'article'),
    last('publish_at', 'page'),
    last('expires_at', 'page'),
  ]);
  const moments = ofPages.filter((moment) => moment !== undefined);
  return {
    appeared: appeared.map(({ slug, title, publish_at }) => ({ slug, title, at: Date.parse(publish_at ?? upTo) })),
    expiredAt,
    pagesAt: moments.length > 0 ? Math.max(...moments) : undefined,
  };
}

/** `published` with a future moment means now; `scheduled` requires one (400); a moment alone hides nothing public and publishes no draft. */
export function visibility(
  input: Pick<ArticleChange, 'status' | 'publishAt' | 'expiresAt'>,
  old: ArticleRow | undefined,
  now: string,
  kind: Kind,
) {
  const before = old ? old.publish_at : now;
  const requested = input.publishAt ?? before;
  const isShown = before !== null && before <= now;
  const publish_at = {
    draft: null,
    scheduled: requested,
    published: requested === null || requested > now ? now : requested,
    kept: before === null || (isShown && requested !== null && requested > now) ? before : requested,
  }[input.status ?? 'kept'];
  if (input.status === 'scheduled' && (input.publishAt ?? old?.publish_at ?? null) === null) {
    throw invalid('publishAt', `Время публикации: укажите, когда показать ${KIND_WORDS[kind].accusative}.`);
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

/** Undefined for the same or a still hidden article. Withdrawals ignore the local clock: another may be ahead. */
export function publicChange(row: ArticleRow | undefined, old: ArticleRow | undefined): TopicMessage | undefined {
  if (row === old || (isHidden(row) && isHidden(old))) return undefined;
  const withdrawal = isWithdrawn(row, old) && ({ isWithdrawal: true } as const);
  // Menu and footer list pages: a change concerns every page.
  if ((row ?? old)?.kind === 'page') return { topic: 'site-content', ...withdrawal };
  const now = new Date().toISOString();
  const isNew = row !== undefined && isPublicAt(row, now) && !(old && isPublicAt(old, now));
  return {
    topic: 'news',
    move: { from: old, to: row },
    ...(isNew && { article: { slug: row.slug, title: row.title } }),
    ...withdrawal,
  };
}

/** True when the article, its address or its place as a group's outcome was visible to readers and no longer is. */
function isWithdrawn(row: ArticleRow | undefined, old: ArticleRow | undefined): boolean {
  if (!old || old.publish_at === null || old.deleted_at !== null) return false;
  if (!row || row.publish_at === null || row.deleted_at !== null || row.publish_at > old.publish_at) return true;
  return row.slug !== old.slug || row.expires_at !== old.expires_at || row.group_id !== old.group_id;
}

type Visible = Pick<ArticleRow, 'publish_at' | 'expires_at' | 'deleted_at'>;

function isHidden(row: Visible | undefined): boolean {
  return !row || row.publish_at === null || row.deleted_at !== null;
}

/** `isPublic` for a loaded row. */
export function isPublicAt(row: Visible, now: string): boolean {
  if (row.deleted_at !== null || row.publish_at === null || row.publish_at > now) return false;
  return row.expires_at === null || row.expires_at > now;
}
