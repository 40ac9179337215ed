import type { Selectable } from 'kysely';
import type { Db, GroupTable } from '../../../db/tables.ts';
import { invalid, ModelError } from '../../../errors.ts';
import { statusAt } from '../row.ts';

export type GroupRow = Selectable<GroupTable>;

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
  throw new ModelError(
    409,
    'group_locked',
    `Из группы «${group.name}» ${done} новость «${holder.title}», а публичной может быть только одна. Сначала снимите её с публикации.`,
  );
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
