import type { Db } from '../../../db/tables.ts';
import { conflict, forbiddenRole } from '../../../errors.ts';
import type { Action } from '../../../resources.ts';
import { type Actor, isEditor } from '../../../roles.ts';
import { record, wouldChange } from '../../audit-log.ts';
import { rememberEmbeds } from '../../embeds/stored.ts';
import { articleTokens, hasOtherWords, storeWords } from '../../search/words.ts';
import { enqueueUrls } from '../engines.ts';
import { textColumns, withBlankTexts } from '../fields.ts';
import { assertMayGoPublic } from '../groups.ts';
import type { Kind } from '../kinds.ts';
import { type ArticleRow, statusAt } from '../row.ts';
import type { ArticleChange } from '../schema.ts';
import { assertFree, claimSlug, freeSlug, isDerivedFrom, rememberFormer } from '../slugs.ts';
import { canonicalTags, storeTags } from '../tags/tags.ts';
import { isKind, visibility } from '../visibility.ts';
import { nextVersion } from './draft.ts';
import {
  bodyColumns,
  coverColumns,
  dateColumns,
  isAutosaved,
  type Prepared,
  plannedColumn,
  storeRevision,
  titleColumns,
} from './prepare.ts';

/** Stores a new article with its first revision. 409 when its slug is taken or its group is locked. */
export async function insertArticle(
  tx: Db,
  kind: Kind,
  input: Omit<Prepared<ArticleChange>, 'removed'> & { title: string },
  by: Actor,
  timeZone: string,
): Promise<ArticleRow> {
  const now = new Date().toISOString();
  const shown = visibility(isEditor(by.role) ? input : { status: 'draft', ...input }, undefined, now, kind);
  if (input.autosave) assertDraft(shown);
  const group_id = input.group ?? null;
  assertMayDecide(by, requestedDecisions(input, shown, group_id), NEW);
  if (group_id !== null) await assertMayGoPublic(tx, group_id, shown);
  const dated = dateColumns(input, undefined, shown.publish_at, timeZone);
  if (input.slug) await assertFree(tx, { kind, slug: input.slug }, by);
  const slug = input.slug ?? (await freeSlug(tx, kind, { title: input.title, date: dated.date }, by));
  const before = await claimSlug(tx, { kind, slug });
  const tags = await canonicalTags(tx, input.tags, by);
  const row = await tx
    .insertInto('articles')
    .values({
      kind,
      slug,
      ...(kind === 'page' && { place: input.place ?? 'none', position: await nextPosition(tx) }),
      ...titleColumns(input.title),
      ...dated,
      ...bodyColumns(input.content ?? ''),
      ...textColumns(withBlankTexts(input)),
      ...(tags && { tags: JSON.stringify(tags) }),
      cover_image_url: input.coverImageUrl ?? null,
      group_id,
      ...shown,
      ...plannedColumn(input, undefined, shown),
      created_at: now,
      created_by: by.username,
      updated_at: now,
      updated_by: by.username,
      deleted_at: null,
      version: before + 1,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await storeWords(tx, 'article_id', row.id, articleTokens(row));
  if (tags) await storeTags(tx, row, tags);
  await rememberEmbeds(tx, row.content);
  await storeRevision(tx, row, input.autosave);
  await record(tx, { who: by.username, action: `${kind}.create`, subject: row.slug, title: row.title });
  if (row.publish_at !== null) await recordChange(tx, row, null);
  await enqueueUrls(tx, row, undefined);
  return row;
}

/** Changes a locked article and stores a revision; returns `old` when nothing changes. 409 as for `insertArticle`. */
export async function changeArticle(
  tx: Db,
  old: ArticleRow,
  change: Omit<Prepared<ArticleChange>, 'removed'>,
  by: Actor,
  timeZone: string,
): Promise<ArticleRow> {
  const now = new Date().toISOString();
  const shown = visibility(change, old, now, old.kind);
  if (change.autosave) assertDraft(old, shown);
  const group_id = change.group === undefined ? old.group_id : change.group;
  assertMayDecide(by, requestedDecisions(change, shown, group_id), old);
  const isInvolved = group_id !== null && (group_id !== old.group_id || shown.publish_at !== null);
  if (isInvolved) await assertMayGoPublic(tx, group_id, { id: old.id, ...shown });
  const title = change.title ?? old.title;
  // The slug stays when it was made from this title.
  const isFollowing = change.slugFollows && old.publish_at === null && !isDerivedFrom(old.slug, title);
  const slug = change.slug ?? (isFollowing ? await freeSlug(tx, old.kind, { title, date: old.date }, by) : old.slug);
  const before = slug === old.slug ? 0 : await moveTo(tx, old, slug, by);
  const tags = await canonicalTags(tx, change.tags, by);
  const columns = {
    slug,
    ...(change.title !== undefined && titleColumns(change.title)),
    ...dateColumns(change, old, shown.publish_at, timeZone),
    ...(change.content !== undefined && bodyColumns(change.content)),
    ...(tags && { tags: JSON.stringify(tags) }),
    ...coverColumns(change, old),
    ...textColumns(change),
    ...shown,
    ...plannedColumn(change, old, shown),
    ...(change.place !== undefined && { place: change.place }),
    group_id,
    ...(change.withDraft && { has_draft: 0 }),
  };
  // A manual save of an autosaved text is a revision: autosaves must not replace it.
  if (!wouldChange(old, columns) && (change.autosave || !(await isAutosaved(tx, old.id)))) return old;
  const version = await nextVersion(tx, { id: old.id, version: Math.max(old.version, before) });
  const isStillPublic = old.publish_at !== null && shown.publish_at !== null;
  const review = isStillPublic ? { review_at: null, review_note: '' } : {};
  const row = await tx
    .updateTable('articles')
    .set({ ...columns, ...review, updated_at: now, updated_by: by.username, version })
    .where('id', '=', old.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (hasOtherWords(row, old)) await storeWords(tx, 'article_id', row.id, articleTokens(row));
  if (tags && row.tags !== old.tags) await storeTags(tx, row, tags);
  if (row.content !== old.content) await rememberEmbeds(tx, row.content);
  const isNewRevision = await storeRevision(tx, row, change.autosave);
  if (isNewRevision) await recordChange(tx, row, old.publish_at);
  await enqueueUrls(tx, row, old);
  return row;
}

async function recordChange(tx: Db, row: ArticleRow, before: string | null): Promise<void> {
  await record(tx, { who: row.updated_by, action: actionOf(row, before), subject: row.slug, title: row.title });
}

function actionOf({ kind, publish_at, updated_at }: ArticleRow, before: string | null): Action {
  if (publish_at === before) return `${kind}.update`;
  const was = statusAt(before, updated_at);
  const is = statusAt(publish_at, updated_at);
  if (is === 'scheduled') return `${kind}.schedule`;
  if (is === was) return `${kind}.update`;
  return is === 'draft' ? `${kind}.unpublish` : `${kind}.publish`;
}

function assertDraft(...states: { publish_at: string | null }[]): void {
  if (states.some(({ publish_at }) => publish_at !== null))
    throw conflict('status', 'Сами сохраняются только черновики.');
}

type Decisions = Pick<ArticleRow, 'publish_at' | 'expires_at' | 'group_id'>;

const NEW: Decisions = { publish_at: null, expires_at: null, group_id: null };

/** Requested decisions, including a planned time that a draft does not use. */
function requestedDecisions(
  { publishAt }: ArticleChange,
  shown: Omit<Decisions, 'group_id'>,
  group_id: number | null,
): Decisions {
  return { ...shown, publish_at: publishAt ?? shown.publish_at, group_id };
}

/** 403 for an author who publishes, schedules or groups. */
function assertMayDecide({ role }: Actor, now: Decisions, before: Decisions): void {
  if (isEditor(role) || (now.publish_at === null && !wouldChange(before, now))) return;
  throw forbiddenRole('Публикует, назначает время и собирает варианты редактор. Сохраните черновик.');
}

async function moveTo(tx: Db, old: ArticleRow, slug: string, by: Actor): Promise<number> {
  const { kind } = old;
  await assertFree(tx, { kind, slug }, by);
  const version = await claimSlug(tx, { kind, slug });
  await rememberFormer(tx, { kind, slug: old.slug }, old.id);
  return version;
}

/** Pages created concurrently may share a position; their ids then order them. */
async function nextPosition(tx: Db): Promise<number> {
  const { last } = await tx
    .selectFrom('articles')
    .select((eb) => eb.fn.max('position').as('last'))
    .where(isKind('page'))
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
}
