import { z } from 'zod';
import type { Db } from '../../../db/tables.ts';
import { write } from '../../../db/write.ts';
import { assertVersion, conflict } from '../../../errors.ts';
import type { Actor } from '../../../roles.ts';
import { record } from '../../audit-log.ts';
import { isSame } from '../../compare.ts';
import { withoutEmbeds } from '../../embeds/embeds.ts';
import type { Store } from '../../store.ts';
import { excerpt, leadOf, NEWS_EXCERPT } from '../../text/excerpt.ts';
import { COLUMNS, FIELD_NAMES, FIELDS } from '../fields.ts';
import { assertMayGoPublic } from '../groups.ts';
import type { ArticleKey } from '../kinds.ts';
import {
  type ArticleAim,
  type ArticleRow,
  assertMayChange,
  lockRow,
  requireFacts,
  requireRow,
  toAdminArticle,
} from '../row.ts';
import { type AdminArticle, type Article, type ArticleChange, articleChangeSchema, PREVIEW_FIELDS } from '../schema.ts';
import { assertFree } from '../slugs.ts';
import { visibility } from '../visibility.ts';
import { prepare } from './prepare.ts';

declare module '../../../db/tables.ts' {
  interface Tables {
    article_drafts: DraftTable;
  }
}

/** One row per article. Rows outlive the draft, so that versions are not reused. */
interface DraftTable {
  article_id: number;
  change: string; // JSON of a `DraftChange`; `{}` once published or discarded
  base: number; // article version on which the draft is based
  version: number; // shares the sequence of the article's versions
  saved_at: string;
  saved_by: string; // username
}

/** Fields of a public article with unpublished changes. */
export const draftChangeSchema = articleChangeSchema.pick({
  ...PREVIEW_FIELDS,
  title: true,
  expiresAt: true,
  group: true,
});

type DraftChange = z.output<typeof draftChangeSchema>;

export const draftFactsSchema = z.object({
  base: z.number().int().describe('Article version on which the draft is based; its current one without a draft'),
  newSlug: z.string().nullable().describe('New slug on publication of the draft; until then `slug` is valid'),
  stale: z
    .array(z.enum(FIELD_NAMES))
    .describe('Fields of the draft with newer published values, which publishing the draft replaces'),
});

type DraftedArticle = AdminArticle & z.output<typeof draftFactsSchema>;

/** The article as editors see it: with its stored draft, if any. `version`: the newer of both. 404. */
export async function findDraft(db: Db, key: ArticleKey, by: Actor): Promise<DraftedArticle> {
  const row = await requireRow(db, key, by);
  return toDrafted(db, row, await findPending(db, row));
}

/**
 * Merges changes of a public or scheduled article into its stored draft, which only editors see. Fields that equal the
 * published ones are removed. 404, 403, 412 by the version of `findDraft`; 409 for a draft or a slug in use, 400 for an unknown group.
 */
export async function saveDraft(
  store: Store,
  { key, by, expected }: ArticleAim,
  input: DraftChange,
): Promise<DraftedArticle & { removed?: Awaited<ReturnType<typeof prepare>>['removed'] }> {
  assertMayChange(await requireFacts(store.db, key, by), by);
  const { removed, ...prepared } = await prepare(store, key.kind, input as ArticleChange, by);
  const article = await write(store, async (tx) => {
    const old = await lockRow(tx, key, by, undefined);
    const before = await findPending(tx, old);
    assertVersion(before, expected);
    if (old.publish_at === null && old.has_draft === 0)
      throw conflict('status', 'Черновик ещё не опубликован: сохраните его самого.');
    visibility({ expiresAt: prepared.expiresAt }, old, new Date().toISOString(), key.kind);
    if (prepared.slug && prepared.slug !== old.slug) await assertFree(tx, { kind: key.kind, slug: prepared.slug }, by);
    if (prepared.group) await assertMayGoPublic(tx, prepared.group, { publish_at: null });
    const change = mergeChange(before.change, prepared, old);
    if (isSame(change, before.change)) return toDrafted(tx, old, before);
    const has_draft = Object.keys(change).length > 0 ? 1 : 0;
    await storePending(tx, old, { ...before, change }, by);
    if (has_draft !== old.has_draft) await record(tx, entry(old, by, has_draft ? 'draft' : 'discard'));
    return toDrafted(tx, { ...old, has_draft }, await findPending(tx, { ...old, has_draft }));
  });
  return { ...article, ...(removed.length > 0 && { removed }) };
}

/** Idempotent. 404, 403; 412 by the version of `findDraft`. */
export async function discardDraft(store: Store, { key, by, expected }: ArticleAim): Promise<void> {
  await write(store, async (tx) => {
    const old = await lockRow(tx, key, by, undefined);
    const before = await findPending(tx, old);
    assertVersion(before, expected);
    if (old.has_draft === 0) return;
    await storePending(tx, old, { ...before, change: {} }, by);
    await record(tx, entry(old, by, 'discard'));
  });
}

