import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import { invalid, ModelError, notFound } from '../../errors.ts';
import { rowId } from '../fields.ts';

/** The edition that was current on the page that sends a change. */
export const seenEdition = rowId('Нынешний фестиваль: нужен номер.').optional().describe('409 unless it is current');

/** Condition: the row belongs to the edition with this id, by default the current one. */
export function ofEdition(id?: number) {
  const wanted = id === undefined ? sql`(select id from editions where is_current = 1)` : sql`${id}`;
  return sql<SqlBool>`edition_id = ${wanted}`;
}

/** Condition: the row belongs to a public edition. */
export function ofPublicEdition() {
  return sql<SqlBool>`edition_id in (select id from editions where is_public = 1)`;
}

/** Exactly one edition is current: see the index `editions_one_current`. */
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

/** The edition that a new row belongs to: the given one, else the current one. 400 for an unknown one; 409 unless `seen` is current. */
export async function editionFor(tx: Db, id: number | undefined, seen?: number): Promise<number> {
  if (id === undefined) return (await requireCurrent(tx, seen)).id;
  const row = await tx.selectFrom('editions').select('id').where('id', '=', id).executeTakeFirst();
  if (!row) throw invalid('edition_id', 'Фестиваль: такого нет. Обновите страницу.');
  return row.id;
}

/** 409 when `seen`, the current edition on the sender's page, is no longer current. */
export async function requireCurrent(tx: Db, seen: number | undefined) {
  const current = await currentEdition(tx);
  if (seen === undefined || seen === current.id) return current;
  const message = `Не сохранено: нынешний фестиваль теперь «${current.title}». Обновите страницу; прошедшие стоят в разделе «Фестивали».`;
  throw new ModelError(409, 'other_edition', message);
}

/** Whether a show belongs to the current edition. */
export async function isCurrent(db: Db, { edition_id }: { edition_id: number }): Promise<boolean> {
  return (await currentEdition(db)).id === edition_id;
}

const PAST_SHOW = 'Это концерт прошлого фестиваля: у него нет ни сцены, ни показа итогов. Обновите страницу.';

/** 409 for a row of a past edition, such as a show. */
export async function assertCurrent(tx: Db, row: { edition_id: number }, message = PAST_SHOW): Promise<void> {
  if (!(await isCurrent(tx, row))) throw new ModelError(409, 'conflict', message);
}
