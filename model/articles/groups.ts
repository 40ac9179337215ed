import type { Selectable, SelectQueryBuilder } from 'kysely';
import { z } from 'zod';
import type { Db, GroupTable, Tables } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { assertVersion, invalid, ModelError, notFound } from '../../errors.ts';
import { record } from '../audit-log.ts';
import { filledLine } from '../fields.ts';
import type { Aim } from '../rows.ts';
import type { Store } from '../store.ts';
import { statusAt } from './row.ts';
import { storeRevision } from './saving/prepare.ts';
import { articleStatuses } from './schema.ts';

const MAX_NAME = 120;

/** Prepared variants of one article: one per finalist, of which exactly one is published. */
export const groupSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  version: z.number().int(),
  articles: z.array(
    z.object({ id: z.number().int(), slug: z.string(), title: z.string(), status: z.enum(articleStatuses) }),
  ),
});

export const groupNameSchema = z.object({ name: filledLine('Название группы', MAX_NAME) });

export type Group = z.output<typeof groupSchema>;
type GroupRow = Selectable<GroupTable>;

/** All groups with their living articles, oldest first. */
export async function listGroups(db: Db): Promise<Group[]> {
  const groups = await db.selectFrom('groups').selectAll().orderBy('id').execute();
  const members = await findMembers(db, db.selectFrom('groups').select('id'));
  return groups.map((group) => toGroup(group, members));
}

/** Creates an empty group; articles join by their own `group` field. */
export function createGroup(store: Store, { name }: { name: string }, by: string): Promise<Group> {
  return write(store, async (tx) => {
    const group = await tx.insertInto('groups').values({ name, version: 1 }).returningAll().executeTakeFirstOrThrow();
    await record(tx, { who: by, action: 'group.create', subject: String(group.id), title: name });
    return toGroup(group, []);
  });
}

/** 404 when there is no such group, 412 when its version is not in `expected`. */
export function renameGroup(store: Store, { id, by, expected }: Aim, { name }: { name: string }): Promise<Group> {
  return write(store, async (tx) => {
    const old = await requireLocked(tx, id, expected);
    if (name === old.name) return toGroup(old, await findMembers(tx, [id]));
    const group = await tx
      .updateTable('groups')
      .set({ name, version: old.version + 1 })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await record(tx, { who: by, action: 'group.update', subject: String(id), title: name });
    return toGroup(group, await findMembers(tx, [id]));
  });
}

/** Deletes a group but not its articles. 404 and 412 as for `renameGroup`. */
export async function deleteGroup(store: Store, { id, by, expected }: Aim): Promise<void> {
  const remove = async (tx: Db) => {
    // Articles are locked before their group, as in every save: no deadlock.
    await leaveGroup(tx, id, by);
    const { name } = await requireLocked(tx, id, expected);
    await tx.deleteFrom('groups').where('id', '=', id).execute();
    await record(tx, { who: by, action: 'group.delete', subject: String(id), title: name });
  };
  // The home page may show one of its articles as the outcome.
  await write(store, remove, () => ({ topic: 'news', isWithdrawal: true }));
}

async function requireLocked(tx: Db, id: number, expected: number[] | undefined): Promise<GroupRow> {
  const group = await lockGroup(tx, id);
  if (!group) throw notFound('Такой группы нет. Возможно, её удалили.');
  assertVersion(group, expected);
  return group;
}

function findMembers(db: Db, groups: number[] | SelectQueryBuilder<Tables, 'groups', { id: number }>) {
  return db
    .selectFrom('articles')
    .select(['id', 'slug', 'title', 'publish_at', 'group_id'])
    .where('deleted_at', 'is', null)
    .where('group_id', 'in', groups)
    .orderBy('id')
    .execute();
}

function toGroup({ id, name, version }: GroupRow, members: Awaited<ReturnType<typeof findMembers>>): Group {
  const articles = members
    .filter(({ group_id }) => group_id === id)
    .map((row) => ({ id: row.id, slug: row.slug, title: row.title, status: statusAt(row.publish_at) }));
  return { id, name, version, articles };
}

async function leaveGroup(tx: Db, id: number, by: string): Promise<void> {
  const updated_at = new Date().toISOString();
  const left = await tx
    .updateTable('articles')
    .set((eb) => ({ group_id: null, updated_at, updated_by: by, version: eb('version', '+', 1) }))
    .where('group_id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .execute();
  for (const row of left) await storeRevision(tx, row);
}

/** Locks the group. 409 `group_locked` when another article is published or scheduled; 400 if it is unknown. */
export async function assertMayGoPublic(
  tx: Db,
  groupId: number,
  article: { id?: number; publish_at: string | null },
): Promise<void> {
  const group = await lockGroup(tx, groupId);
  if (!group) throw invalid('group', 'Группа: такой больше нет, выберите другую.');
  if (article.publish_at === null) return;
  const holder = await findHolder(tx, groupId, article.id);
  if (!holder) return;
  const done = statusAt(holder.publish_at) === 'scheduled' ? 'уже назначена к публикации' : 'уже опубликована';
  const found = `Из группы «${group.name}» ${done} новость «${holder.title}»`;
  const advice = 'а публичной может быть только одна. Сначала снимите её с публикации.';
  throw new ModelError(409, 'group_locked', `${found}, ${advice}`);
}

/** Locks the group until the transaction ends; a no-op UPDATE locks the row on both databases. */
export function lockGroup(tx: Db, id: number): Promise<GroupRow | undefined> {
  return tx
    .updateTable('groups')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** The living published or scheduled article of the group (expired included), other than `except`. */
export function findHolder(tx: Db, groupId: number, except = 0) {
  return tx
    .selectFrom('articles')
    .select(['title', 'publish_at'])
    .where('group_id', '=', groupId)
    .where('id', '!=', except)
    .where('publish_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}