interface Pending {
  change: ArticleChange;
  base: number;
  version: number; // The newer of the article's and the draft's
  saved_at: string;
  saved_by: string | null;
}

/** The stored draft; without one an empty change and the article's version. */
export async function findPending(db: Db, row: Drafted): Promise<Pending> {
  const { version, updated_at: saved_at, updated_by: saved_by } = row;
  const none = { change: {}, base: version, version, saved_at, saved_by };
  if (row.has_draft === 0) return none;
  const found = await findDraftRow(db, row.id);
  if (!found) return none;
  const isNewer = found.version > version;
  return { ...(isNewer ? found : { ...none, base: found.base }), change: JSON.parse(found.change) };
}

type Drafted = Pick<ArticleRow, 'id' | 'version' | 'has_draft' | 'updated_at' | 'updated_by'>;

/** Ends the draft that a save has published. 412 if draft or article has changed since it was read. */
export async function endDraft(tx: Db, old: ArticleRow, taken: Pending, by: Actor): Promise<void> {
  assertVersion(await findPending(tx, old), [taken.version]);
  await storePending(tx, old, { ...taken, change: {} }, by);
}

/** The next version of an article, also above its drafts' versions. */
export async function nextVersion(tx: Db, { id, version }: { id: number; version: number }): Promise<number> {
  return Math.max(version, (await findDraftRow(tx, id))?.version ?? 0) + 1;
}

/** `article` with its draft's fields; the slug remains the published one. */
export function withChange<T extends Pick<Article, 'content' | 'lead' | 'excerpt'>>(article: T, change: object): T {
  const known = Object.entries(change).filter(([name]) => name in article && name !== 'slug');
  const shown = { ...article, ...Object.fromEntries(known) };
  if (known.length === 0) return shown;
  return {
    ...shown,
    excerpt: excerpt(shown.lead ?? leadOf(withoutEmbeds(shown.content), NEWS_EXCERPT + 1), NEWS_EXCERPT),
  };
}

async function toDrafted(db: Db, row: ArticleRow, pending: Pending): Promise<DraftedArticle> {
  const { change, base, version, saved_at, saved_by } = pending;
  const article = { ...withChange(toAdminArticle(row), change), version, updatedAt: saved_at, updatedBy: saved_by };
  return { ...article, base, newSlug: change.slug ?? null, stale: await staleFields(db, row, pending) };
}

async function staleFields(db: Db, row: ArticleRow, { change, base }: Pending): Promise<DraftedArticle['stale']> {
  if (base === row.version) return [];
  const then = await db
    .selectFrom('revisions')
    .select(COLUMNS)
    .where((eb) => eb.and({ article_id: row.id, version: base }))
    .executeTakeFirst();
  if (!then) return [];
  return FIELD_NAMES.filter((name) => name in change && then[FIELDS[name].column] !== row[FIELDS[name].column]);
}

/** Another cover drops the description of the former, unless its own is given. */
function mergeChange(before: ArticleChange, given: object, row: ArticleRow): ArticleChange {
  const published = toAdminArticle(row);
  const now: ArticleChange = withChange(published, before);
  const set: ArticleChange = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const isOtherCover = set.coverImageUrl !== undefined && set.coverImageUrl !== now.coverImageUrl;
  const change = { ...before, ...(isOtherCover && { coverAlt: '' }), ...set };
  const isNew = ([name, value]: [string, unknown]) => !isSame(value, published[name as keyof AdminArticle]);
  return Object.fromEntries(Object.entries(change).filter(isNew));
}

async function storePending(tx: Db, old: ArticleRow, { change, base }: Pending, by: Actor): Promise<void> {
  const has_draft = Object.keys(change).length > 0 ? 1 : 0;
  const row = {
    change: JSON.stringify(change),
    base,
    version: await nextVersion(tx, old),
    saved_at: new Date().toISOString(),
    saved_by: by.username,
  };
  await tx
    .insertInto('article_drafts')
    .values({ article_id: old.id, ...row })
    .onConflict((on) => on.column('article_id').doUpdateSet(row))
    .execute();
  if (has_draft !== old.has_draft)
    await tx.updateTable('articles').set({ has_draft }).where('id', '=', old.id).execute();
}

function findDraftRow(db: Db, articleId: number) {
  return db.selectFrom('article_drafts').selectAll().where('article_id', '=', articleId).executeTakeFirst();
}

function entry({ kind, slug, title }: ArticleRow, by: Actor, act: 'draft' | 'discard') {
  return { who: by.username, action: `${kind}.${act}`, subject: slug, title } as const;
}
