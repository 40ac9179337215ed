import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { isSqlite } from '../../db/dialect.ts';
import type { Db, Tables } from '../../db/tables.ts';
import { invalid } from '../../errors.ts';

/** Where an article stands in a list that is newest first, by date and then by creation. */
export interface Position {
  date: string;
  id: number;
}

/** Which articles are on a list. */
export type Filter = (eb: ExpressionBuilder<Tables, 'articles'>) => Expression<SqlBool>;

/**
 * The places of the articles on a list, behind `after` when it is given. All of it is read from the list's index, whatever is
 * skipped. SQLite gets two ranges, because of a comparison of pairs it searches by the first half only; PostgreSQL would sort them.
 */
export function positionsOf(db: Db, filter: Filter, after?: Position) {
  const all = () => db.selectFrom('articles').select(['articles.date', 'articles.id']).where(filter);
  const behind = ({ date, id }: Position) =>
    isSqlite(db)
      ? all()
          .where('date', '=', date)
          .where('id', '<', id)
          .unionAll(all().where('date', '<', date))
      : all().where((eb) => eb(eb.refTuple('date', 'id'), '<', eb.tuple(date, id)));
  return (after === undefined ? all() : behind(after)).orderBy('date', 'desc').orderBy('id', 'desc');
}

/** The rows that stand at these places, in their order. */
export function rowsAt(db: Db, places: ReturnType<typeof positionsOf>) {
  return db
    .selectFrom('articles')
    .where('articles.id', 'in', db.selectFrom(places.as('listed')).select('listed.id'))
    .orderBy('articles.date', 'desc')
    .orderBy('articles.id', 'desc');
}

/** Whether `one` stands before `other`. */
export function isBefore(one: Position, other: Position): boolean {
  return one.date === other.date ? one.id > other.id : one.date > other.date;
}

/** A place as the API names it. */
export function cursorOf({ date, id }: Position): string {
  return `${date}.${id}`;
}

/** 400 for what is no cursor of ours. */
export function readCursor(cursor: string): Position {
  const [, date, id] = /^(\d{4}-\d{2}-\d{2})\.(\d{1,9})$/.exec(cursor) ?? [];
  if (!date || !id)
    throw invalid('after', 'Такого места в списке нет: возьмите адрес следующей страницы из заголовка Link.');
  return { date, id: Number(id) };
}
