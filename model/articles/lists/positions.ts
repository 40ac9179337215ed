import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { isSqlite } from '../../../db/dialect.ts';
import type { Db, Tables } from '../../../db/tables.ts';
import { invalid } from '../../../errors.ts';

/** Sort key of lists: newest first by date, then by id. */
export interface Position {
  date: string;
  id: number;
}

export type Filter = (eb: ExpressionBuilder<Tables, 'articles'>) => Expression<SqlBool>;

/** Positions after `after`, index-only. SQLite needs two ranges: it uses only the first column of a row value. */
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

export function rowsAt(db: Db, places: ReturnType<typeof positionsOf>) {
  return db
    .selectFrom('articles')
    .where('articles.id', 'in', db.selectFrom(places.as('listed')).select('listed.id'))
    .orderBy('articles.date', 'desc')
    .orderBy('articles.id', 'desc');
}

export function isBefore(one: Position, other: Position): boolean {
  return one.date === other.date ? one.id > other.id : one.date > other.date;
}

/** Cursor of the API: `YYYY-MM-DD.id`. */
export function cursorOf({ date, id }: Position): string {
  return `${date}.${id}`;
}

/** 400 for a malformed cursor. */
export function readCursor(cursor: string): Position {
  const [, date, id] = /^(\d{4}-\d{2}-\d{2})\.(\d{1,9})$/.exec(cursor) ?? [];
  if (!date || !id)
    throw invalid('after', 'Такого места в списке нет: возьмите адрес следующей страницы из заголовка Link.');
  return { date, id: Number(id) };
}
