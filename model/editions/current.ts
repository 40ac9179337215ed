import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import { invalid, ModelError, notFound } from '../../errors.ts';

/** Condition: of the edition with this id, without one of the current edition. */
export function ofEdition(id?: number) {
  const wanted = id === undefined ? sql`(select id from editions where is_current = 1)` : sql`${id}`;
  return sql<SqlBool>`edition_id = ${wanted}`;
}

/** Condition: of an edition that visitors may see. */
export function ofPublicEdition() {
  return sql<SqlBool>`edition_id in (select id from editions where is_public = 1)`;
}

/** There is always one, and never two: see the index `editions_one_current`. */
export function currentEdition(db: Db) {
  return db.selectFrom('editions').selectAll().where('is_current', '=', 1).executeTakeFirstOrThrow();
}

/** The id of a public edition, or of any; undefined without a slug. 404. */
export async function editionNamed(db: Db, slug: string | undefined, isAny = false): Promise<number | undefined> {
  if (slug === undefined) return undefined;
  const row = await db.selectFrom('editions').select(['id', 'is_public']).where('slug', '=', slug).executeTakeFirst();
  if (!row || (row.is_public === 0 && !isAny)) throw notFound('Такого фестиваля в архиве нет.');
  return row.id;
}

/** The edition that a new row belongs to: the given one, else the current one. 400 for an unknown one. */
export async function editionFor(tx: Db, id: number | undefined): Promise<number> {
  if (id === undefined) return (await currentEdition(tx)).id;
  const row = await tx.selectFrom('editions').select('id').where('id', '=', id).executeTakeFirst();
  if (!row) throw invalid('edition_id', 'Фестиваль: такого нет. Обновите страницу.');
  return row.id;
}

/** Whether a show belongs to the current edition. */
export async function isCurrent(db: Db, { edition_id }: { edition_id: number }): Promise<boolean> {
  return (await currentEdition(db)).id === edition_id;
}

/** 409 for a show of a past edition: it is over. */
export async function assertCurrent(tx: Db, show: { edition_id: number }): Promise<void> {
  if (!(await isCurrent(tx, show)))
    throw new ModelError(409, 'conflict', 'Это концерт прошлого фестиваля: у него нет ни сцены, ни показа итогов.');
}
