import { z } from 'zod';
import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { assertVersion, notFound } from '../../errors.ts';
import { type Actor, isEditor } from '../../roles.ts';
import { record } from '../audit-log.ts';
import type { Store } from '../store.ts';
import { enqueueUrls } from './engines.ts';
import { findHolder, lockGroup } from './groups.ts';
import { KIND_WORDS, type Kind } from './kinds.ts';
import { type ArticleAim, type ArticleRow, assertMayChange, lockById, lockRow, maySee, toAdminArticle } from './row.ts';
import { nextVersion } from './saving/draft.ts';
import { storeRevision } from './saving/prepare.ts';
import type { AdminArticle } from './schema.ts';
import { claimSlug, nextFreeSlug, retryOnRace } from './slugs.ts';
import { isKind, publicChange } from './visibility.ts';

export const trashedSchema = z.object({
  id: z.number().int(),
  slug: z.string().describe('Former slug; restoring uses the next free one if it is taken'),
  title: z.string(),
  deletedAt: z.string().describe('ISO 8601, UTC'),
  deletedBy: z.string().nullable().describe('Username'),
  goneAt: z.string().describe('ISO 8601, UTC: time of permanent deletion'),
  version: z.number().int(),
});

export type Trashed = z.output<typeof trashedSchema>;

interface TrashKey {
  kind: Kind;
  id: number;
}

const RETENTION = 30 * 24 * 3600 * 1000;

/** Moves an article to the trash and frees its slug; returns its id. 404 and 412 as for `updateArticle`. */
export async function deleteArticle(store: Store, { key, by, expected }: ArticleAim): Promise<number> {
  const remove = async (tx: Db) => {
    const row = await lockRow(tx, key, by, expected);
    const { id, title, slug: current } = row;
    const now = new Date().toISOString();
    await tx
      .updateTable('articles')
      .set({ deleted_at: now, updated_at: now, updated_by: by.username, version: await nextVersion(tx, row) })
      .where('id', '=', id)
      .execute();
    await record(tx, { who: by.username, action: `${key.kind}.delete`, subject: current, title });
    await enqueueUrls(tx, undefined, row);
    return row;
  };
  const { id } = await write(store, remove, (row) => publicChange(undefined, row));
  return id;
}

/** Restorable articles, last deleted first; an author's own drafts of these. */
export async function listTrash(db: Db, kind: Kind, by: Actor): Promise<Trashed[]> {
  const rows = await db
    .selectFrom('articles')
    .select(['id', 'slug', 'title', 'deleted_at', 'updated_by', 'version'])
    .where('deleted_at', '>', trashCutoff())
    .where(isKind(kind))
    .$if(!isEditor(by.role), (query) => query.where('created_by', '=', by.username).where('publish_at', 'is', null))
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.flatMap(({ id, slug, title, deleted_at, updated_by, version }) =>
    deleted_at === null
      ? []
      : [{ id, slug, title, deletedAt: deleted_at, deletedBy: updated_by, goneAt: erasureTime(deleted_at), version }],
  );
}

/** Restores; as a draft when the group is locked, under the next free slug when its own is taken. 404, 412. */
export async function restoreArticle(
  store: Store,
  { kind, id }: TrashKey,
  by: Actor,
  expected?: number[],
): Promise<AdminArticle> {
  const restore = async (tx: Db) => {
    const old = await lockTrashed(tx, { kind, id }, by, expected);
    const publish_at = (await isLocked(tx, old)) ? null : old.publish_at;
    const slug = await nextFreeSlug(tx, old, by);
    const before = await claimSlug(tx, { kind, slug });
    const row = await tx
      .updateTable('articles')
      .set({
        slug,
        publish_at,
        deleted_at: null,
        updated_at: new Date().toISOString(),
        updated_by: by.username,
        version: await nextVersion(tx, { id, version: Math.max(old.version, before) }),
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await storeRevision(tx, row);
    await record(tx, { who: by.username, action: `${kind}.restore`, subject: row.slug, title: row.title });
    await enqueueUrls(tx, row, undefined);
    return row;
  };
  return toAdminArticle(await retryOnRace(() => write(store, restore, (row) => publicChange(row, undefined))));
}

/** Deletes an article from the trash with its history. 404 and 412 as for `restoreArticle`. */
export async function eraseArticle(store: Store, key: TrashKey, by: Actor, expected?: number[]): Promise<void> {
  await write(store, async (tx) => {
    const { id, slug, title } = await lockTrashed(tx, key, by, expected);
    await tx.deleteFrom('former_slugs').where('article_id', '=', id).execute();
    await tx.deleteFrom('articles').where('id', '=', id).execute();
    await record(tx, { who: by.username, action: `${key.kind}.erase`, subject: slug, title });
  });
}

/** Deletes articles after 30 days in the trash. */
export async function sweepTrash(tx: Db): Promise<void> {
  const isOver = tx.selectFrom('articles').select('id').where('deleted_at', '<=', trashCutoff());
  await tx.deleteFrom('former_slugs').where('article_id', 'in', isOver).execute();
  await tx.deleteFrom('articles').where('deleted_at', '<=', trashCutoff()).execute();
}

async function lockTrashed(tx: Db, { kind, id }: TrashKey, by: Actor, expected?: number[]): Promise<ArticleRow> {
  const row = await lockById(tx, id);
  if (row?.kind !== kind || !row.deleted_at || row.deleted_at <= trashCutoff() || !maySee(row, by)) {
    throw notFound(`В корзине такой ${KIND_WORDS[kind].genitive} нет: её уже вернули, или прошло 30 дней.`);
  }
  assertMayChange(row, by);
  assertVersion(row, expected);
  return row;
}

async function isLocked(tx: Db, { id, group_id, publish_at }: ArticleRow): Promise<boolean> {
  if (group_id === null || publish_at === null) return false;
  await lockGroup(tx, group_id);
  return (await findHolder(tx, group_id, id)) !== undefined;
}

/** Articles deleted at or before this moment can no longer be restored. */
export function trashCutoff(): string {
  return new Date(Date.now() - RETENTION).toISOString();
}

function erasureTime(deletedAt: string): string {
  return new Date(Date.parse(deletedAt) + RETENTION).toISOString();
}
