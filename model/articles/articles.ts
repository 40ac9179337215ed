import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { assertVersion } from '../../errors.ts';
import { type Actor, isEditor } from '../../roles.ts';
import type { Loss } from '../body/losses.ts';
import type { Store } from '../store.ts';
import { MAX_TITLE, textsOf } from './fields.ts';
import { type ArticleKey, articleKey, type Kind } from './kinds.ts';
import {
  type ArticleAim,
  type ArticleRow,
  assertMayChange,
  lockRow,
  requireFacts,
  requireRow,
  toAdminArticle,
  toArticle,
} from './row.ts';
import { endDraft, findPending } from './saving/draft.ts';
import { prepare } from './saving/prepare.ts';
import { changeArticle, insertArticle } from './saving/saving.ts';
import type { AdminArticle, Article, ArticleChange, NewArticle, SavedArticle } from './schema.ts';
import { couldBeSlug, formerSlug, living, retryOnRace } from './slugs.ts';
import { isPublic, publicChange } from './visibility.ts';

/** The public article, the slug it moved to, or undefined (unknown, draft, scheduled, expired, deleted). */
export async function findPublicArticle(
  db: Db,
  slug: string,
): Promise<{ article: Article; id: number } | { movedTo: string } | undefined> {
  if (!couldBeSlug(slug)) return undefined;
  const row = await db.selectFrom('articles').selectAll().where('slug', '=', slug).where(isPublic()).executeTakeFirst();
  if (row) return { article: toArticle(row), id: row.id };
  const moved = await formerSlug(db, articleKey(slug)).select('articles.slug').where(isPublic()).executeTakeFirst();
  // A living article owns its slug even when it is not public: no redirect.
  if (!moved || (await living(db, articleKey(slug)).select('id').executeTakeFirst())) return undefined;
  return { movedTo: moved.slug };
}

/** Last published article of any group. Selected by group id: by publication time SQLite would scan all rows. */
export function findOutcome(db: Db): Promise<{ slug: string; title: string } | undefined> {
  return db
    .selectFrom('articles')
    .select(['slug', 'title'])
    .where('group_id', 'in', db.selectFrom('groups').select('id'))
    .where(isPublic())
    .orderBy('publish_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The article of any status by its slug or a former one. 404 when there is none. */
export async function findArticle(db: Db, key: ArticleKey, by: Actor): Promise<AdminArticle> {
  return toAdminArticle(await requireRow(db, key, by));
}

/** Creates an article or a page. 409 when the slug is taken or another article of the group is published or scheduled. */
export async function createArticle(
  store: Store,
  input: NewArticle,
  by: Actor,
  kind: Kind = 'article',
): Promise<SavedArticle> {
  const article = await prepare(store, kind, input, by);
  const create = (tx: Db) => insertArticle(tx, kind, article, by, store.timeZone);
  const row = await retryOnRace(() => write(store, create, (made) => publicChange(made, undefined)));
  return saved(row, article.removed);
}

/** Changes an article, found by slug or former slug. 412 when the version is not in `expected`, 409. */
export async function updateArticle(store: Store, aim: ArticleAim, input: ArticleChange): Promise<SavedArticle> {
  const { key, by, expected } = aim;
  // Refuses before the body's images are stored.
  const found = await requireFacts(store.db, key, by);
  assertMayChange(found, by);
  const pending = input.withDraft && found.has_draft === 1 ? await findPending(store.db, found) : undefined;
  assertVersion(pending ?? found, expected);
  const change = await prepare(store, key.kind, { ...pending?.change, ...input }, by);
  const update = async (tx: Db) => {
    const old = await lockRow(tx, key, by, pending ? undefined : expected);
    if (pending) await endDraft(tx, old, pending, by);
    return { old, row: await changeArticle(tx, old, change, by, store.timeZone) };
  };
  const { row } = await retryOnRace(() => write(store, update, (done) => publicChange(done.row, done.old)));
  return saved(row, change.removed);
}

/** A draft with the same text, cover and group, titled «… (копия)», under a slug of its own. 404. */
export async function duplicateArticle(store: Store, slug: string, by: Actor): Promise<AdminArticle> {
  const found = await requireRow(store.db, articleKey(slug), by);
  // Sanitizer rules may have become stricter since.
  const { html: content } = await store.sanitizer.sanitize(found.content);
  const duplicate = async (tx: Db) => {
    const row = await requireRow(tx, articleKey(slug), by);
    const copy = {
      slug: undefined,
      title: row.title.slice(0, MAX_TITLE - COPY.length).replace(/[\ud800-\udbff]$/, '') + COPY,
      date: undefined,
      dateFollows: true,
      content,
      coverImageUrl: row.cover_image_url,
      ...textsOf(row),
      tags: JSON.parse(row.tags),
      group: isEditor(by.role) ? row.group_id : null,
      status: 'draft' as const,
    };
    return insertArticle(tx, 'article', copy, by, store.timeZone);
  };
  return toAdminArticle(await retryOnRace(() => write(store, duplicate)));
}

const COPY = ' (копия)';

function saved(row: ArticleRow, removed: Loss[]): SavedArticle {
  return { ...toAdminArticle(row), ...(removed.length > 0 && { removed }) };
}
