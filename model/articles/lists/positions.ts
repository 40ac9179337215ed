import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { binaryOrder, isSqlite } from '../../../db/dialect.ts';
import type { Db, Tables } from '../../../db/tables.ts';
import { invalid } from '../../../errors.ts';

/** Place in a list: the column it is sorted by, then the id. */
export interface Position {
  key: string;
  id: number;
}

export interface Order {
  column: 'date' | 'updated_at' | 'title_search';
  isRising: boolean;
  keys: RegExp; // What a cursor may hold
}

export const orders = {
  date: { column: 'date', isRising: false, keys: /^\d{4}-\d{2}-\d{2}$/ },
  changed: { column: 'updated_at', isRising: false, keys: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/ },
  title: { column: 'title_search', isRising: true, keys: /^[^\0]{1,400}$/ },
} satisfies Record<string, Order>;

export type Filter = (eb: ExpressionBuilder<Tables, 'articles'>) => Expression<SqlBool>;

/** Positions after `after`, index-only. SQLite needs two ranges: it uses only the first column of a row value. */
export function positionsOf(db: Db, filter: Filter, after?: Position, { column, isRising }: Order = orders.date) {
  const sortKey = sql<string>`${column === 'title_search' ? binaryOrder(db, column) : sql.ref(column)}`;
  const direction = isRising ? sql`asc` : sql`desc`;
  const beyond = isRising ? sql`>` : sql`<`;
  const all = () =>
    db
      .selectFrom('articles')
      .select([sortKey.as('key'), 'articles.id'])
      .where(filter);
  const behind = ({ key, id }: Position) =>
    isSqlite(db)
      ? all()
          .where(sql<boolean>`${sortKey} = ${key} and id ${beyond} ${id}`)
          .unionAll(all().where(sql<boolean>`${sortKey} ${beyond} ${key}`))
      : all().where(sql<boolean>`(${sortKey}, id) ${beyond} (${key}, ${id})`);
  const places = after === undefined ? all() : behind(after);
  return places.orderBy(sql`1 ${direction}`).orderBy(sql`2 ${direction}`);
}

export function rowsAt(db: Db, places: ReturnType<typeof positionsOf>) {
  return db
    .selectFrom('articles')
    .where('articles.id', 'in', db.selectFrom(places.as('listed')).select('listed.id'))
    .orderBy('articles.date', 'desc')
    .orderBy('articles.id', 'desc');
}

/** In the order by date. */
export function isBefore(one: Position, other: Position): boolean {
  return one.key === other.key ? one.id > other.id : one.key > other.key;
}

/** Cursor of the API: `<key>.<id>`. */
export function cursorOf({ key, id }: Position): string {
  return `${key}.${id}`;
}

/** 400 for a malformed cursor. */
export function readCursor(cursor: string, { keys }: Order): Position {
  const [, key, id] = /^(.*)\.(\d{1,9})$/s.exec(cursor) ?? [];
  if (!key || !id || !keys.test(key)) throw invalid('after', 'Такого места в списке нет. Начните с первой страницы.');
  return { key, id: Number(id) };
}
